/** The address of the page: which line it asks for, and the address that asks for a line. */

import { ask, send } from "../api.js";
import { ownStart, readLine, writeLine } from "../line-address.js";

/** @import { NamedLine, Spot, Tree } from "./variation-tree.js" */

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
  const shown = source.kind === "line" ? await send("/api/line", readLine(query, catalogue.games[0]?.game.name ?? "")) : await openGame(source);
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
  const query = source.kind !== "line" && spot.isMain ? new URLSearchParams({ [source.kind]: source.id }) : lineOf(tree, spot);
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
 * @param {Tree} tree
 * @param {Spot} spot
 */
function lineOf(tree, spot) {
  const { game, root } = tree;
  const last = spot.isMain ? tree.mainLine().at(-1) ?? spot : spot;
  return writeLine({ game: game.name, options: game.options, position: ownStart(game, root.ply), moves: last.moveTexts() });
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
