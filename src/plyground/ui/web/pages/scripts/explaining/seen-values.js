/** What the evaluation sees: its parts in a list, and drawn on the board. */

import { heatClass, largestOf, strength } from "../board/heat.js";
import { drawn, element, find } from "../dom.js";
import { Asking } from "../exact/asking.js";
import { recall, remember } from "../memory.js";
import { evaluationPoints, titled } from "../words.js";
import { Parts } from "./parts.js";

/** @import { Board } from "../board.js" */

const STEPS = [-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1];
const WIDTH = 28;

/**
 * What is on the page: a line, and what evaluates its last position. Without `isAllowed` nothing is shown.
 * @typedef {{ game: GameInfo, line: GivenLine, evaluate: string | null, isOver: boolean, isAllowed: boolean }} View
 */

const SWITCH = "analysis-explain";
const HEAT = "analysis-heat-map";

/** How many parts are listed. */
const MOST = 12;

export class Seen {
  /** @type {Board} */ #board;
  /** @type {() => void} */ #onNews;
  /** @type {View | null} */ #view = null;
  /** @type {ExplanationMessage | null} What the list shows. */ #listed = null;
  #switch = find("#seen-switch", HTMLInputElement);
  #heatSwitch = find("#heat-switch", HTMLInputElement);
  #body = find("#seen", HTMLElement);
  #told = find("#seen-told", HTMLElement);
  #legend = find("#heat-legend", HTMLElement);
  #list = find("#seen-parts", HTMLElement);
  #sums = find("#seen-sums", HTMLElement);
  /** What makes sense only where there are patterns. */
  #ofPatterns = [find("#heat-row", HTMLElement), find("#seen-meaning", HTMLElement)];
  #parts = new Parts(this.#list, (squares) => this.#board.showPattern(squares));
  /** @type {Asking<ExplanationMessage>} */ #asking = new Asking("/api/explain", () => this.#hear());

  /**
   * @param {Board} board
   * @param {() => void} onNews called when more is known, or a switch was turned
   */
  constructor(board, onNews) {
    this.#board = board;
    this.#onNews = onNews;
    this.#switch.checked = recall(SWITCH) === "on";
    this.#heatSwitch.checked = recall(HEAT) !== "off";
    this.#switch.addEventListener("change", () => this.#turn(SWITCH, this.#switch));
    this.#heatSwitch.addEventListener("change", () => this.#turn(HEAT, this.#heatSwitch));
  }

  /** Whether the board shows what squares add, or is about to. */
  get isOnBoard() {
    return this.#isOn && this.#heatSwitch.checked && Boolean(this.#shown?.squares);
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.#switch.disabled = !view.isAllowed;
    if (this.#isOn && !view.isOver) this.#asking.ask({ line: view.line, evaluate: view.evaluate, most: MOST });
    else this.#asking.drop();
    this.#draw();
  }

  get #isOn() {
    return this.#switch.checked && (this.#view?.isAllowed ?? false);
  }

  /** Whether an answer is on its way. */
  get #isWaiting() {
    return this.#isOn && !this.#view?.isOver && this.#asking.answer === null && this.#asking.problem === "";
  }

  /** What is shown: until an answer comes, the last one stays where it is, so that the page does not jump. */
  get #shown() {
    return this.#isWaiting ? this.#listed : this.#asking.answer;
  }

  /**
   * @param {string} name
   * @param {HTMLInputElement} input
   */
  #turn(name, input) {
    remember(name, input.checked ? "on" : "off");
    if (this.#view) this.show(this.#view);
    this.#onNews();
  }

  #hear() {
    this.#draw();
    this.#onNews();
  }

  #draw() {
    const { answer } = this.#asking;
    const shown = this.#shown;
    this.#body.hidden = !this.#isOn;
    this.#told.textContent = this.#tell(answer);
    for (const each of [this.#list, this.#sums]) each.setAttribute("aria-busy", String(this.#isWaiting));
    for (const each of this.#ofPatterns) each.hidden = !shown?.squares;
    this.#drawHeat(answer);
    if (shown === this.#listed) return;
    this.#listed = shown;
    this.#board.showPattern([]);
    if (shown) this.#parts.show(shown);
    else this.#parts.clear();
    this.#sums.replaceChildren(...(shown ? drawSums(shown) : []));
  }

  /** @param {ExplanationMessage | null} answer */
  #drawHeat(answer) {
    const heat = this.isOnBoard ? (answer?.squares ?? null) : null;
    this.#board.showHeat(heat);
    this.#legend.hidden = !this.isOnBoard;
    if (!answer || heat === null) return;
    const player = this.#view?.game.players[answer.to_move] ?? "";
    this.#legend.replaceChildren(...drawHeatLegend(largestOf(heat), player));
  }

  /** @param {ExplanationMessage | null} answer */
  #tell(answer) {
    if (!this.#view || !this.#isOn) return "";
    if (this.#view.isOver) return "The game is over: nothing is evaluated any more.";
    if (!answer) return titled(this.#asking.problem) || "Evaluating …";
    const player = this.#view.game.players[answer.to_move];
    return `${answer.evaluation}: ${evaluationPoints(answer.score)} points for ${player}, who is to move.`;
  }
}

/**
 * What the parts that are not listed add, and what other heuristics say.
 * @param {ExplanationMessage} answer
 */
function drawSums({ squares, usual, left_out, rest, others }) {
  /** @type {[string, number][]} */
  const sums = [];
  if (left_out > 0) sums.push([`${left_out} more`, rest]);
  if (squares) sums.push(["all patterns on average", usual]);
  const rows = [...sums, ...others.map(({ name, points }) => /** @type {[string, number]} */ ([name, points]))];
  const pairs = rows.map(([name, points]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, evaluationPoints(points))),
  );
  const heading = others.length > 0 ? [element("div", { class: "label" }, element("dt", {}, "Other heuristics"), element("dd", {}))] : [];
  return [...heading, ...pairs];
}

/**
 * Explain the colours, from the largest loss to the largest gain of a square.
 * @param {number} largest
 * @param {string} player who is to move
 */
function drawHeatLegend(largest, player) {
  const steps = STEPS.flatMap((share, index) => {
    const place = { x: index * WIDTH, y: 0, width: WIDTH, height: 20 };
    const colour = { class: heatClass(share), opacity: strength(share, 1).toFixed(3) };
    return [drawn("rect", { class: "heat-none", ...place }), drawn("rect", { ...colour, ...place })];
  });
  const size = { class: "heat-scale", viewBox: `0 0 ${STEPS.length * WIDTH} 20`, "aria-hidden": "true" };
  return [
    element("span", {}, evaluationPoints(-largest)),
    drawn("svg", size, ...steps),
    element("span", {}, evaluationPoints(largest)),
    element("span", { class: "muted" }, `Points of a square for ${player}: patterns share theirs equally among their squares.`),
  ];
}
