/** How far the first lessons have been taken in this browser. */

import { recall, remember } from "../memory.js";

const FINISHED = "finished";

/**
 * Whether the first lesson of a game was taken to its end.
 * @param {string} name
 */
export function hasFinished(name) {
  return recall(`lesson-${name}`) === FINISHED;
}

/**
 * How many steps of a lesson were completed when it was left; 0 after its end.
 * @param {string} name
 */
export function stepsDone(name) {
  const kept = Number(recall(`lesson-${name}`) ?? 0);
  return Number.isInteger(kept) && kept > 0 ? kept : 0;
}

/**
 * Keep how many steps of a lesson are completed.
 * @param {string} name
 * @param {number} done
 * @param {number} steps
 */
export function keepProgress(name, done, steps) {
  remember(`lesson-${name}`, done < steps ? String(done) : FINISHED);
}
