/** How players, sides and times are told. */

/** @typedef {import("./messages.js").GameInfo} GameInfo */
/** @typedef {import("./messages.js").Side} Side */

/**
 * Name a player for people: "you" where only one person plays.
 * @param {string} player as the server names it
 * @param {Side} side
 * @param {GameInfo} game
 * @param {readonly boolean[]} people which of the two are people
 */
export function playerName(player, side, game, people) {
  if (people[side]) return people[0] && people[1] ? titled(game.players[side]) : "You";
  const level = /^level:(?:strength=)?(\d+)$/.exec(player);
  return level ? `Level ${level[1]}` : player;
}

/**
 * Begin a text with a capital, unless it begins with a move or a square.
 * @param {string} text
 */
export function titled(text) {
  return /^\S*\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
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
