/** The page of a first lesson: a few guided moves, each checked, and then a game. */

import { ask, send } from "../api.js";
import { Board } from "../board.js";
import { element, find, showEmpty } from "../dom.js";
import { playSound } from "../play/sounds.js";
import { tellProblem } from "../toast.js";
import { problemText } from "../words.js";
import { listenForHelp, openRules } from "./opening.js";
import { keepProgress, stepsDone } from "./progress.js";

/** Milliseconds in which a move is looked at before it is answered or taken back. */
const READING = 900;

class Lesson {
  /** @type {TeachingMessage} */ #teaching;
  /** @type {Board} */ #board;
  #steps = find("#steps", HTMLElement);
  #prompt = find("#prompt", HTMLElement);
  #told = find("#told", HTMLElement);
  #ways = find("#ways", HTMLElement);
  #show = find("#show", HTMLButtonElement);
  #next = find("#next", HTMLButtonElement);
  #finished = find("#finished", HTMLElement);
  #play = find("#play", HTMLButtonElement);
  /** The step on the board. */ #step = 0;
  /** How many steps are completed, one after the other. */ #done;
  /** Counts what is shown: an answer to what is there no longer must not come. */ #shown = 0;

  /** @param {TeachingMessage} teaching */
  constructor(teaching) {
    const { game, lesson } = teaching;
    this.#teaching = teaching;
    this.#board = new Board(find("#board", HTMLElement), game, { onMove: (move) => void this.#answer(move) });
    find("#title", HTMLElement).textContent = game.title;
    document.title = `First lesson: ${game.title} · Plyground`;
    this.#ways.prepend(this.#board.passButton);
    this.#steps.append(...lesson.map((_, step) => this.#makeStep(step)));
    this.#show.addEventListener("click", () => this.#showMove());
    this.#next.addEventListener("click", () => this.#goOn());
    this.#play.addEventListener("click", () => void this.#begin());
    find("#again", HTMLElement).addEventListener("click", () => this.#restart());
    this.#done = Math.min(stepsDone(game.name), lesson.length - 1);
    this.#look(this.#done);
  }

  get #part() {
    return /** @type {LessonPart} */ (this.#teaching.lesson[this.#step]);
  }

  /** @param {number} step */
  #makeStep(step) {
    return element("li", {}, element("button", { class: "lesson-step", type: "button", onclick: () => this.#look(step) }, step + 1));
  }

  /**
   * Put a step on the board.
   * @param {number} step
   */
  #look(step) {
    this.#step = step;
    const { board, prompt } = this.#part;
    this.#board.setGame(board);
    this.#prompt.textContent = prompt;
    this.#tell("", "");
    this.#show.hidden = false;
    this.#next.hidden = true;
    this.#ways.hidden = false;
    this.#finished.hidden = true;
    this.#setUp();
    this.#mark();
  }

  /** Let the learner move in the position of the step. */
  #setUp() {
    this.#shown += 1;
    const { position, moves } = this.#part;
    this.#board.show({ position, moves: moves.map(({ move }) => move) });
  }

  /** Say which steps are completed, and which is on the board. */
  #mark() {
    [...this.#steps.children].forEach((item, step) => {
      const button = find("button", HTMLButtonElement, item);
      button.classList.toggle("is-done", step < this.#done);
      button.setAttribute("aria-label", `Step ${step + 1}${step < this.#done ? ", completed" : ""}`);
      if (step === this.#step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  /**
   * Check a move: it completes the step, or is explained and taken back.
   * @param {MoveInfo} played
   */
  async #answer(played) {
    const { moves, praise, correction, replies } = this.#part;
    const found = moves.find(({ move }) => move.move === played.move);
    if (!found) return;
    this.#shown += 1;
    const shown = this.#shown;
    this.#put(found.ply);
    if (!found.is_accepted) {
      this.#tell(correction, "warn");
      await this.#read();
      if (shown === this.#shown) this.#setUp();
      return;
    }
    this.#complete(praise);
    const reply = replies[played.move];
    if (!reply) return;
    await this.#read();
    if (shown === this.#shown) this.#put(reply);
  }

  /** Wait until a move has been seen, and its comment begun to be read. */
  async #read() {
    await this.#board.settled();
    await new Promise((resolve) => setTimeout(resolve, READING));
  }

  /** @param {Ply} ply */
  #put(ply) {
    this.#board.show({ ...ply, isAnimated: true });
    playSound("move");
  }

  /** @param {string} praise */
  #complete(praise) {
    const { game, lesson } = this.#teaching;
    if (this.#step === this.#done) {
      this.#done += 1;
      keepProgress(game.name, this.#done, lesson.length);
    }
    this.#tell(praise, "good");
    this.#show.hidden = true;
    this.#mark();
    if (this.#step < lesson.length - 1) {
      this.#next.hidden = false;
      this.#next.focus({ preventScroll: true });
    } else this.#finish();
  }

  #finish() {
    const { game, lesson } = this.#teaching;
    this.#ways.hidden = true;
    this.#finished.hidden = false;
    find("#finished-told", HTMLElement).textContent =
      this.#done >= lesson.length
        ? `All ${lesson.length} steps of ${game.title} are completed. The best way on is to play.`
        : "Some of the steps are still open. You can take them now, or play.";
    this.#play.focus();
  }

  /** Show a move that completes the step. */
  #showMove() {
    const good = this.#part.moves.find(({ is_accepted: isAccepted }) => isAccepted);
    if (!good) return;
    this.#board.showHint(good.move);
    this.#tell(`Play ${good.move.move}.`, "");
    this.#board.focus();
  }

  #goOn() {
    this.#look(this.#step + 1);
    this.#board.focus();
  }

  #restart() {
    this.#done = 0;
    this.#look(0);
    this.#board.focus();
  }

  /**
   * @param {string} text
   * @param {"" | "good" | "warn"} kind
   */
  #tell(text, kind) {
    this.#told.className = `notice ${kind}`;
    this.#told.textContent = text;
    if (text !== "") this.#told.scrollIntoView({ block: "nearest" });
  }

  /** Begin a game with the weakest level, as the side that moves first. */
  async #begin() {
    const { name } = this.#teaching.game;
    this.#play.disabled = true;
    try {
      const { id } = await send("/api/play", { game: name, players: ["human", "level:1"] });
      location.assign(`/play/${encodeURIComponent(id)}`);
    } catch (error) {
      tellProblem(error);
      this.#play.disabled = false;
    }
  }
}

/**
 * @param {string} title
 * @param {string} told
 * @param {GameInfo | null} game
 */
function showNothing(title, told, game) {
  const rules = game && element("button", { class: "button primary", type: "button", onclick: () => void openRules(game) }, "How to play");
  showEmpty(title, told, element("div", { class: "button-row" }, rules, element("a", { class: "button", href: "/" }, "All games")));
}

async function begin() {
  const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  try {
    /** @type {TeachingMessage} */
    const teaching = await ask(`/api/teaching/${encodeURIComponent(name)}`);
    const { game } = teaching;
    listenForHelp(() => game);
    find("#rules", HTMLElement).addEventListener("click", () => void openRules(game));
    if (teaching.lesson.length === 0) {
      showNothing(`No lesson for ${game.title}`, "Its rules have pictures all the same.", game);
      return;
    }
    find("#panel", HTMLElement).hidden = false;
    new Lesson(teaching);
  } catch (error) {
    showNothing("No such lesson", `${problemText(error)}.`, null);
  }
}

await begin();
