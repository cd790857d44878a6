/** The pieces on the board: which stand where, and how they come to stand where they do next. */

import { drawn } from "../dom.js";
import { meaning } from "../notation.js";
import { UNIT } from "./geometry.js";
import { afterMotion, appear, hurryMotion, slide, slideAway, turn, vanish, wantsMotion } from "./motion.js";
import { drawLetter } from "./pieces.js";

/** @import { Geometry, Point } from "./geometry.js" */
/** @typedef {{ origin: number | null, target: number | null }} Way */

export class Placing {
  /** @type {GameInfo} */ #game;
  /** @type {Geometry} */ #geometry;
  /** @type {SVGGElement} */ #layer;
  /** @type {SVGGElement} */ #ground;
  /** @type {string[]} */ #letters = [];
  /** @type {Map<number, SVGGElement>} */ #pieces = new Map();

  /**
   * @param {GameInfo} game
   * @param {Geometry} geometry
   * @param {SVGGElement} layer for pieces
   * @param {SVGGElement} ground for what belongs to nobody
   */
  constructor(game, geometry, layer, ground) {
    this.#game = game;
    this.#geometry = geometry;
    this.#layer = layer;
    this.#ground = ground;
  }

  /** What stands where. */
  get letters() {
    return this.#letters;
  }

  /**
   * Set all pieces; with a move that led here, they are seen to move.
   * @param {string[]} letters
   * @param {Way | null} way
   */
  set(letters, way) {
    const before = this.#letters;
    this.#letters = letters;
    if (isSame(before, letters)) this.#settle();
    else if (before.length === letters.length && way && wantsMotion()) this.#change(before, letters, way);
    else this.#renew(letters);
  }

  /**
   * Let a piece hang under the pointer, or fall back into its place.
   * @param {number} square
   * @param {Point | null} point
   */
  carry(square, point) {
    const place = this.#pieces.get(square);
    if (!place) return;
    const { x, y } = point ? { x: point.x - UNIT / 2, y: point.y - UNIT / 2 } : this.#geometry.corner(square);
    place.setAttribute("transform", `translate(${x} ${y})`);
    place.firstElementChild?.classList.toggle("is-lifted", point !== null);
    if (point && place.nextElementSibling) this.#layer.append(place);
  }

  /** Wait until the last move has been seen. */
  settled() {
    return afterMotion(this.#layer);
  }

  /** Put every piece back into its place; those that are still seen to move go on moving. */
  #settle() {
    for (const square of this.#pieces.keys()) this.carry(square, null);
  }

  /** @param {string[]} letters */
  #renew(letters) {
    this.#layer.replaceChildren();
    this.#ground.replaceChildren();
    this.#pieces.clear();
    letters.forEach((letter, square) => this.#put(square, letter));
  }

  /**
   * @param {number} square
   * @param {string} letter
   * @returns {Element | null} the piece, which is drawn within its place
   */
  #put(square, letter) {
    if (letter === "") return null;
    const { x, y } = this.#geometry.corner(square);
    const piece = drawLetter(this.#game, letter);
    const where = { transform: `translate(${x} ${y})`, "data-square": square, "data-letter": letter };
    const place = drawn("g", where, piece);
    const isPiece = meaning(this.#game, letter).side !== null;
    (isPiece ? this.#layer : this.#ground).append(place);
    this.#pieces.set(square, place);
    return piece;
  }

  /**
   * @param {string[]} before
   * @param {string[]} after
   * @param {Way} way
   */
  #change(before, after, way) {
    hurryMotion(this.#layer);
    const rest = after.map((_, square) => square).filter((square) => before[square] !== after[square]);
    const moved = way.origin === null ? [] : this.#move(before, after, way.origin, way.target ?? way.origin);
    for (const square of rest.filter((each) => !moved.includes(each))) {
      const old = this.#take(square);
      const piece = this.#put(square, after[square] ?? "");
      if (old && piece) turn(old, piece, this.#distance(square, way.target ?? square));
      else if (old) vanish(old);
      else if (piece) appear(piece);
    }
  }

  /**
   * Move a piece, and settle what happens on the square that it moves to.
   * @param {string[]} before
   * @param {string[]} after
   * @param {number} origin
   * @param {number} target
   * @returns {number[]} the squares that are settled
   */
  #move(before, after, origin, target) {
    const mover = this.#take(origin);
    if (!mover || after[origin] !== "") {
      mover?.parentElement?.remove();
      this.#put(origin, after[origin] ?? "");
      return [origin];
    }
    const [from, to] = [this.#geometry.corner(origin), this.#geometry.corner(target)];
    const way = { x: to.x - from.x, y: to.y - from.y };
    const isSurvivor = after[target] === before[origin];
    if (!isSurvivor) slideAway(mover, way);
    if (after[target] === before[target]) return [origin, target];
    const met = this.#take(target);
    if (met) vanish(met);
    const piece = this.#put(target, after[target] ?? "");
    if (piece && isSurvivor) {
      mover.parentElement?.remove();
      slide(piece, way);
    }
    return [origin, target];
  }

  /**
   * Forget what stands on a square; it is still seen.
   * @param {number} square
   */
  #take(square) {
    const place = this.#pieces.get(square);
    this.#pieces.delete(square);
    place?.removeAttribute("data-square");
    return place?.firstElementChild ?? null;
  }

  /**
   * @param {number} first
   * @param {number} second
   */
  #distance(first, second) {
    const [one, other] = [this.#geometry.corner(first), this.#geometry.corner(second)];
    return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) / UNIT;
  }
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function isSame(one, other) {
  return one.length === other.length && one.every((letter, index) => letter === other[index]);
}
