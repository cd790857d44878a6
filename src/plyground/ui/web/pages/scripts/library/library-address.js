/** The address of the page says what it shows: it can be kept, sent, and gone back to. */

/** @typedef {"games" | "contests" | "learned"} Tab */
/** @typedef {{ tab: Tab, record: number | null, wanted: Record<string, string> }} Place */

const FILTERS = ["source", "favourite", "game", "player", "result", "termination", "event"];

/**
 * Return the tab of a name; games for any that there is not.
 * @param {string | null} name
 * @returns {Tab}
 */
export function tabOf(name) {
  return name === "contests" || name === "learned" ? name : "games";
}

/** @returns {Place} */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const record = Number(query.get("record") ?? "0");
  const wanted = FILTERS.map((name) => [name, query.get(name) ?? ""]).filter(([, value]) => value !== "");
  return {
    tab: tabOf(query.get("tab")),
    record: Number.isSafeInteger(record) && record > 0 ? record : null,
    wanted: Object.fromEntries(wanted),
  };
}

/**
 * Return the address of a place.
 * @param {Place} place
 */
export function addressOf({ tab, record, wanted }) {
  const query = new URLSearchParams(tab === "games" ? wanted : { tab });
  if (tab === "games" && record !== null) query.set("record", String(record));
  return query.size > 0 ? `/library?${query}` : "/library";
}

/**
 * Change the address.
 * @param {Place} place
 * @param {{ canGoBack: boolean }} manner whether the place before is one to come back to
 */
export function writeAddress(place, { canGoBack }) {
  const address = addressOf(place);
  if (address === location.pathname + location.search) return;
  if (canGoBack) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/**
 * Return the filters as the server wants them: a part of a name stands for any name with it.
 * @param {Record<string, string>} wanted
 * @returns {Record<string, string>}
 */
export function asQuery(wanted) {
  const { player } = wanted;
  return player && !player.includes("*") ? { ...wanted, player: `*${player}*` } : wanted;
}
