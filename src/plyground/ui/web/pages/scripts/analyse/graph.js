/** The graph of a game: who wins after every move where that is proved, else the chances; mistakes are marked. */

import { drawn, element } from "../dom.js";
import { sideToMove } from "../notation.js";
import { makeSlider, setSlider } from "../stepping.js";
import { guessed, standingOf } from "./standing.js";

/** @import { Spot } from "./variation-tree.js" */
/** @typedef {Mistake["kind"]} Kind */

/**
 * A position of the game that has been judged, and where it stands in the picture.
 * @typedef {{ spot: Spot, x: number, y: number, isProved: boolean, certain: string, chance: number }} Point
 */

const RADII = { inaccuracy: 5, mistake: 7, blunder: 9 };
const WIDTH = 600;
const HEIGHT = 180;
const AIR = 14;
const LOWER = 14; // names stay clear of the course of a game that is won
const MOST_OPEN = 0.7; // where less has been judged there is no room for names

export class Graph {
  /** @type {HTMLElement} */ #box;
  /** @type {HTMLElement} */ #legend;
  /** @type {Spot[]} */ #line = [];
  /** @type {(spot: Spot) => void} */ #onGo;
  #current = 0;

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} legend
   * @param {(spot: Spot) => void} onGo
   */
  constructor(box, legend, onGo) {
    this.#box = box;
    this.#legend = legend;
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
    const points = line.flatMap((spot) => this.#point(game, spot));
    this.#box.hidden = this.#legend.hidden = points.length < 2;
    if (this.#box.hidden) return;
    const at = line.indexOf(current);
    this.#current = Math.max(at, 0);
    setSlider(this.#box, line.length - 1, this.#current, this.#told(game));
    this.#box.replaceChildren(this.#picture(game, points, at));
    this.#legend.replaceChildren(...drawLegend(points));
  }

  /** @param {GameInfo} game */
  #told(game) {
    const spot = this.#line[this.#current];
    if (!spot) return "";
    const [point] = this.#point(game, spot);
    const mistake = spot.parent?.judged?.mistake;
    const value = point && (point.certain || `a guess: ${game.players[0]} ${guessed(point.chance)}`);
    return [spot.ply.told, value, mistake && `a ${mistake.is_certain ? "proved " : ""}${mistake.kind}`].filter(Boolean).join(", ");
  }

  /**
   * @param {GameInfo} game
   * @param {Spot} spot
   * @returns {Point[]} empty if it has not been judged
   */
  #point(game, spot) {
    if (!spot.judged) return [];
    const { chance, told, isOver } = standingOf(game, sideToMove(game, spot.ply.position), spot.judged);
    const certain = told === "" ? "" : isOver ? told : `proved: ${told}`;
    return [{ spot, x: this.#x(spot.number), y: y(chance), isProved: told !== "", certain, chance }];
  }

  /**
   * @param {GameInfo} game
   * @param {Point[]} points at least two
   * @param {number} at where one is, -1 in a variation
   */
  #picture(game, points, at) {
    const course = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
    const [left, right] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
    const [proved, guesses] = [pathOf(points, true), pathOf(points, false)];
    return drawn(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      drawn("rect", { class: "graph-first", x: left, y: 0, width: right - left, height: HEIGHT }),
      drawn("path", { class: "graph-second", d: `${course}L${right} 0L${left} 0z` }),
      drawn("path", { class: "graph-middle", d: `M0 ${y(0.5)}H${WIDTH}` }),
      at >= 0 && drawn("path", { class: "graph-here", d: `M${this.#x(at)} 0V${HEIGHT}` }),
      guesses && drawn("path", { class: "graph-edge", d: guesses }),
      guesses && drawn("path", { class: "graph-guess", d: guesses }),
      proved && drawn("path", { class: "graph-edge is-proved", d: proved }),
      proved && drawn("path", { class: "graph-proved", d: proved }),
      ...points.filter(({ isProved }) => isProved).map(({ x, y }) => drawn("circle", { class: "graph-proof", cx: x, cy: y, r: this.#dot })),
      ...points.flatMap((point) => drawMistake(point)),
      ...(left < MOST_OPEN * WIDTH ? game.players.map((name, side) => drawLabel(name, side, left)) : []),
    );
  }

  /** How large a point is: they may be close to each other. */
  get #dot() {
    return Math.min(Math.max((0.36 * WIDTH) / this.#line.length, 2.5), 6);
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

/**
 * The parts of the course between two positions that are both proved, or the other ones.
 * @param {Point[]} points
 * @param {boolean} isProved
 */
function pathOf(points, isProved) {
  return points
    .slice(1)
    .map((to, index) => ({ from: points[index] ?? to, to }))
    .filter(({ from, to }) => (from.isProved && to.isProved) === isProved)
    .map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`)
    .join("");
}

/**
 * Mark a mistake where it led to: a diamond if it is certain, a circle if it is a guess.
 * @param {Point} point
 */
function drawMistake({ spot, x, y }) {
  const mistake = spot.parent?.judged?.mistake;
  if (!mistake) return [];
  return [mark(mistake.kind, mistake.is_certain, x, y)];
}

/**
 * @param {Kind} kind
 * @param {boolean} isCertain
 * @param {number} x
 * @param {number} y
 */
function mark(kind, isCertain, x, y) {
  if (!isCertain) return drawn("circle", { class: `graph-${kind}`, cx: x, cy: y, r: RADII[kind] });
  return drawn("path", { class: `graph-${kind} is-certain`, d: `M${x} ${y - 13}l12 13l-12 13l-12 -13z` });
}

/**
 * Name a side in its part of the picture.
 * @param {string} name
 * @param {number} side
 * @param {number} left where the part begins that has been judged
 */
function drawLabel(name, side, left) {
  const place = { x: left + 10, y: side === 0 ? HEIGHT - 12 - LOWER : 28 + LOWER };
  return drawn("text", { class: `graph-label is-${side === 0 ? "first" : "second"}`, ...place }, name);
}

/**
 * What the signs of the graph mean, of those that are in it.
 * @param {Point[]} points
 */
function drawLegend(points) {
  const mistakes = points.flatMap(({ spot }) => spot.parent?.judged?.mistake ?? []);
  const has = (/** @type {Kind} */ kind, /** @type {boolean} */ isCertain) =>
    mistakes.some((mistake) => mistake.kind === kind && mistake.is_certain === isCertain);
  const signs = /** @type {[boolean, string, SVGElement[]][]} */ ([
    [points.some(({ isProved }) => isProved), "proved", [drawn("path", { class: "graph-proved", d: "M2 15H42" }), drawn("circle", { class: "graph-proof", cx: 22, cy: 15, r: 6 })]],
    [points.some(({ isProved }) => !isProved), "guess", [drawn("path", { class: "graph-guess", d: "M2 15H42" })]],
    [has("blunder", true), "blunder, proved", [mark("blunder", true, 22, 15)]],
    [has("blunder", false), "blunder by guess", [mark("blunder", false, 22, 15)]],
    [has("mistake", false), "mistake by guess", [mark("mistake", false, 22, 15)]],
    [has("inaccuracy", false), "inaccuracy by guess", [mark("inaccuracy", false, 22, 15)]],
  ]);
  return signs
    .filter(([isShown]) => isShown)
    .map(([, text, shapes]) => element("li", {}, drawn("svg", { viewBox: "0 0 44 30", "aria-hidden": "true" }, ...shapes), text));
}

/** @param {number} chance of the first player, whose share is the part below the course */
function y(chance) {
  return AIR + (HEIGHT - 2 * AIR) * (1 - chance);
}
