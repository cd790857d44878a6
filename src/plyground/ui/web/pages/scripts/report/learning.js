/** Mistakes as exercises: a better move is to be found in the position before each. */

import { send } from "../api.js";
import { FindMove } from "../board/find-move.js";
import { element, find } from "../dom.js";
import { columnName, isTurnedFor, squareName } from "../notation.js";
import { titled } from "../words.js";
import { numberOf } from "../analyse/variation-tree.js";

/** @import { Searcher } from "../analyse/searcher.js" */
/** @import { Tree } from "../analyse/variation-tree.js" */
/** @import { Verdict } from "../board/find-move.js" */
/** @import { Moment } from "./moments.js" */

/** Plies of a refutation, or of what is better, that are played on the board. */
const SHOWN = 5;

export class Learning {
  /** @type {Tree} */ #tree;
  /** @type {Searcher} */ #searcher;
  /** @type {() => number} */ #nodes;
  /** @type {FindMove} */ #finder;
  /** @type {Moment[]} */ #moments = [];
  #at = 0;
  #title = find("#learning-title", HTMLElement);
  #next = element("button", { class: "button", type: "button", onclick: () => this.#step() }, "Next mistake");

  /**
   * @param {Tree} tree
   * @param {Searcher} searcher
   * @param {() => number} nodes how many positions a search takes
   */
  constructor(tree, searcher, nodes) {
    this.#tree = tree;
    this.#searcher = searcher;
    this.#nodes = nodes;
    this.#finder = new FindMove(find("#exercise", HTMLElement), tree.game, { actions: [this.#next], onEnd: () => this.#offerNext(true) });
  }

  /**
   * Begin with one of some mistakes.
   * @param {Moment[]} moments
   * @param {number} at
   */
  async begin(moments, at) {
    this.#moments = moments;
    this.#at = at;
    await this.#pose();
  }

  /** Forget what is under way. */
  close() {
    this.#finder.close();
    this.#searcher.giveUp();
  }

  #step() {
    this.#at += 1;
    void this.#pose();
  }

  /** @param {boolean} isOver whether the present exercise is */
  #offerNext(isOver) {
    this.#next.hidden = this.#at + 1 >= this.#moments.length;
    this.#next.classList.toggle("primary", isOver);
  }

  async #pose() {
    const moment = this.#moments[this.#at];
    if (!moment) return;
    const { before, spot, side, mistake } = moment;
    const shown = await this.#line(before.moveTexts());
    this.#title.textContent = `Mistake ${this.#at + 1} of ${this.#moments.length}`;
    this.#offerNext(false);
    const player = titled(this.#tree.game.players[side]);
    this.#finder.pose({
      stand: { ...before.ply, moves: shown.moves },
      prompt: `${player} played ${numberOf(spot)} ${spot.ply.move}. Find a better move.`,
      isFlipped: isTurnedFor(this.#tree.game, this.#tree.root.ply.position, side),
      judge: (move) => this.#judge(moment, move),
      hint: () => this.#hint(moment),
      solution: async () => ({
        told: `Better was ${mistake.better[0]?.move ?? "another move"}.`,
        views: await this.#views(moment, mistake.better),
      }),
    });
  }

  /** @param {Moment} moment */
  #hint({ mistake }) {
    const best = mistake.better[0];
    const { game } = this.#tree;
    const why = mistake.reason ? `The move in the game ${mistake.reason}. ` : "";
    if (!best || best.target === null) return { told: `${why}Look at the pass.`, squares: [] };
    if (best.origin === null) return { told: `${why}Look at column ${columnName(best.target % game.columns)}.`, squares: [] };
    return { told: `${why}Look at ${squareName(game, best.origin)}.`, squares: [best.origin] };
  }

  /**
   * @param {Moment} moment
   * @param {MoveInfo} move
   * @returns {Promise<Verdict>}
   */
  async #judge(moment, move) {
    const { mistake, spot } = moment;
    if (move.move === mistake.better[0]?.move) {
      return { isAccepted: true, told: `Yes, ${move.move} is the best move.`, views: await this.#views(moment, [move]) };
    }
    if (move.move === spot.ply.move) {
      const why = mistake.reason || mistake.told;
      return { isAccepted: false, told: `That was played in the game: ${why}.`, views: await this.#views(moment, mistake.refutation) };
    }
    const judged = await this.#search(moment, move);
    const found = judged?.mistake;
    if (!found) return { isAccepted: true, told: `${move.move} is good: it keeps the chances.`, views: await this.#views(moment, [move]) };
    const told = `${titled(found.reason || found.told)}. Not the best yet.`;
    return { isAccepted: false, told, views: await this.#views(moment, found.refutation) };
  }

  /**
   * Review a move that was tried, as the moves of the game were.
   * @param {Moment} moment
   * @param {MoveInfo} move
   * @returns {Promise<Judged | null>}
   */
  #search({ before }, move) {
    const line = this.#tree.given([...before.moveTexts(), move.move]);
    /** @type {Judged | null} */ let found = null;
    return new Promise((resolve, reject) => {
      this.#searcher.review(line, { nodes: this.#nodes(), last: 1 }, {
        onCompiling: () => {},
        onJudged: (judged) => {
          if (judged.ply === 0) found = judged;
        },
        onEnd: () => resolve(found),
        onRefused: (reason) => reject(new Error(reason)),
      });
    });
  }

  /**
   * The positions after moves, for the board.
   * @param {Moment} moment
   * @param {MoveInfo[]} moves
   * @returns {Promise<Ply[]>}
   */
  async #views({ before }, moves) {
    const { plies } = await this.#line([...before.moveTexts(), ...moves.slice(0, SHOWN).map(({ move }) => move)]);
    return plies.slice(before.number + 1);
  }

  /**
   * @param {string[]} moves
   * @returns {Promise<ShownLine>}
   */
  #line(moves) {
    return send("/api/line", this.#tree.given(moves));
  }
}
