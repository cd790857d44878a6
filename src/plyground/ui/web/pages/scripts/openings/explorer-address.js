/** The address of the explorer: a line as the page of analysis has it, and whose games count. */

const OPTION = "option.";
const SOURCES = ["mine", "contests", "imports"];

/**
 * Read the line of the address, and up to which of its moves it is looked at.
 * @param {string} usual the game where the address names none
 * @returns {{ asked: Exploration, line: string[] }}
 */
export function readAddress(usual) {
  const query = new URLSearchParams(location.search);
  const options = [...query].flatMap(([name, value]) => (name.startsWith(OPTION) ? [[name.slice(OPTION.length), value]] : []));
  const source = query.get("source") ?? "";
  const line = query.get("moves")?.split(",").filter(Boolean) ?? [];
  const ply = Number(query.get("ply") ?? line.length);
  const asked = {
    game: query.get("game") ?? usual,
    options: Object.fromEntries(options),
    position: query.get("position"),
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
export function addressOf({ game, options, position, moves, source, player }, page = "/openings") {
  const query = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(options)) query.set(OPTION + name, value);
  if (position !== null) query.set("position", position);
  if (moves.length > 0) query.set("moves", moves.join(","));
  if (page === "/openings" && source !== null) query.set("source", source);
  if (page === "/openings" && player !== null) query.set("player", player);
  return `${page}?${query}`;
}
