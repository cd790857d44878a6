/** Results, dates and numbers, told for people. */

const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const DAY_OF_THIS_YEAR = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const MINUS = "−";

/**
 * Write a day, with its year unless it is this one; what is no date is left out.
 * @param {string} moment as ISO 8601 writes it
 */
export function dayOf(moment) {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  return (date.getFullYear() === new Date().getFullYear() ? DAY_OF_THIS_YEAR : DAY).format(date);
}

/**
 * Write a day and a time.
 * @param {string} moment as ISO 8601 writes it
 */
export function momentOf(moment) {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? "" : MOMENT.format(date);
}

/**
 * What each side made of a game: 1, 0 or ½, nothing while it is unfinished.
 * @param {Pick<ListedGame, "winner" | "termination">} game
 * @returns {[string, string]}
 */
export function scoresOf({ winner, termination }) {
  if (termination === "unfinished") return ["", ""];
  if (winner === null) return ["½", "½"];
  return winner === 0 ? ["1", "0"] : ["0", "1"];
}

/** How games end otherwise than by their rules; `reason` has the rest. */
const ENDS = {
  normal: "",
  resignation: " by resignation",
  time: " on time",
  "illegal move": " by an illegal move",
  garbage: " by an unreadable answer",
  crash: " by a crash",
  adjudication: " by adjudication",
  "move limit": " by the limit of moves",
};

/**
 * Say how a game ended.
 * @param {ListedGame} game
 */
export function resultOf({ result, winner, termination }) {
  if (termination === "unfinished") return "unfinished";
  return `${winner === null ? "draw" : `${result} won`}${ENDS[termination]}`;
}

/**
 * Say how a game ended, and why where that says more.
 * @param {ListedGame} game
 * @param {string} reason
 */
export function endOf(game, reason) {
  const isSaid = game.termination === "resignation" || reason === "";
  return isSaid ? resultOf(game) : `${resultOf(game)}: ${reason}`;
}

/**
 * Write points: halves as people write them.
 * @param {number} points
 */
export function pointsText(points) {
  const whole = Math.floor(points);
  const half = points === whole ? "" : "½";
  return whole === 0 && half ? half : `${whole.toLocaleString("en")}${half}`;
}

/**
 * Write a number with its sign.
 * @param {number} value
 * @param {number} [digits]
 */
export function signedText(value, digits = 1) {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? MINUS : "+") + text;
}

/**
 * Write how long something takes, in the unit that fits.
 * @param {number} seconds
 */
export function durationText(seconds) {
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(2))} ms`;
  if (seconds < 60) return `${Number(seconds.toPrecision(2))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * Write a number of things.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function countText(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
