/** The address of the explorer: a line as the page of analysis has it, and whose games count. */

import { readLine, writeLine } from "../line-address.js";

const SOURCES = ["mine", "contests", "imports"];

/**
 * Read the line of the address, and up to which of its moves it is looked at.
 * @param {string} usual the game where the address names none
 * @returns {{ asked: Exploration, line: string[] }}
 */
export function readAddress(usual) {
  const query = new URLSearchParams(location.search);
  const source = query.get("source") ?? "";
  const given = readLine(query, usual);
  const line = given.moves;
  const ply = Number(query.get("ply") ?? line.length);
  const asked = {
    ...given,
    moves: line.slice(0, Number.isInteger(ply) && ply >= 0 ? ply : line.length),
    source: SOURCES.includes(source) ? /** @type {Exploration["source"]} */ (source) : null,
    player: query.get("player") || null,
  };
  return { asked, line };
}

/**
 * Write the address of a line, on this page or on another one that reads such lines.
 * @param {Exploration} asked
 * @param {string} [page]
 */
export function addressOf({ source, player, ...line }, page = "/openings") {
  const query = writeLine(line);
  if (page === "/openings" && source !== null) query.set("source", source);
  if (page === "/openings" && player !== null) query.set("player", player);
  return `${page}?${query}`;
}
