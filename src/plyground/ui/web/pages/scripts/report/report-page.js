/** The page of a report: the review begins by itself, and everything leads to the board. */

import { send } from "../api.js";
import { Graph } from "../analyse/graph.js";
import { Searcher } from "../analyse/searcher.js";
import { Stepper } from "../analyse/stepper.js";
import { Tree } from "../analyse/variation-tree.js";
import { Board } from "../board.js";
import { element, find, icon, iconButton } from "../dom.js";
import { isTurnedFor } from "../notation.js";
import { listenForSteps, makeSteps } from "../stepping.js";
import { tellProblem } from "../toast.js";
import { sizeOf, titled } from "../words.js";
import { Learning } from "./learning.js";
import { drawMoment, drawMoments, momentsOf } from "./moments.js";
import { drawSides } from "./summary.js";

/** @import { Spot } from "../analyse/variation-tree.js" */
/** @import { Way } from "../stepping.js" */
/** @import { Moment } from "./moments.js" */
/** @import { OpenedGame } from "./opening.js" */

export class ReportPage {
  /** @type {OpenedGame} */ #opened;
  /** @type {Tree} */ #tree;
  /** @type {Spot} */ #spot;
  /** @type {Board} */ #board;
  /** @type {Learning | null} */ #learning = null;
  /** @type {[ReviewedSide, ReviewedSide] | null} */ #sides = null;
  /** Whose mistakes are learned from. @type {Side} */ #learner = 0;
  /** The mistakes that were found, in the order of the game. @type {Moment[]} */ #listed = [];
  /** The mistake that is explained. @type {Moment | null} */ #about = null;
  #isReviewing = false;
  /** Whether another move can be tried in place of the mistake: not before the review has ended. */ #canTry = false;
  #searcher = new Searcher();
  #graph = new Graph(find("#graph", HTMLElement), find("#graph-legend", HTMLElement), (spot) => this.#go(spot));
  #stepper = new Stepper((spot, told) => this.#show(spot, told));
  #effort = find("#effort", HTMLSelectElement);
  #learn = find("#learn", HTMLButtonElement);
  #learnSide = find("#learn-side", HTMLElement);

  /** @param {OpenedGame} opened */
  constructor(opened) {
    this.#opened = opened;
    this.#tree = new Tree(opened.line);
    this.#spot = this.#line.at(-1) ?? this.#tree.root;
    this.#board = new Board(find("#board", HTMLElement), this.#tree.game);
    this.#learner = opened.people[1] && !opened.people[0] ? 1 : 0;
    const isOneSided = opened.people[0] !== opened.people[1];
    this.#board.isFlipped = isOneSided && isTurnedFor(this.#tree.game, this.#tree.root.ply.position, this.#learner);
    this.#describe();
    this.#listen();
    this.#go(this.#spot);
    this.#review();
  }

