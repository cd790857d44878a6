/** The value history of a game: who wins after every move, proved, as bars to either side of a line. */

import { drawn } from "../dom.js";
import { makeSlider, setSlider } from "../stepping.js";
import { titled } from "../words.js";
import { outcomeWords } from "./exact-text.js";

/**
 * A position of the game.
 * @typedef {{ told: string, toMove: Side, exact: ExactValue | null }} Moment
 */

const WIDTH = 600;
const HEIGHT = 120;
const MIDDLE = HEIGHT / 2;
const LETTER = 11.5; // how wide a letter of a name is
const TALLEST = 52;
const WIDEST = 34;

export class ValueHistory {
  /** @type {HTMLElement} */ #box;
  /** @type {HTMLElement} */ #caption;
  /** @type {(number: number) => void} */ #onGo;
  /** @type {Moment[]} */ #moments = [];
  #current = 0;
  /** Where the first column begins: beside the names of the players. */ #left = 0;

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} caption where the value on the board is told in words
   * @param {(number: number) => void} onGo called with the number of a position
   */
  constructor(box, caption, onGo) {
    this.#box = box;
    this.#caption = caption;
    this.#onGo = onGo;
    makeSlider(box, "Value history", (step) => this.#go(this.#current + step));
    box.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Show a game of at least two positions; a shorter one has no history.
   * @param {GameInfo} game
   * @param {Moment[]} moments
   * @param {number} current
   */
  show(game, moments, current) {
    this.#moments = moments;
    this.#current = current;
    this.#left = 18 + LETTER * Math.max(...game.players.map(({ length }) => length), 4);
    this.#box.hidden = this.#caption.hidden = moments.length < 2;
    if (this.#box.hidden) return;
    const told = this.#tell(game);
    setSlider(this.#box, moments.length - 1, current, told);
    this.#caption.textContent = told;
    this.#box.replaceChildren(this.#picture(game));
  }

  hide() {
    this.#box.hidden = this.#caption.hidden = true;
  }

  /** @param {GameInfo} game */
  #tell({ players }) {
    const moment = this.#moments[this.#current];
    if (!moment) return "";
    const value = moment.exact ? outcomeWords(players, moment.toMove, moment.exact) : "not solved";
    const lost = this.#lostBy(this.#current);
    const mover = this.#moments[this.#current - 1]?.toMove;
    return [titled(moment.told), value, mover === undefined || lost === "" ? "" : `${players[mover]} ${lost}`].filter(Boolean).join("; ");
  }

  /**
   * What the move to a position gave away for certain.
   * @param {number} number
   */
  #lostBy(number) {
    const [before, after] = [this.#moments[number - 1], this.#moments[number]];
    if (!before?.exact || !after?.exact) return "";
    const [could, does] = [share(before, before.toMove), share(after, before.toMove)];
    if (could <= does) return "";
    return `gave away the ${could === 1 ? "win" : "draw"}`;
  }

  /** @param {GameInfo} game */
  #picture({ players }) {
    const heights = this.#heights();
    const columns = this.#moments.map((moment, number) => this.#column(moment, number, heights[number] ?? 0));
    return drawn(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      drawn("rect", { class: "history-here", x: this.#left + this.#current * this.#step, y: 0, width: this.#step, height: HEIGHT }),
      drawn("path", { class: "history-middle", d: `M${this.#left} ${MIDDLE}H${WIDTH}` }),
      ...columns.flat(),
      drawn("text", { class: "history-label", x: 9, y: 24 }, players[0]),
      drawn("text", { class: "history-label", x: 9, y: MIDDLE + 7 }, "draw"),
      drawn("text", { class: "history-label", x: 9, y: HEIGHT - 10 }, players[1]),
    );
  }

  /**
   * @param {Moment} moment
   * @param {number} number
   * @param {number} height of its bar
   */
  #column({ exact, toMove }, number, height) {
    const width = Math.min(0.76 * this.#step, WIDEST);
    const x = this.#left + (number + 0.5) * this.#step - width / 2;
    if (!exact) return [drawn("circle", { class: "history-unknown", cx: x + width / 2, cy: MIDDLE, r: Math.min(3, width / 2) })];
    const mark = this.#lostBy(number) === "" ? [] : [drawn("circle", { class: "history-lost", cx: x + width / 2, cy: MIDDLE, r: Math.min(7, 0.5 * this.#step) })];
    if (exact.value === "draw") return [drawn("rect", { class: "history-draw", x, y: MIDDLE - 6, width, height: 12 }), ...mark];
    const isFirst = (exact.value === "win") === (toMove === 0);
    const place = { x, y: isFirst ? MIDDLE - height : MIDDLE, width, height };
    return [drawn("rect", { class: isFirst ? "history-first" : "history-second", ...place }), ...mark];
  }

  /** How tall bars are: the larger the margin, or the nearer the end, the taller. */
  #heights() {
    const values = this.#moments.map(({ exact }) => exact);
    const margins = values.map((exact) => Math.abs(exact?.margin ?? 0));
    const distances = values.map((exact) => exact?.distance ?? 0);
    const [largest, longest] = [Math.max(...margins, 1), Math.max(...distances, 1)];
    return values.map((exact) => {
      if (exact?.margin) return TALLEST * (0.2 + (0.8 * Math.abs(exact.margin)) / largest);
      if (typeof exact?.distance === "number") return TALLEST * (1 - (0.6 * exact.distance) / longest);
      return 0.7 * TALLEST;
    });
  }

  get #step() {
    return (WIDTH - this.#left) / Math.max(this.#moments.length, 1);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { left, width } = this.#box.getBoundingClientRect();
    this.#go(Math.floor((((event.clientX - left) / width) * WIDTH - this.#left) / this.#step));
  }

  /** @param {number} number */
  #go(number) {
    this.#onGo(Math.min(Math.max(number, 0), this.#moments.length - 1));
  }
}

/**
 * What a side has of a solved position: 1 for a win, 0.5 for a draw.
 * @param {Moment} moment
 * @param {Side} side
 */
function share({ exact, toMove }, side) {
  const own = exact?.value === "win" ? 1 : exact?.value === "draw" ? 0.5 : 0;
  return side === toMove ? own : 1 - own;
}
