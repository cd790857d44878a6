/** Moves that play out on the board by themselves, one after the other. */

/** @import { Spot } from "./variation-tree.js" */

const PAUSE = 1100;

export class Stepper {
  /** @type {(spot: Spot, told: string) => Promise<void>} */ #onStep;
  #timer = 0;

  /** @param {(spot: Spot, told: string) => Promise<void>} onStep */
  constructor(onStep) {
    this.#onStep = onStep;
  }

  /**
   * Show positions one after the other.
   * @param {Spot[]} spots
   * @param {string} told what they show
   */
  async play(spots, told) {
    this.stop();
    const [spot, ...others] = spots;
    if (!spot) return;
    await this.#onStep(spot, told);
    this.#timer = setTimeout(() => void this.play(others, told), PAUSE);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
