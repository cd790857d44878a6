/** Points of an evaluation, written. */

/**
 * Points with a sign, in as many digits as people read: +1.25, −13.4, 0.
 * @param {number} points
 */
export function pointsText(points) {
  const size = Math.abs(points);
  const text = size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
  return Number(text) === 0 ? "0" : `${points < 0 ? "−" : "+"}${text}`;
}
