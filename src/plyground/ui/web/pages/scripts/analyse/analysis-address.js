/** The address of the page: which line it asks for, and the address that asks for a line. */

import { ask, send } from "../api.js";

/** @import { NamedLine, Spot, Tree } from "./variation-tree.js" */

const OPTION = "option.";

/** Where a line came from: a game that was played here, a record, or what the address says itself. */
/** @typedef {{ kind: "play" | "record" | "line", id: string }} Source */

/**
 * A line, and the number of the position to look at.
 * @typedef {{ shown: NamedLine, source: Source, number: number }} Opened
 */

/**
 * Fetch the line that an address asks for.
 * @param {URLSearchParams} query
 * @param {Catalogue} catalogue
 * @returns {Promise<Opened>}
 */
export async function openAddress(query, catalogue) {
  const source = sourceOf(query);
  const shown = source.kind === "line" ? await send("/api/line", givenBy(query, catalogue)) : await openGame(source);
  const last = shown.plies.length - 1;
  const asked = query.has("ply") ? Number(query.get("ply")) : last;
  return { shown, source, number: Number.isInteger(asked) ? Math.min(Math.max(asked, 0), last) : last };
}

/**
 * Write the address of a position, on this page or another one that reads such addresses.
 * A game is named as long as nobody has left it.
 * @param {Tree} tree
 * @param {Spot} spot
 * @param {Source} source
 * @param {string} [page]
 */
export function addressOf(tree, spot, source, page = "/analyse") {
  const query = new URLSearchParams();
  if (source.kind !== "line" && spot.isMain) query.set(source.kind, source.id);
  else writeLine(query, tree, spot);
  const end = spot.isMain ? tree.mainLine().length - 1 : spot.number;
  if (spot.number < end) query.set("ply", String(spot.number));
  return `${page}?${query}`;
}

/**
 * @param {URLSearchParams} query
 * @returns {Source}
 */
function sourceOf(query) {
  const [play, record] = [query.get("play"), query.get("record")];
  if (play !== null) return { kind: "play", id: play };
  if (record !== null) return { kind: "record", id: record };
  return { kind: "line", id: "" };
}

/**
 * @param {URLSearchParams} query
 * @param {Catalogue} catalogue
 */
function givenBy(query, catalogue) {
  const options = [...query].flatMap(([name, value]) => (name.startsWith(OPTION) ? [[name.slice(OPTION.length), value]] : []));
  return {
    game: query.get("game") ?? catalogue.games[0]?.game.name ?? "",
    options: Object.fromEntries(options),
    position: query.get("position"),
    moves: query.get("moves")?.split(",").filter(Boolean) ?? [],
  };
}

/**
 * @param {URLSearchParams} query
 * @param {Tree} tree
 * @param {Spot} spot
 */
function writeLine(query, tree, spot) {
  query.set("game", tree.game.name);
  for (const [name, value] of Object.entries(tree.game.options)) query.set(OPTION + name, value);
  if (tree.root.ply.position !== tree.game.start) query.set("position", tree.root.ply.position);
  const last = spot.isMain ? tree.mainLine().at(-1) ?? spot : spot;
  if (last.number > 0) query.set("moves", last.moveTexts().join(","));
}

/**
 * @param {Source} source
 * @returns {Promise<NamedLine>}
 */
async function openGame({ kind, id }) {
  const path = kind === "play" ? `/api/play/${encodeURIComponent(id)}` : `/api/records/${encodeURIComponent(id)}`;
  const { game, plies, players, names, listed } = await ask(path);
  const moves = plies.flatMap((/** @type {Ply} */ { move }) => move ?? []);
  const shown = await send("/api/line", { game: game.name, options: game.options, position: plies[0].position, moves });
  return { ...shown, plies, players: players ?? listed?.players ?? shown.players, names: names ?? listed?.names };
}
