/** Positions and squares as text. The server knows what they mean; a page only draws them. */

/**
 * What stands where: a letter for each square, "" for none.
 * @typedef {{ rows: number, columns: number, letters: string[], player: string, counter: number }} Diagram
 */

/**
 * Read a position text such as "8/8/8/3wb3/3bw3/8/8/8 black".
 * @param {string} text
 * @returns {Diagram}
 */
export function readPosition(text) {
  const [board = "", player = "", counter = "0"] = text.split(" ");
  const rows = board.split("/").map(readRow);
  return { rows: rows.length, columns: rows[0]?.length ?? 0, letters: rows.flat(), player, counter: Number(counter) };
}

/**
 * Write a position text.
 * @param {Diagram} diagram
 */
export function writePosition({ rows, columns, letters, player, counter }) {
  const board = Array.from({ length: rows }, (_, row) => writeRow(letters.slice(row * columns, (row + 1) * columns)));
  return [board.join("/"), player, ...(counter > 0 ? [counter] : [])].join(" ");
}

/**
 * Who is to move in a position.
 * @param {GameInfo} game
 * @param {string} position
 * @returns {Side}
 */
export function sideToMove(game, position) {
  return readPosition(position).player === game.players[1] ? 1 : 0;
}

/**
 * Name a column: a, b, c, ...
 * @param {number} column
 */
export function columnName(column) {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

/**
 * Name a row by the number that people see beside it.
 * @param {GameInfo} game
 * @param {number} row
 */
export function rowName(game, row) {
  return String(game.rows_from_top ? row + 1 : game.rows - row);
}

/**
 * Name a square.
 * @param {GameInfo} game
 * @param {number} square
 */
export function squareName(game, square) {
  return columnName(square % game.columns) + rowName(game, Math.floor(square / game.columns));
}

/**
 * What a letter stands for: a piece of a side, something that is nobody's, or nothing known.
 * @param {GameInfo} game
 * @param {string} letter
 * @returns {{ name: string, side: 0 | 1 | null }}
 */
export function meaning(game, letter) {
  for (const piece of game.pieces) {
    if (piece.letters[0] === letter) return { name: piece.name, side: 0 };
    if (piece.letters[1] === letter) return { name: piece.name, side: 1 };
  }
  const scenery = game.scenery.find((each) => each.letter === letter);
  return { name: scenery?.name ?? letter, side: null };
}

/**
 * Whether there is nothing to be done but to pass.
 * @param {MoveInfo[]} moves the legal ones
 */
export function isForcedPass(moves) {
  return moves.length === 1 && moves[0]?.target === null;
}

/**
 * The side whose pieces stand lower on the board; null where they stand alike.
 * @param {GameInfo} game
 * @param {string} position
 * @returns {Side | null}
 */
export function sideAtFoot(game, position) {
  const rows = /** @type {[number[], number[]]} */ ([[], []]);
  readPosition(position).letters.forEach((letter, square) => {
    const { side } = meaning(game, letter);
    if (side !== null) rows[side].push(Math.floor(square / game.columns));
  });
  const [first, second] = rows.map((each) => each.reduce((sum, row) => sum + row, 0) / each.length);
  const difference = (first ?? 0) - (second ?? 0);
  if (!(Math.abs(difference) > game.rows / 4)) return null;
  return difference > 0 ? 0 : 1;
}

/**
 * Whether a board has to be turned for a side that looks at its own pieces from behind.
 * @param {GameInfo} game
 * @param {string} position
 * @param {Side} side
 */
export function isTurnedFor(game, position, side) {
  const atFoot = sideAtFoot(game, position);
  return atFoot !== null && atFoot !== side;
}

/** @param {string} row */
function readRow(row) {
  return [...row.matchAll(/\d+|./g)].flatMap(([part]) => {
    const run = Number(part);
    return Number.isNaN(run) ? [part] : Array.from({ length: run }, () => "");
  });
}

/** @param {string[]} letters */
function writeRow(letters) {
  return letters.map((letter) => letter || ".").join("").replace(/\.+/g, (run) => String(run.length));
}

/**
 * Say what a square is called, what stands on it and what can be done with it.
 * @param {GameInfo} game
 * @param {number} square
 * @param {string} letter
 * @param {{ does: string, isLast: boolean, worth: string }} state
 */
export function describeSquare(game, square, letter, { does, isLast, worth }) {
  const words = [squareName(game, square), contentOf(game, letter), does, isLast ? "last move" : "", worth];
  return words.filter(Boolean).join(", ");
}

/**
 * @param {GameInfo} game
 * @param {string} letter
 */
function contentOf(game, letter) {
  if (letter === "") return "empty";
  const { name, side } = meaning(game, letter);
  return side === null ? name : `${game.players[side]} ${name}`;
}
