/**
 * An exercise on a board: a move has to be found, every attempt is judged, and may be repeated.
 *
 *     const finder = new FindMove(box, game, { onEnd, actions: [nextButton] });
 *     finder.pose({ stand, prompt, judge, hint, solution });
 *
 * A `Stand` is a position with the moves that are legal in it. `judge` gets the move of the person and the moves
 * that were accepted before it, and returns a `Verdict`; its `views` are played on the board one after
 * the other: the move itself, then for example what refutes it. An accepted move with a `next` stand continues the
 * exercise there; without one the exercise is solved. `hint` returns words and squares to ring, `solution` the views
 * that "Show me" plays; both get the accepted moves too. What is rejected can be tried again, without end.
 * `onEnd` is called once an exercise: when it is solved, or when the solution is shown.
 * Whatever a callback throws is told as a problem, and the person may try again.
 *
 * The component knows nothing of where exercises come from: it needs no page, no address and no server.
 * Mouse, touch and keyboard are those of the `Board`. A page links styles/board.css and styles/find-move.css.
 */

import { Board } from "../board.js";
import { drawn, element } from "../dom.js";
import { tellProblem } from "../toast.js";

/** @import { View } from "../board.js" */

/** @typedef {View & { moves: MoveInfo[] }} Stand */

/**
 * @typedef {object} Verdict
 * @property {boolean} isAccepted
 * @property {string} told what is said about the move, in one or two sentences
 * @property {View[]} views positions to play on the board, the one after the move first
 * @property {Stand | null} [next] where an exercise of several moves continues
 */

/**
 * @typedef {object} Clue
 * @property {string} told
 * @property {number[]} squares up to two, which are ringed
 */

/**
 * @typedef {object} Exercise
 * @property {Stand} stand
 * @property {string} prompt
 * @property {(move: MoveInfo, accepted: MoveInfo[], signal: AbortSignal) => Promise<Verdict>} judge
 * @property {((accepted: MoveInfo[]) => Promise<Clue> | Clue) | null} [hint]
 * @property {(accepted: MoveInfo[]) => Promise<{ told: string, views: View[] }>} solution
 * @property {boolean} [isFlipped] whether the board is seen from the side of the second player
 */

/** @typedef {{ isSolved: boolean, mistakes: number, hints: number }} Ending */

/** @typedef {"open" | "judging" | "wrong" | "shown" | "solved"} State */

const MARKS = { open: "", judging: "", wrong: "M6 6l12 12M18 6L6 18", shown: "", solved: "M4.5 12.5l5 5L19.5 6.5" };
const PAUSE = 450;

