/** The graph of a game: the chances after every move, with mistakes marked. */

import { drawn } from "../dom.js";
import { makeSlider, setSlider } from "../sliding.js";
import { percent } from "./numbers.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("./tree.js").Spot} Spot */

const WIDTH = 600;
const HEIGHT = 180;
const AIR = 8;

export class Graph {
  /** @type {HTMLElement} */ #box;
  /** @type {Spot[]} */ #line = [];
  /** @type {(spot: Spot) => void} */ #onGo;
  #current = 0;

  /**
   * @param {HTMLElement} box
   * @param {(spot: Spot) => void} onGo
   */
  constructor(box, onGo) {
    this.#box = box;
    this.#onGo = onGo;
    makeSlider(box, "Course of the game", (step) => this.#go(this.#current + step));
    box.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * @param {GameInfo} game
   * @param {Spot[]} line as far as it has been judged
   * @param {Spot} current
   */
  show(game, line, current) {
    this.#line = line;
    const known = line.filter((spot) => spot.judged !== null);
    this.#box.hidden = known.length < 2;
    if (this.#box.hidden) return;
    const at = line.indexOf(current);
    this.#current = Math.max(at, 0);
    setSlider(this.#box, line.length - 1, this.#current, this.#told(game));
    this.#box.replaceChildren(this.#picture(game, known, at));
  }

  /** @param {GameInfo} game */
  #told(game) {
    const spot = this.#line[this.#current];
    const chance = spot?.judged ? `, ${game.players[0]} ${percent(spot.judged.chance)}` : "";
    const mistake = spot?.parent?.judged?.mistake;
    return `${spot?.ply.told ?? ""}${chance}${mistake ? `, a ${mistake.kind}` : ""}`;
  }

  /**
   * @param {GameInfo} game
   * @param {Spot[]} known
   * @param {number} at where one is, -1 in a variation
   */
  #picture(game, known, at) {
    const points = known.map((spot) => `${this.#x(spot.number)} ${y(spot.judged?.chance ?? 0.5)}`);
    const [left, right] = [this.#x(known[0]?.number ?? 0), this.#x(known.at(-1)?.number ?? 0)];
    const course = `M${points.join("L")}`;
    return drawn(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      drawn("rect", { class: "graph-first", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      drawn("path", { class: "graph-second", d: `${course}L${right} 0L${left} 0z` }),
      drawn("path", { class: "graph-middle", d: `M0 ${y(0.5)}H${WIDTH}` }),
      drawn("path", { class: "graph-course", d: course }),
      at >= 0 && drawn("path", { class: "graph-here", d: `M${this.#x(at)} 0V${HEIGHT}` }),
      ...known.flatMap((spot) => this.#mark(spot)),
      drawn("text", { class: "graph-label is-first", x: 10, y: HEIGHT - 12 }, game.players[0]),
      drawn("text", { class: "graph-label is-second", x: 10, y: 28 }, game.players[1]),
    );
  }

  /**
   * Mark a mistake where it led to.
   * @param {Spot} spot
   */
  #mark(spot) {
    const mistake = spot.parent?.judged?.mistake;
    if (!mistake || !spot.judged) return [];
    return [drawn("circle", { class: `graph-${mistake.kind}`, cx: this.#x(spot.number), cy: y(spot.judged.chance), r: mistake.kind === "blunder" ? 9 : 7 })];
  }

  /** @param {number} number */
  #x(number) {
    return (WIDTH * number) / Math.max(this.#line.length - 1, 1);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { left, width } = this.#box.getBoundingClientRect();
    this.#go(Math.round(((event.clientX - left) / width) * (this.#line.length - 1)));
  }

  /** @param {number} number */
  #go(number) {
    const spot = this.#line[Math.min(Math.max(number, 0), this.#line.length - 1)];
    if (spot) this.#onGo(spot);
  }
}

/** @param {number} chance of the first player, whose share is the part below the course */
function y(chance) {
  return AIR + (HEIGHT - 2 * AIR) * (1 - chance);
}
