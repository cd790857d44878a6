/** The board: a picture of a position in which a person can pick a move, or set up pieces. */

import { drawArrow, drawValue } from "./board/arrows.js";
import { describeSquare, readPosition } from "./notation.js";
import { Geometry } from "./board/geometry.js";
import { Hand } from "./board/hand.js";
import { drawHeat, drawPattern, drawSigns, tellHeat } from "./board/heat.js";
import { dress } from "./board/pieces.js";
import { drawFill, drawHint, drawLastMove, drawOutline } from "./board/marks.js";
import { Picking } from "./board/picking.js";
import { drawPicture } from "./board/board-picture.js";
import { Placing } from "./board/placing.js";
import { Squares } from "./board/squares.js";
import { drawExact } from "./board/value-marks.js";
import { element } from "./dom.js";
import { bestOf, shortValue, valueWords } from "./exact/exact-text.js";

/** @import { Arrow, SquareValue } from "./board/arrows.js" */
/** @import { Picture } from "./board/board-picture.js" */
/** @typedef {{ geometry: Geometry, picture: Picture, placing: Placing, squares: Squares, hand: Hand }} Parts */

/**
 * What is to be seen. Without `moves` nothing can be moved; with `isAnimated` the last move is
 * seen to be made, which makes sense only if the position before it was shown last.
 * @typedef {object} View
 * @property {string} position
 * @property {number | null} [origin] of the last move
 * @property {number | null} [target]
 * @property {number[]} [changed] squares that the last move changed
 * @property {MoveInfo[]} [moves]
 * @property {boolean} [isAnimated]
 * @property {boolean} [isPlan] whether the moves are not possible yet, but may be planned
 */

/**
 * What the owner of a board hears. `onPlace` and `onCarry` are for setting up: while `isFree`,
 * pieces can be taken anywhere, also off the board (null), and moves are not looked at.
 * @typedef {object} Listeners
 * @property {(move: MoveInfo) => void} [onMove]
 * @property {() => void} [onPick] another piece is picked, or none
 * @property {() => void} [onCancel] Escape, or a click with the right button
 * @property {(square: number) => void} [onPlace]
 * @property {(origin: number, target: number | null) => void} [onCarry]
 */

export class Board {
  /** @type {GameInfo} */ #game;
  /** @type {Listeners} */ #listeners;
  /** @type {Parts} What depends on the size and the side from which it is seen. */ #parts;
  /** @type {View | null} */ #view = null;
  /** @type {MoveInfo | null} */ #hint = null;
  /** @type {MoveInfo | null} */ #plan = null;
  /** @type {Arrow[]} */ #arrows = [];
  /** @type {SquareValue[]} */ #values = [];
  /** @type {ExactMove[]} */ #exact = [];
  /** @type {number[] | null} */ #heat = null;
  /** @type {number[]} */ #pattern = [];
  /** @type {MoveInfo | null} A move made by dragging, whose piece need not slide any more. */ #dropped = null;
  #isFlipped = false;
  #isFree = false;
  #picking = new Picking((move) => this.#listeners.onMove?.(move), () => this.#pickedAnother());
  #ears = element("p", { class: "for-ears", "aria-live": "polite" });
  /** For the owner to put beside the board: passes, and is hidden where that is no move. */
  passButton = element("button", { class: "board-pass button primary", type: "button", hidden: true }, "Pass");

