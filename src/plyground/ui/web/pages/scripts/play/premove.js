/** A move that is planned while the other side thinks, and sent as soon as it is possible. */

import { meaning, readPosition, squareName } from "../notation.js";

/** @import { Board } from "../board.js" */

/**
 * What a side could mean, as far as that can be seen: the pages know no rules. Where the last move put a piece
 * on an empty square, every empty square; elsewhere every square for each of the own pieces.
 * @param {GameInfo} game
 * @param {readonly Ply[]} plies
 * @param {Side} side
 * @returns {MoveInfo[]}
 */
export function plannable(game, plies, side) {
  const letters = readPosition(plies.at(-1)?.position ?? game.start).letters;
  const squares = [...letters.keys()];
  if (isPlacing(plies)) {
    return squares.flatMap((target) => (letters[target] === "" ? [{ move: "", origin: null, target }] : []));
  }
  return squares
    .filter((origin) => meaning(game, letters[origin] ?? "").side === side)
    .flatMap((origin) => squares.flatMap((target) => (target === origin ? [] : [{ move: "", origin, target }])));
}

/** The planned move, marked on a board. */
export class Premove {
  /** @type {MoveInfo | null} */ #plan = null;
  /** @type {Board} */ #board;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  get isPlanned() {
    return this.#plan !== null;
  }

  /**
   * Plan a move; the same once more takes it back.
   * @param {MoveInfo} move
   */
  choose(move) {
    if (this.#plan && isSame(this.#plan, move)) {
      this.drop();
      return;
    }
    this.#set(move);
    const names = [move.origin, move.target].flatMap((square) => (square === null ? [] : [squareName(this.#board.game, square)]));
    this.#board.tell(`Planned: ${names.join(" to ")}.`);
  }

  drop() {
    if (this.#plan) this.#set(null);
  }

  /**
   * Return the possible move that the planned one has become, if it has; nothing is planned any more.
   * @param {readonly MoveInfo[]} moves
   */
  fulfil(moves) {
    const plan = this.#plan;
    const move = plan && moves.find((each) => isSame(each, plan));
    this.drop();
    if (!move) this.#board.tell("The planned move is not possible.");
    return move ?? null;
  }

  /** @param {MoveInfo | null} plan */
  #set(plan) {
    this.#plan = plan;
    this.#board.showPlan(plan);
  }
}

/**
 * @param {MoveInfo} one
 * @param {MoveInfo} other
 */
function isSame(one, other) {
  return one.origin === other.origin && one.target === other.target;
}

/** @param {readonly Ply[]} plies */
function isPlacing(plies) {
  for (let number = plies.length - 1; number > 0; number -= 1) {
    const { origin, target } = plies[number] ?? {};
    if (typeof target !== "number") continue; // a pass says nothing
    const before = readPosition(plies[number - 1]?.position ?? "").letters[target] ?? "";
    return typeof origin !== "number" && before === "";
  }
  return false;
}
