/** The evaluation bar: how the chances are divided between the players, or who wins where that is proved. */

import { element, icon } from "../dom.js";
import { guessed } from "./standing.js";

/** @import { Standing } from "./standing.js" */

export class Bar {
  /** @type {HTMLElement} */ #meter;
  #share = element("span", { class: "evaluation-share" });
  #labels = element("span", { class: "evaluation-labels" });

  /** @param {HTMLElement} meter to be filled */
  constructor(meter) {
    this.#meter = meter;
    meter.replaceChildren(this.#share, this.#labels);
  }

  /**
   * @param {GameInfo} game
   * @param {Standing | null} standing null while nothing is known
   */
  show(game, standing) {
    const isProved = standing !== null && standing.told !== "";
    const chance = standing?.chance ?? 0.5;
    // A guess never fills the bar: only what is proved does.
    const share = isProved ? chance : Math.min(Math.max(chance, 0.01), 0.99);
    this.#share.style.width = `${(100 * share).toFixed(1)}%`;
    this.#meter.classList.toggle("is-proved", isProved);
    // They are new each time: one that grows to the left would be seen to move.
    this.#labels.replaceChildren(...(isProved ? provedLabels(standing) : guessedLabels(game, standing)));
    this.#meter.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    this.#meter.setAttribute("aria-valuetext", tell(game, standing));
  }
}

/**
 * Who wins, on the side of the winner, and the mark opposite to it.
 * @param {Standing} standing
 */
function provedLabels({ chance, told, isOver }) {
  const mark = element("span", { class: "evaluation-mark" }, icon("proved"), isOver ? "over" : "proved");
  if (chance === 0) return [mark, element("span", { class: "evaluation-second" }, told)];
  return [element("span", { class: "evaluation-first" }, told), mark];
}

/**
 * @param {GameInfo} game
 * @param {Standing | null} standing
 */
function guessedLabels({ players: [first, second] }, standing) {
  const [one, other] = standing ? [`${first} ${guessed(standing.chance)}`, `${guessed(1 - standing.chance)} ${second}`] : [first, second];
  return [element("span", { class: "evaluation-first" }, one), element("span", { class: "evaluation-second" }, other)];
}

/**
 * @param {GameInfo} game
 * @param {Standing | null} standing
 */
function tell({ players: [first, second] }, standing) {
  if (!standing) return "not known yet";
  if (standing.isOver) return standing.told;
  if (standing.told !== "") return `proved: ${standing.told}`;
  return `a guess: ${first} ${guessed(standing.chance)}, ${second} ${guessed(1 - standing.chance)}`;
}