  /**
   * Fill a box with a board; its class should be "board-box", which keeps the room for it.
   * @param {HTMLElement} box
   * @param {GameInfo} game
   * @param {Listeners} [listeners]
   */
  constructor(box, game, listeners = {}) {
    this.#game = game;
    this.#listeners = listeners;
    this.element = element("div", { class: "board" });
    this.passButton.addEventListener("click", () => this.#pass());
    this.element.addEventListener("contextmenu", (event) => {
      if (!this.#view?.isPlan) return;
      event.preventDefault();
      this.#cancel();
    });
    this.#parts = this.#assemble();
    this.#refresh();
    box.replaceChildren(this.element);
  }

  get game() {
    return this.#game;
  }

  /** The drawing, for those who want to save it. */
  get picture() {
    return this.#parts.picture.svg;
  }

  /** The square of the piece that is picked, null if none is. */
  get picked() {
    return this.#picking.picked;
  }

  get isFlipped() {
    return this.#isFlipped;
  }

  set isFlipped(isFlipped) {
    if (isFlipped === this.#isFlipped) return;
    this.#isFlipped = isFlipped;
    this.#rebuild();
  }

  /** Whether the squares that a move may lead to are outlined. */
  set hasOutlines(/** @type {boolean} */ hasOutlines) {
    this.element.classList.toggle("is-without-outlines", !hasOutlines);
  }

  /** Whether pieces can be set up freely. */
  set isFree(/** @type {boolean} */ isFree) {
    this.#isFree = isFree;
    this.#picking.letGo();
    this.#refresh();
  }

  /**
   * Take another game, or another size.
   * @param {GameInfo} game
   */
  setGame(game) {
    this.#game = game;
    this.#view = null;
    this.#hint = null;
    this.#arrows = [];
    this.#values = [];
    this.#exact = [];
    this.#forgetHeat();
    this.#picking.allow([]);
    this.#rebuild();
  }

  /** @param {View} view */
  show(view) {
    const isOther = view.position !== this.#view?.position;
    this.#view = view;
    if (isOther) {
      this.#hint = null;
      this.#exact = [];
      this.#forgetHeat();
    }
    if (isOther || !view.moves?.length) this.#parts.hand.letGo();
    const { origin = null, target = null } = view;
    const isDropped = this.#dropped?.origin === origin && this.#dropped.target === target;
    this.#dropped = null;
    const way = view.isAnimated ? { origin: isDropped ? null : origin, target } : null;
    if (!this.#parts.hand.isDragging) this.#parts.placing.set(readPosition(view.position).letters, way);
    this.#picking.allow(view.moves ?? []);
    this.#refresh();
  }

  /** Wait until the move that was shown last has been seen to be made. */
  settled() {
    return this.#parts.placing.settled();
  }

  /**
   * Show a move that would be good, until the position changes.
   * @param {MoveInfo | null} move
   */
  showHint(move) {
    this.#hint = move;
    this.#drawArrows();
  }

  /**
   * Show a move that is planned, until another one is, or none.
   * @param {MoveInfo | null} move
   */
  showPlan(move) {
    this.#plan = move;
    this.#refresh();
  }

  /** @param {Arrow[]} arrows */
  showArrows(arrows) {
    this.#arrows = arrows;
    this.#drawArrows();
  }

  /** @param {SquareValue[]} values */
  showValues(values) {
    const { geometry, picture } = this.#parts;
    this.#values = values;
    picture.layers.values.replaceChildren(...values.map((value) => drawValue(geometry, value)));
  }

  /**
   * Show the exact values of moves, until the position changes; a move whose value is not known is left out.
   * @param {ExactMove[]} moves
   */
  showExact(moves) {
    this.#exact = moves;
    this.#refresh();
  }

  /**
   * Colour the squares by what they add to an evaluation, until the position changes; null takes the colours away.
   * @param {number[] | null} points of each square
   */
  showHeat(points) {
    this.#heat = points;
    this.#refresh();
  }

  /**
   * Draw a line around squares that belong together, until the position changes.
   * @param {number[]} squares
   */
  showPattern(squares) {
    this.#pattern = squares;
    this.#drawPattern();
  }

  /**
   * Tell something to those who listen to the page.
   * @param {string} text
   */
  tell(text) {
    this.#ears.textContent = text;
  }

  /** Let the keys work on the board. */
  focus() {
    this.#parts.squares.moveTo(this.#parts.squares.current, true);
  }

  /** @returns {Parts} */
  #assemble() {
    const geometry = new Geometry(this.#game, this.#isFlipped);
    const picture = drawPicture(this.#game, geometry);
    const placing = new Placing(this.#game, geometry, picture.layers.pieces, picture.layers.scenery);
    const squares = new Squares(geometry, `${this.#game.title} board`, {
      onEnter: (square) => this.#click(square),
      onEscape: () => this.#cancel(),
    });
    const hand = new Hand(squares.grid, (event) => this.#squareAt(event), {
      canLift: (square) => this.#canLift(square),
      onPress: (square) => (this.#isFree ? undefined : this.#picking.press(square)),
      onClick: (square) => this.#click(square),
      onCarry: (square, event) => placing.carry(square, event && this.#pointOf(event)),
      onDrop: (square, target) => this.#drop(square, target),
    });
    dress(this.element, this.#game);
    this.element.classList.toggle("is-tall", geometry.height > geometry.width);
    this.element.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
    this.element.replaceChildren(picture.svg, squares.grid, this.#ears);
    return { geometry, picture, placing, squares, hand };
  }

  #rebuild() {
    const { chosen, hasFocus } = this.#parts.squares;
    this.#parts = this.#assemble();
    if (chosen !== null && chosen < this.#game.rows * this.#game.columns) this.#parts.squares.moveTo(chosen, hasFocus);
    if (this.#view) this.#parts.placing.set(readPosition(this.#view.position).letters, null);
    this.showValues(this.#values);
    this.#refresh();
  }

  /** @param {number} square */
  #canLift(square) {
    if (this.#isFree) return (this.#parts.placing.letters[square] ?? "") !== "";
    return this.#picking.canMove(square) && this.#picking.moveTo(square) === null;
  }

  /** @param {number} square */
  #click(square) {
    this.#parts.squares.moveTo(square);
    if (this.#isFree) this.#listeners.onPlace?.(square);
    else this.#picking.click(square);
  }

  /**
   * @param {number} square
   * @param {number | null} target
   */
  #drop(square, target) {
    const { placing, geometry } = this.#parts;
    const move = target === null || this.#isFree ? null : this.#picking.moveTo(target);
    // A piece that was moved stays where it was dropped: the position with it there comes soon.
    placing.carry(square, move && target !== null ? geometry.centre(target) : null);
    this.#dropped = move;
    if (this.#isFree) this.#listeners.onCarry?.(square, target);
    else if (move) this.#picking.play(move);
    else this.#picking.letGo();
  }

  #cancel() {
    this.#picking.letGo();
    this.#listeners.onCancel?.();
  }

  #pickedAnother() {
    this.#refresh();
    this.#listeners.onPick?.();
  }

  #pass() {
    const { pass } = this.#picking;
    if (pass) this.#picking.play(pass);
  }

  /**
   * Where a pointer is in the picture.
   * @param {MouseEvent} event
   */
  #pointOf(event) {
    const { left, top, width } = this.element.getBoundingClientRect();
    const scale = this.#parts.geometry.width / width;
    return { x: (event.clientX - left) * scale, y: (event.clientY - top) * scale };
  }

  /** @param {MouseEvent} event */
  #squareAt(event) {
    return this.#parts.geometry.squareAt(this.#pointOf(event));
  }

  #forgetHeat() {
    this.#heat = null;
    this.#pattern = [];
  }

  #drawPattern() {
    const { geometry, picture } = this.#parts;
    picture.layers.pattern.replaceChildren(...drawPattern(geometry, this.#pattern));
  }

  /** Draw the marks again and say what can be done where. */
  #refresh() {
    const { geometry, picture } = this.#parts;
    const goals = this.#isFree || this.#view?.isPlan ? [] : this.#picking.goals();
    picture.layers.marks.replaceChildren(...this.#marks());
    picture.layers.outlines.replaceChildren(...goals.map((goal) => drawOutline(geometry, goal)));
    picture.layers.exact.replaceChildren(...drawExact(geometry, this.#exact, this.#picking.picked));
    this.element.classList.toggle("has-heat", this.#heat !== null);
    picture.layers.heat.replaceChildren(...drawHeat(geometry, this.#heat ?? []));
    picture.layers.signs.replaceChildren(...drawSigns(geometry, this.#heat ?? []));
    this.#drawPattern();
    this.#drawArrows();
    this.#describe(new Set(goals));
    this.#offerPass();
  }

  #offerPass() {
    this.passButton.hidden = this.#isFree || this.#picking.pass === null;
    const exact = this.#exact.find(({ target }) => target === null)?.exact;
    this.passButton.textContent = exact ? `Pass (${shortValue(exact)})` : "Pass";
    if (exact) this.passButton.setAttribute("aria-label", `Pass, ${valueWords(exact)}`);
    else this.passButton.removeAttribute("aria-label");
  }

  #marks() {
    const { geometry } = this.#parts;
    const { origin = null, target = null, changed = [] } = this.#view ?? {};
    const { picked } = this.#picking;
    const planned = [this.#plan?.origin, this.#plan?.target].filter((square) => typeof square === "number");
    return [
      ...drawLastMove(geometry, { origin, target, changed }),
      ...(picked === null ? [] : [drawFill(geometry, picked, "mark-picked")]),
      ...planned.map((square) => drawFill(geometry, square, "mark-planned")),
    ];
  }

  #drawArrows() {
    const { geometry, picture } = this.#parts;
    const hinted = [this.#hint?.origin, this.#hint?.target].filter((square) => typeof square === "number");
    picture.layers.arrows.replaceChildren(
      ...this.#arrows.map((arrow) => drawArrow(geometry, arrow)),
      ...hinted.map((square) => drawHint(geometry, square)),
    );
  }

  /** @param {Set<number>} goals */
  #describe(goals) {
    const { placing, squares } = this.#parts;
    for (let square = 0; square < this.#game.rows * this.#game.columns; square += 1) {
      const isLast = square === this.#view?.origin || square === this.#view?.target;
      const letter = placing.letters[square] ?? "";
      const label = describeSquare(this.#game, square, letter, {
        does: this.#doing(square, goals),
        isLast,
        worth: tellHeat(this.#heat?.[square]),
      });
      squares.describe(square, label, {
        isLive: goals.has(square) || this.#isFree,
        isMovable: this.#canLift(square),
        isPicked: this.#picking.picked === square,
      });
    }
  }

  /**
   * What can be done with a square, in words.
   * @param {number} square
   * @param {Set<number>} goals
   */
  #doing(square, goals) {
    const { picked } = this.#picking;
    if (this.#isFree) return "";
    if (picked === square) return "picked";
    if (this.#plan && (square === this.#plan.origin || square === this.#plan.target)) return "planned";
    if (this.#view?.isPlan) return "";
    if (goals.has(square)) return `${picked === null ? "can be played" : "can be reached"}${this.#worth(picked, square)}`;
    return this.#picking.canMove(square) ? `can move${this.#worth(square, null)}` : "";
  }

  /**
   * What a move is worth, in words; of a piece without a goal, the best of its moves.
   * @param {number | null} origin
   * @param {number | null} target
   */
  #worth(origin, target) {
    const moves = this.#exact.filter((move) => move.origin === origin && (target === null || move.target === target));
    const known = moves.flatMap(({ exact }) => exact ?? []);
    const best = bestOf(known);
    // A move that is not solved may be better, unless something wins.
    return best && (best.value === "win" || known.length === moves.length) ? `, ${valueWords(best)}` : "";
  }
}
