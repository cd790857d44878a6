/** Which game a report is about: one that was played here, or a record of the library. */

import { ask, send } from "../api.js";

/** @import { NamedLine } from "../analyse/variation-tree.js" */

/**
 * @typedef {object} OpenedGame
 * @property {NamedLine} line
 * @property {[string, string]} names
 * @property {[boolean, boolean]} people which sides were played by a person of this house
 * @property {Side | null} winner
 * @property {string} reason why it is over, "" if it is not
 * @property {{ game: string, analysis: string }} addresses
 */

const RECORD = /^record-(\d+)$/;

/**
 * Fetch a game.
 * @param {string} id that of a game that was played here, or "record-" and the number of a record
 * @returns {Promise<OpenedGame>}
 */
export async function openGame(id) {
  const number = RECORD.exec(id)?.[1];
  const told = await ask(number ? `/api/records/${number}` : `/api/play/${encodeURIComponent(id)}`);
  const { game, plies } = told;
  const moves = plies.flatMap((/** @type {Ply} */ { move }) => move ?? []);
  const shown = await send("/api/line", { game: game.name, options: game.options, position: plies[0].position, moves });
  const line = { ...shown, plies };
  if (number) {
    const { names, winner, termination } = told.listed;
    return {
      line,
      names,
      people: [false, false],
      winner,
      reason: termination === "unfinished" ? "" : told.reason,
      addresses: { game: `/library?record=${number}`, analysis: `/analyse?record=${number}` },
    };
  }
  const { outcome } = told.status;
  return {
    line,
    names: told.names,
    people: told.people,
    winner: outcome?.winner ?? null,
    reason: outcome?.reason ?? "",
    addresses: { game: `/play/${encodeURIComponent(id)}`, analysis: `/analyse?play=${encodeURIComponent(id)}` },
  };
}
