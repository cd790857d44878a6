/** From values to places on an axis, with ticks at round numbers. */

const ROUND = [1, 2, 5, 10];

export class Scale {
  /**
   * @param {number} low
   * @param {number} high
   * @param {number} start the place of the lowest value
   * @param {number} end
   */
  constructor(low, high, start, end) {
    this.low = low;
    this.high = high > low ? high : low + 1;
    this.start = start;
    this.end = end;
  }

  /** @param {number} value */
  at(value) {
    return this.start + ((value - this.low) / (this.high - this.low)) * (this.end - this.start);
  }

  /**
   * The place of a value, or the end of the axis on its side.
   * @param {number | null} value
   * @param {number} otherwise
   */
  clamped(value, otherwise) {
    return value === null ? otherwise : this.at(Math.min(Math.max(value, this.low), this.high));
  }

  /**
   * Round values, at least so many units apart.
   * @param {number} apart
   */
  ticks(apart) {
    const room = Math.abs(this.end - this.start);
    const least = ((this.high - this.low) * apart) / Math.max(room, 1);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = power * (ROUND.find((each) => each * power >= least) ?? 10);
    const count = Math.floor(this.high / step) - Math.ceil(this.low / step) + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, index) => (Math.ceil(this.low / step) + index) * step);
  }
}
