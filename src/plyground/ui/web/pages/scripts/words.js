/** How players, sides and times are told. */

/**
 * Begin a text with a capital, unless it begins with a move or a square.
 * @param {string} text
 */
export function titled(text) {
  return /^\S*\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Say what went wrong.
 * @param {unknown} error
 */
export function problemText(error) {
  return error instanceof Error ? titled(error.message) : String(error);
}

/**
 * Write the size of a board.
 * @param {GameInfo} game
 */
export function sizeOf(game) {
  return `${game.rows} × ${game.columns}`;
}

/**
 * Write what a clock shows: tenths only when they matter.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(seconds, 0);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Points with a sign, in as many digits as people read: +1.25, −13.4, 0.
 * @param {number} points
 */
export function evaluationPoints(points) {
  const size = Math.abs(points);
  const text = size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
  return Number(text) === 0 ? "0" : `${points < 0 ? "−" : "+"}${text}`;
}
