/** The page of exercises: values to be filled in, branches to be cut off, and every answer explained. */

import { ask, send } from "../api.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { Sheet } from "./sheet.js";

/** @typedef {{ seed: number, kind: string, number: number }} Wanted */

const LARGEST_SEED = 9999;

class ExercisePage {
  #seed = find("#seed", HTMLInputElement);
  #kind = find("#kind", HTMLSelectElement);
  #board = find("#exercise-board", HTMLElement);
  #result = find("#result", HTMLElement);
  #check = find("#check", HTMLButtonElement);
  #sheet = new Sheet(find("#exercise-tree", HTMLElement), find("#verdicts", HTMLElement), () => this.#answered());
  #last = 1;
  /** @type {SheetWords | null} What is said about answers. */ #words = null;
  /** The exercise on the page, null before the first. @type {Wanted | null} */ #shown = null;
  /** Only the newest exercise, and the newest check of its answers, is waited for. */
  #opening = new AbortController();
  #checking = new AbortController();

  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    const change = () => this.open({ ...this.wanted, seed: Math.max(Math.floor(Number(this.#seed.value)) || 0, 0), kind: this.#kind.value, number: 1 });
    find("#which", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      change();
    });
    this.#seed.addEventListener("change", change);
    this.#kind.addEventListener("change", change);
    find("#before", HTMLButtonElement).addEventListener("click", () => this.open({ ...this.wanted, number: this.wanted.number - 1 }));
    find("#next", HTMLButtonElement).addEventListener("click", () => this.open({ ...this.wanted, number: this.wanted.number + 1 }));
    find("#answers", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#judge().catch(tellProblem);
    });
  }

  /**
   * Fetch an exercise and show it.
   * @param {Wanted} wanted
   */
  open(wanted) {
    this.#opening.abort();
    this.#stopChecking();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.wanted = wanted;
    this.#showWhich();
    this.#check.disabled = true;
    ask("/api/exercise", wanted, signal).then(
      (message) => signal.aborted || this.#show(wanted, message),
      (error) => signal.aborted || this.#fail(error),
    );
  }

  /**
   * @param {Wanted} wanted
   * @param {ExerciseMessage} message
   */
  #show(wanted, message) {
    this.#shown = wanted;
    this.#last = message.last;
    this.#words = message.words;
    this.#kind.replaceChildren(...message.kinds.map((kind) => element("option", { value: kind }, titled(kind))));
    this.#showWhich();
    find("#exercise-heading", HTMLElement).textContent = `Exercise ${wanted.number}`;
    find("#exercise-told", HTMLElement).textContent = message.told;
    find("#exercise-tasks", HTMLElement).replaceChildren(...message.tasks.map((task) => element("li", {}, task)));
    this.#board.hidden = message.game === null;
    if (message.game && message.position) this.#board.replaceChildren(drawThumbnail(message.game, message.position));
    this.#sheet.show(message);
    this.#check.disabled = false;
    this.#tell("", "");
    history.replaceState(null, "", `/exercise?${new URLSearchParams({ seed: String(wanted.seed), kind: wanted.kind, number: String(wanted.number) })}`);
  }

  /** @param {unknown} error */
  #fail(error) {
    tellProblem(error);
    this.wanted = this.#shown ?? this.wanted;
    this.#check.disabled = this.#shown === null;
    this.#showWhich();
  }

  #showWhich() {
    const { seed, kind, number } = this.wanted;
    this.#seed.value = String(seed);
    this.#kind.value = kind;
    const query = new URLSearchParams({ seed: String(seed), kind });
    find("#paper", HTMLAnchorElement).href = `/api/exercise/sheet?${query}`;
    find("#paper-solutions", HTMLAnchorElement).href = `/api/exercise/sheet?${query}&solutions=true`;
    find("#before", HTMLButtonElement).disabled = number <= 1;
    find("#next", HTMLButtonElement).disabled = number >= this.#last;
  }

  /** What was said about the answers before, or is about to be, holds no longer. */
  #answered() {
    this.#stopChecking();
    this.#tell("", "");
  }

  #stopChecking() {
    this.#checking.abort();
    this.#checking = new AbortController();
    this.#check.disabled = this.#shown === null;
  }

  async #judge() {
    if (this.#check.disabled || !this.#words) return; // Enter in a field sends the form all the same
    const { wrong, ...answers } = this.#sheet.answers();
    if (wrong.length > 0) {
      this.#sheet.refuse(wrong);
      this.#tell(`${wrong.length} ${wrong.length === 1 ? "answer is" : "answers are"} not ${this.#sheet.told(wrong.length)}.`, "bad");
    } else if (answers.cuts.length === 0 && Object.keys({ ...answers.values, ...answers.texts }).length === 0) {
      this.#tell(this.#words.empty, "warn");
    } else {
      await this.#ask(answers, this.#words);
    }
  }

  /**
   * @param {{ values?: Record<string, number>, texts?: Record<string, string>, cuts: number[] }} answers
   * @param {SheetWords} words
   */
  async #ask(answers, words) {
    const { signal } = this.#checking;
    this.#check.disabled = true;
    try {
      /** @type {CheckedAnswers} */
      const checked = await send("/api/exercise/check", { ...this.wanted, ...answers }, signal);
      if (signal.aborted) return;
      this.#sheet.judge(checked);
      this.#tell(...summary(checked, words));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#check.disabled = false;
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  #tell(text, kind) {
    this.#result.textContent = text;
    this.#result.className = text === "" ? "exercise-result" : `exercise-result notice ${kind}`;
  }
}

/**
 * Say how it went.
 * @param {CheckedAnswers} checked
 * @param {SheetWords} words
 * @returns {[string, string]}
 */
function summary({ values, cuts, open_values: open, is_solved: isSolved, has_open_cuts: hasOpenCuts }, words) {
  if (isSolved) return [words.solved, "good"];
  const wrong = [...values, ...cuts].filter((each) => !each.is_right).length;
  if (wrong === 0 && open === 0 && hasOpenCuts) return [words.unmarked, "warn"];
  const parts = [wrong > 0 && `${wrong} ${wrong === 1 ? "answer is" : "answers are"} not right yet`, open > 0 && `${open} ${words.open[open === 1 ? 0 : 1]} open`];
  return [`${titled(parts.filter(Boolean).join(", "))}.`, wrong > 0 ? "bad" : "warn"];
}

/** @returns {Wanted} */
function readAddress() {
  const query = new URLSearchParams(location.search);
  const number = (/** @type {string} */ name, /** @type {number} */ usual) => {
    const given = Number(query.get(name) ?? usual);
    return Number.isInteger(given) && given >= 0 ? given : usual;
  };
  return { seed: number("seed", 1 + Math.floor(Math.random() * LARGEST_SEED)), kind: query.get("kind") ?? "mixed", number: Math.max(number("number", 1), 1) };
}

const wanted = readAddress();
new ExercisePage(wanted).open(wanted);
