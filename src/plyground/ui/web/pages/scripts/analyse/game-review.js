/** The review of a whole game: its graph, its mistakes, and what refutes them. */

import { find } from "../dom.js";
import { tellProblem } from "../toast.js";

/** @import { Settings } from "./runs.js" */
/** @import { Searcher } from "./searcher.js" */
/** @import { Spot, Tree } from "./variation-tree.js" */

/** What draws a review: it is loaded with the first one, since most visitors need none. */
/** @typedef {{ graph: import("./graph.js").Graph, list: typeof import("./mistakes.js") }} Drawing */

/**
 * @typedef {object} Wishes
 * @property {(spot: Spot) => void} onGo
 * @property {(before: Spot, moves: MoveInfo[], told: string) => void} onPlay lets moves play out on the board
 * @property {() => void} onJudged called when more is known
 * @property {(problem: string) => void} onEnd called when the review has ended, with what went wrong
 */

export class Reviewing {
  /** @type {Searcher} */ #searcher;
  /** @type {Wishes} */ #wishes;
  /** @type {Drawing | null} */ #drawing = null;
  #button = find("#review", HTMLButtonElement);
  #effort = find("#review-effort", HTMLSelectElement);
  #progress = find("#review-progress", HTMLProgressElement);
  #mistakes = find("#mistakes", HTMLElement);
  #mistakesPart = find("#mistakes-part", HTMLElement);
  #summary = find("#mistakes-summary", HTMLElement);
  #notes = find("#notes", HTMLElement);
  #notesPart = find("#notes-part", HTMLElement);
  #notesTitle = find("#notes-title", HTMLElement);
  #isActive = false;
  /** Whether the server has been asked: what draws a review may have to be loaded before. */ #hasBegun = false;

  /**
   * @param {Searcher} searcher
   * @param {() => { tree: Tree, settings: Settings }} present what to review
   * @param {Wishes} wishes
   */
  constructor(searcher, present, wishes) {
    this.#searcher = searcher;
    this.#wishes = wishes;
    this.#button.addEventListener("click", () => {
      if (!this.#isActive) void this.#start(present);
      else if (this.#hasBegun) searcher.stop();
      else this.#setActive(false);
    });
  }

  get isActive() {
    return this.#isActive;
  }

  /** Give up a review under way: nobody wants to know any more. */
  cancel() {
    if (!this.#isActive) return;
    this.#searcher.giveUp();
    this.#setActive(false);
  }

  /**
   * Show what is known about the game.
   * @param {Tree} tree
   * @param {Spot} current
   */
  show(tree, current) {
    const line = tree.mainLine();
    const judged = line.filter((spot) => spot.judged !== null);
    this.#progress.max = line.length;
    this.#progress.value = judged.length;
    this.#mistakesPart.hidden = judged.length === 0;
    const list = this.#drawing?.list;
    this.#mistakes.replaceChildren(...(list?.drawMistakes(line, this.#wishes.onGo, this.#wishes.onPlay) ?? []));
    this.#summary.textContent = (!this.#isActive && list?.tellMistakes(line)) || "";
    const notes = list?.drawNotes(line, this.#wishes.onGo) ?? [];
    this.#notes.replaceChildren(...notes);
    this.#notesPart.hidden = notes.length === 0;
    this.#notesTitle.textContent = `${notes.length} ${notes.length === 1 ? "move" : "moves"} with the right result, but not the best`;
    this.mark(tree, current);
  }

  /**
   * Show where one is in the game.
   * @param {Tree} tree
   * @param {Spot} current
   */
  mark(tree, current) {
    const line = tree.mainLine();
    this.#button.disabled = line.length < 2;
    this.#drawing?.graph.show(tree.game, line, current);
  }

  /** @param {() => { tree: Tree, settings: Settings }} present */
  async #start(present) {
    this.#setActive(true);
    try {
      this.#drawing ??= await this.#load();
      if (this.#isActive) this.#begin(present()); // nobody has stopped it meanwhile
    } catch (error) {
      this.#setActive(false);
      tellProblem(error);
    }
  }

  /** @returns {Promise<Drawing>} */
  async #load() {
    const [{ Graph }, list] = await Promise.all([import("./graph.js"), import("./mistakes.js")]);
    return { graph: new Graph(find("#graph", HTMLElement), find("#graph-legend", HTMLElement), this.#wishes.onGo), list };
  }

  /** @param {{ tree: Tree, settings: Settings }} present */
  #begin({ tree, settings }) {
    const line = tree.mainLine();
    this.#hasBegun = true;
    for (const spot of line) spot.judged = null;
    const end = (problem = "") => {
      this.#setActive(false);
      this.#wishes.onEnd(problem);
    };
    this.#searcher.review(tree.given(line.at(-1)?.moveTexts() ?? []), { settings: settings.search, nodes: Number(this.#effort.value) }, {
      onCompiling: () => {},
      onJudged: (judged) => {
        const spot = line[judged.ply];
        if (spot) spot.judged = judged;
        this.#wishes.onJudged();
      },
      onEnd: end,
      onRefused: end,
    });
    this.#wishes.onJudged();
  }

  /** @param {boolean} isActive */
  #setActive(isActive) {
    this.#isActive = isActive;
    if (!isActive) this.#hasBegun = false;
    this.#progress.hidden = !isActive;
    this.#button.textContent = isActive ? "Stop the review" : "Review the game";
  }
}
