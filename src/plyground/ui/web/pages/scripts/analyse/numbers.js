/** Numbers the way people read them. */

const UNITS = /** @type {const} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]]);

/**
 * A large number in a few characters: 1,234,567 is 1.23 M.
 * @param {number} number
 */
export function large(number) {
  const unit = UNITS.find(([size]) => number >= size);
  return unit ? `${(number / unit[0]).toPrecision(3)} ${unit[1]}` : String(Math.round(number));
}

/** @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

/** @param {number} share from 0 to 1 */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/**
 * How many times as much something is: ×3.7.
 * @param {number} present
 * @param {number} earlier
 */
export function ratio(present, earlier) {
  if (!(earlier > 0)) return "";
  const times = present / earlier;
  return `×${times >= 100 ? Math.round(times) : times.toPrecision(2)}`;
}

/**
 * A score with a sign that is as wide as the other one.
 * @param {string} score
 */
export function signed(score) {
  return score.replace("-", "−");
}

/**
 * The score of a line: in Monte Carlo tree search the win rate of the side to move, unless something is proved.
 * @param {FoundLine} line
 */
export function lineScore(line) {
  const rate = winRate(line);
  return rate === null ? signed(line.score) : percent(rate);
}

/**
 * @param {FoundLine} line
 * @returns {number | null} from 0 to 1, null where the score is none
 */
function winRate({ score, visits, proof, plies_to_end: plies }) {
  return visits === null || proof !== null || plies !== null ? null : (1 + Number(score)) / 2;
}

/**
 * A score that fits on a square: +1.3, W5 for a proved win in five moves, L4 for a loss in four, = for a draw. A win
 * or a loss that is not proved has a question mark.
 * @param {FoundLine} line
 */
export function shortScore(line) {
  const proof = line.proof;
  if (proof?.value === "draw") return "=";
  if (proof && proof.margin !== null) return `${proof.margin < 0 ? "−" : "+"}${Math.abs(proof.margin)}`;
  if (line.plies_to_end !== null) return `${/win|won/.test(line.score) ? "W" : "L"}${Math.ceil(line.plies_to_end / 2)}${proof ? "" : "?"}`;
  if (proof) return proof.value === "win" ? "W" : "L";
  const rate = winRate(line);
  if (rate !== null) return String(Math.round(100 * rate));
  const points = Number(line.score);
  const size = Math.abs(points).toFixed(Math.abs(points) >= 50 ? 0 : 1);
  return Number(size) === 0 ? size : `${points < 0 ? "−" : "+"}${size}`;
}
