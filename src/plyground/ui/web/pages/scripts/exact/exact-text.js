/** Exact values in a few signs and in words. */

const LETTERS = { win: "W", draw: "=", loss: "L" };
const VERBS = { win: "wins", draw: "draws", loss: "loses" };

/**
 * A value that fits on a square: W5 wins in five moves, L4 loses in four, +8 wins by eight, = is a draw.
 * @param {ExactValue} exact
 */
export function shortValue({ value, margin, distance }) {
  if (value === "draw") return LETTERS.draw;
  if (margin !== null) return `${margin < 0 ? "−" : "+"}${Math.abs(margin)}`;
  return LETTERS[value] + (distance === null ? "" : movesTo(distance));
}

/**
 * What a value means for the side it belongs to: "wins in 5 moves".
 * @param {ExactValue} exact
 */
export function valueWords({ value, margin, distance }) {
  if (value === "draw") return VERBS.draw;
  if (margin !== null) return `${VERBS[value]} by ${Math.abs(margin)}`;
  if (distance === null) return VERBS[value];
  if (distance === 0) return value === "win" ? "has won" : "has lost";
  const moves = movesTo(distance);
  return `${VERBS[value]} ${distance === 1 ? "at once" : `in ${moves} ${moves === 1 ? "move" : "moves"}`}`;
}

/**
 * Who wins, and how, whoever is to move: "white wins in 4 moves", "a draw".
 * @param {readonly [string, string]} players
 * @param {0 | 1} toMove
 * @param {ExactValue} exact
 */
export function outcomeWords(players, toMove, { value, margin, distance }) {
  if (value === "draw") return "a draw";
  const winner = value === "win" ? toMove : toMove === 0 ? 1 : 0;
  const isOver = distance === 0 && margin === null;
  return isOver ? `${players[winner]} has won` : `${players[winner]} ${valueWords({ value: "win", margin, distance })}`;
}

/**
 * Which value the side that chooses prefers: a positive number if it is the first one.
 * @param {ExactValue} one
 * @param {ExactValue} other
 */
export function compareValues(one, other) {
  const [first, second] = [rank(one), rank(other)];
  return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
}

/**
 * The value that the side that chooses prefers to all others, null if there is none.
 * @param {ExactValue[]} values
 */
export function bestOf(values) {
  return values.reduce((/** @type {ExactValue | null} */ best, each) => (best && compareValues(best, each) >= 0 ? best : each), null);
}

/**
 * @param {ExactValue} exact
 * @returns {[number, number, number]}
 */
function rank({ value, margin, distance }) {
  const sign = value === "win" ? 1 : value === "loss" ? -1 : 0;
  return [sign, margin ?? 0, -sign * (distance ?? 0)];
}

/**
 * How many moves of the winner a number of plies is.
 * @param {number} plies
 */
function movesTo(plies) {
  return Math.ceil(plies / 2);
}
