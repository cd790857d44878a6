/** Lines of play in addresses: every page that shows one reads and writes it in the same way. */

const OPTION = "option.";

/**
 * Read a line.
 * @param {URLSearchParams} query
 * @param {string} usual the game where the address names none
 * @returns {GivenLine}
 */
export function readLine(query, usual) {
  const options = [...query].flatMap(([name, value]) => (name.startsWith(OPTION) ? [[name.slice(OPTION.length), value]] : []));
  return {
    game: query.get("game") ?? usual,
    options: Object.fromEntries(options),
    position: query.get("position"),
    moves: query.get("moves")?.split(",").filter(Boolean) ?? [],
  };
}

/**
 * Write a line; without a position it begins at the start.
 * @param {GivenLine} line
 */
export function writeLine({ game, options, position, moves }) {
  const query = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(options)) query.set(OPTION + name, value);
  if (position) query.set("position", position);
  if (moves.length > 0) query.set("moves", moves.join(","));
  return query;
}

/**
 * The position in which a game begins, null if that is its start.
 * @param {GameInfo} game
 * @param {Ply | undefined} first
 */
export function ownStart(game, first) {
  return first && first.position !== game.start ? first.position : null;
}