  get #line() {
    return this.#tree.mainLine();
  }

  #describe() {
    const { game } = this.#tree;
    const { winner, reason, addresses } = this.#opened;
    find("#title", HTMLElement).replaceChildren(game.title, " ", element("span", { class: "size" }, sizeOf(game)));
    const result = reason === "" ? "Not finished" : winner === null ? "A draw" : `${titled(game.players[winner])} won`;
    find("#result", HTMLElement).textContent = reason === "" ? `${result}.` : `${result}: ${reason}.`;
    for (const [id, address] of /** @type {const} */ ([["#to-game", addresses.game], ["#to-analysis", addresses.analysis]])) {
      const link = find(id, HTMLAnchorElement);
      link.href = address;
      link.hidden = false;
    }
    document.title = `Report: ${game.title} · Plyground`;
  }

  #listen() {
    const flip = iconButton("flip", "Flip the board", () => (this.#board.isFlipped = !this.#board.isFlipped));
    find("#steps", HTMLElement).append(...Object.values(makeSteps((way) => this.#step(way))), flip);
    listenForSteps((way) => this.#step(way), () => !find("#walking", HTMLElement).hidden);
    this.#effort.addEventListener("change", () => this.#review());
    this.#learn.addEventListener("click", () => this.#beginLearning(this.#mistakesOf(this.#learner), 0));
    find("#leave", HTMLButtonElement).addEventListener("click", () => {
      this.#endLearning();
      this.#learn.focus();
    });
  }

  #review() {
    const line = this.#line;
    for (const spot of line) spot.judged = null;
    this.#sides = null;
    this.#setReviewing(true);
    if (line.length < 2) {
      this.#setReviewing(false, "There is no move to review.");
      return;
    }
    this.#searcher.review(this.#tree.given(line.at(-1)?.moveTexts() ?? []), { nodes: Number(this.#effort.value) }, {
      onCompiling: () => this.#tellProgress("Getting the search ready: the first time, this takes some seconds."),
      onJudged: (judged) => {
        const spot = line[judged.ply];
        if (spot) spot.judged = judged;
        this.#tellProgress(`Reviewing move ${Math.max(judged.ply, 1)} of ${line.length - 1}, from the end.`);
        this.#refresh();
      },
      onReviewed: (sides) => {
        this.#sides = sides;
      },
      onEnd: () => this.#setReviewing(false),
      onRefused: (reason) => this.#setReviewing(false, `${titled(reason)}.`),
    });
  }

  /**
   * @param {boolean} isReviewing
   * @param {string} [problem]
   */
  #setReviewing(isReviewing, problem = "") {
    this.#isReviewing = isReviewing;
    find("#progress", HTMLElement).hidden = !isReviewing;
    find("#progress-part", HTMLElement).hidden = !isReviewing && problem === "";
    this.#tellProgress(problem || "Reviewing the game …");
    this.#refresh();
  }

  /** @param {string} told */
  #tellProgress(told) {
    find("#progress-told", HTMLElement).textContent = told;
  }

  /** Show what is known by now. */
  #refresh() {
    const line = this.#line;
    const progress = find("#progress", HTMLProgressElement);
    progress.max = line.length;
    progress.value = line.filter(({ judged }) => judged !== null).length;
    find("#sides", HTMLElement).replaceChildren(...drawSides(this.#opened.names, this.#sides));
    this.#list();
    const isClean = !this.#isReviewing && this.#listed.length === 0;
    find("#moments-told", HTMLElement).textContent = isClean && this.#sides ? "No mistakes were found." : "";
    find("#moments-told", HTMLElement).hidden = !isClean;
    this.#offerLearning();
    if (this.#spot.isMain) this.#explain(this.#listed.find(({ spot }) => spot === this.#spot) ?? null);
    this.#mark();
  }

  /** Show where one is. */
  #mark() {
    this.#graph.show(this.#tree.game, this.#line, this.#spot);
    const buttons = find("#moments", HTMLElement).querySelectorAll(".moment");
    this.#listed.forEach(({ spot }, index) => {
      if (spot === this.#about?.spot) buttons[index]?.setAttribute("aria-current", "true");
      else buttons[index]?.removeAttribute("aria-current");
    });
  }

  /** List the mistakes anew if there are others; else what has the focus keeps it. */
  #list() {
    const moments = momentsOf(this.#tree.game, this.#line);
    if (moments.length === this.#listed.length && moments.every(({ mistake }, index) => mistake === this.#listed[index]?.mistake)) return;
    this.#listed = moments;
    find("#moments", HTMLElement).replaceChildren(...drawMoments(moments, (moment) => this.#go(moment.spot)));
  }

  /**
   * Say what there is to say about a move.
   * @param {Moment | null} moment
   */
  #explain(moment) {
    const isKnown = moment?.mistake === this.#about?.mistake && this.#canTry === !this.#isReviewing;
    this.#about = moment;
    this.#canTry = !this.#isReviewing;
    if (isKnown) return; // what has the focus keeps it
    const box = find("#moment", HTMLElement);
    box.hidden = !moment;
    if (!moment) return;
    const { mistake, side } = moment;
    box.className = `report-moment is-${mistake.kind}`;
    box.replaceChildren(
      ...drawMoment(this.#tree.game, moment, {
        onWhy: () => void this.#playOut(moment, mistake.refutation, "why it was a mistake").catch(tellProblem),
        onBetter: () => void this.#playOut(moment, mistake.better, "what was better").catch(tellProblem),
        onTry: this.#canTry
          ? () => {
              const moments = this.#mistakesOf(side);
              this.#beginLearning(moments, moments.findIndex(({ spot }) => spot === moment.spot));
            }
          : null,
      }),
    );
  }

  /** @param {Side} side */
  #mistakesOf(side) {
    return this.#listed.filter((moment) => moment.side === side && moment.mistake.better.length > 0);
  }

  #offerLearning() {
    const counts = /** @type {const} */ ([0, 1]).map((side) => this.#mistakesOf(side).length);
    const { people } = this.#opened;
    const isOneSided = people[0] !== people[1];
    if (!isOneSided && !counts[this.#learner] && counts[1 - this.#learner]) this.#learner = this.#learner === 0 ? 1 : 0;
    const count = counts[this.#learner] ?? 0;
    find("#learn-part", HTMLElement).hidden = this.#isReviewing || count === 0;
    const whose = isOneSided ? "your" : `${this.#tree.game.players[this.#learner]}’s`;
    this.#learn.replaceChildren(icon("hint"), `Learn from ${whose} ${count === 1 ? "mistake" : `${count} mistakes`}`);
    this.#learnSide.hidden = isOneSided || !counts[0] || !counts[1];
    this.#learnSide.replaceChildren(
      ...this.#tree.game.players.map((player, side) =>
        element(
          "button",
          { class: "button small", type: "button", "aria-pressed": String(side === this.#learner), onclick: () => this.#learnAs(side === 0 ? 0 : 1) },
          titled(player),
        ),
      ),
    );
  }

  /** @param {Side} side */
  #learnAs(side) {
    this.#learner = side;
    this.#offerLearning();
    const pressed = this.#learnSide.querySelector("[aria-pressed=true]");
    if (pressed instanceof HTMLElement) pressed.focus();
  }

  /**
   * @param {Moment[]} moments
   * @param {number} at
   */
  #beginLearning(moments, at) {
    this.#stepper.stop();
    this.#learning ??= new Learning(this.#tree, this.#searcher, () => Number(this.#effort.value));
    find("#walking", HTMLElement).hidden = true;
    find("#learning", HTMLElement).hidden = false;
    find("#learning", HTMLElement).scrollIntoView({ block: "nearest" });
    this.#learning.begin(moments, at).catch(tellProblem);
  }

  #endLearning() {
    this.#learning?.close();
    find("#walking", HTMLElement).hidden = false;
    find("#learning", HTMLElement).hidden = true;
  }

  /**
   * Look at a position of the game, or of a line beside it.
   * @param {Spot} spot
   */
  #go(spot) {
    if (!find("#walking", HTMLElement).hidden) this.#stepper.stop();
    else this.#endLearning();
    if (spot.isMain) this.#explain(this.#listed.find((moment) => moment.spot === spot) ?? null);
    this.#show(spot, "").catch(tellProblem);
  }

  /** @param {Way} way */
  #step(way) {
    const last = (/** @type {Spot} */ spot) => {
      let end = spot;
      for (let next = end.next ?? end.children[0]; next; next = end.next ?? end.children[0]) end = next;
      return end;
    };
    const { parent, next, children } = this.#spot;
    this.#go({ first: this.#tree.root, back: parent ?? this.#spot, forth: next ?? children[0] ?? this.#spot, last: last(this.#spot) }[way]);
  }

  /**
   * @param {Spot} spot
   * @param {string} told what is being shown, "" for the game itself
   */
  async #show(spot, told) {
    const isNext = spot.parent === this.#spot;
    this.#spot = spot;
    if (spot.parent) spot.parent.next = spot;
    const about = this.#about;
    this.#board.show({ ...spot.ply, isAnimated: isNext });
    this.#board.showArrows(about && spot === about.spot ? arrowsOf(about.mistake) : []);
    find("#told", HTMLElement).textContent = [told, `${titled(spot.ply.told)}.`].filter(Boolean).join(": ");
    this.#mark();
    await this.#board.settled();
  }

  /**
   * Play moves on the board, beginning before a mistake.
   * @param {Moment} moment
   * @param {MoveInfo[]} moves
   * @param {string} told
   */
  async #playOut({ before }, moves, told) {
    const texts = [...before.moveTexts(), ...moves.map(({ move }) => move)];
    const end = this.#tree.graft(await send("/api/line", this.#tree.given(texts)));
    await this.#stepper.play(end.path().slice(before.number), titled(told));
  }
}

/**
 * What was better, as an arrow.
 * @param {Mistake} mistake
 * @returns {import("../board/arrows.js").Arrow[]}
 */
function arrowsOf({ better: [best] }) {
  if (!best || best.target === null) return [];
  return [{ from: best.origin, to: best.target, weight: 0.6, kind: "good" }];
}