export class FindMove {
  /** @type {Board} */ #board;
  /** @type {(ending: Ending) => void} */ #onEnd;
  /** @type {Exercise | null} */ #exercise = null;
  /** @type {Stand | null} Where the next attempt begins. */ #stand = null;
  /** @type {MoveInfo[]} */ #accepted = [];
  /** Only the newest exercise, and its newest attempt, is waited for. */
  #waiting = new AbortController();
  #mistakes = 0;
  #hints = 0;
  #hasEnded = false;
  #mark = drawn("path", {});
  #told = element("p", { class: "find-told", role: "status" });
  #hint = button("Hint", () => this.#giveHint());
  #show = button("Show me", () => this.#giveSolution());
  #again = button("Try again", () => this.#retry(), "primary");
  #card = element(
    "div",
    { class: "find-card" },
    drawn("svg", { class: "find-mark icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, this.#mark),
    this.#told,
  );

  /**
   * Fill a box with a board, what is said about it, and buttons.
   * @param {HTMLElement} box
   * @param {GameInfo} game
   * @param {{ onEnd?: (ending: Ending) => void, actions?: HTMLElement[] }} [given] `actions` are buttons of the owner
   */
  constructor(box, game, { onEnd = () => {}, actions = [] } = {}) {
    this.#onEnd = onEnd;
    const boardBox = element("div", { class: "board-box" });
    this.#board = new Board(boardBox, game, { onMove: (move) => this.#attempt(move) });
    const row = element("div", { class: "button-row" }, this.#board.passButton, this.#again, this.#hint, this.#show, ...actions);
    box.replaceChildren(element("div", { class: "find-move" }, boardBox, element("div", { class: "find-side" }, this.#card, row)));
  }

  /** The board, for an owner that marks something on it. */
  get board() {
    return this.#board;
  }

  /**
   * Pose an exercise; one that was open is given up without a word.
   * @param {Exercise} exercise
   * @param {GameInfo} [game] another game, or another size
   */
  pose(exercise, game) {
    if (game) this.#board.setGame(game);
    this.#exercise = exercise;
    this.#stand = exercise.stand;
    this.#accepted = [];
    this.#mistakes = this.#hints = 0;
    this.#hasEnded = false;
    this.#board.isFlipped = exercise.isFlipped ?? false;
    this.#open(exercise.prompt);
  }

  /** Give up what is under way: the component is no longer needed. */
  close() {
    this.#waiting.abort();
  }

  /**
   * Let the person try.
   * @param {string} told
   */
  #open(told) {
    if (!this.#stand) return;
    this.#restart();
    this.#board.showArrows([]);
    this.#board.show(this.#stand);
    this.#tell("open", told);
  }

  /** Begin something that takes the place of what was under way. */
  #restart() {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    return this.#waiting.signal;
  }

  /**
   * @param {State} state
   * @param {string} told
   */
  #tell(state, told) {
    const isOpen = state === "open";
    this.#card.dataset.state = state;
    this.#mark.setAttribute("d", MARKS[state]);
    this.#told.textContent = told;
    this.#again.hidden = state !== "wrong" && state !== "shown";
    this.#hint.hidden = !this.#exercise?.hint || state === "solved" || state === "shown";
    this.#show.hidden = state === "solved" || state === "shown";
    this.#hint.disabled = !isOpen;
    this.#show.disabled = state === "judging";
  }

  /** @param {MoveInfo} move */
  async #attempt(move) {
    const { exercise, stand } = { exercise: this.#exercise, stand: this.#stand };
    if (!exercise || !stand) return;
    const signal = this.#restart();
    this.#tell("judging", "Checking …");
    this.#board.show({ ...stand, moves: [] });
    if (move.target !== null) this.#board.showArrows([{ from: move.origin, to: move.target, weight: 0.4, kind: "other" }]);
    try {
      const verdict = await exercise.judge(move, this.#accepted, signal);
      if (!signal.aborted) await this.#settle(move, verdict, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /**
   * @param {MoveInfo} move
   * @param {Verdict} verdict
   * @param {AbortSignal} signal
   */
  async #settle(move, { isAccepted, told, views, next = null }, signal) {
    this.#board.showArrows([]);
    if (isAccepted) {
      this.#accepted = [...this.#accepted, move];
      this.#stand = next;
    } else {
      this.#mistakes += 1;
    }
    this.#tell(isAccepted ? (next ? "judging" : "solved") : "wrong", told);
    if (isAccepted && !next) this.#end(true);
    await this.#play(views, signal);
    if (isAccepted && next && !signal.aborted) this.#open(told);
  }

  /**
   * Play positions on the board, one after the other.
   * @param {View[]} views
   * @param {AbortSignal} signal
   */
  async #play(views, signal) {
    for (const [index, view] of views.entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (signal.aborted) return;
      this.#board.show({ ...view, moves: [], isAnimated: true });
      await this.#board.settled();
    }
  }

  #retry() {
    if (!this.#exercise) return;
    if (!this.#stand || this.#hasEnded) {
      this.#stand = this.#exercise.stand;
      this.#accepted = [];
    }
    this.#open(this.#exercise.prompt);
    this.#board.focus();
  }

  async #giveHint() {
    const signal = this.#waiting.signal;
    try {
      const clue = await this.#exercise?.hint?.(this.#accepted);
      if (!clue || signal.aborted) return;
      this.#hints += 1;
      const [origin = null, target = null] = clue.squares;
      this.#board.showHint({ move: "", origin, target });
      this.#told.textContent = clue.told;
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  async #giveSolution() {
    const { exercise, stand } = { exercise: this.#exercise, stand: this.#stand };
    if (!exercise || !stand) return;
    const signal = this.#restart();
    this.#tell("judging", "One moment …");
    try {
      const { told, views } = await exercise.solution(this.#accepted);
      if (signal.aborted) return;
      this.#board.showArrows([]);
      this.#board.show({ ...stand, moves: [] });
      this.#end(false);
      this.#tell("shown", told);
      await this.#play(views, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** @param {boolean} isSolved */
  #end(isSolved) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd({ isSolved, mistakes: this.#mistakes, hints: this.#hints });
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   */
  #fail(error, signal) {
    if (signal.aborted) return;
    tellProblem(error);
    this.#open(this.#exercise?.prompt ?? "");
  }
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {string} [kind]
 */
function button(text, act, kind = "") {
  return element("button", { class: `button ${kind}`, type: "button", onclick: act }, text);
}
