/** The page of exercises: values to be filled in, branches to be cut off, and every answer explained. */

import { ask, send } from "../api.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("./messages.js").CheckedAnswers} CheckedAnswers */
/** @typedef {import("./messages.js").ExerciseMessage} ExerciseMessage */
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
    this.#open(wanted).catch((error) => {
      tellProblem(error);
      this.#showWhich();
    });
  }

  /** @param {Wanted} wanted */
  async #open(wanted) {
    /** @type {ExerciseMessage} */
    const message = await ask("/api/exercise", wanted);
    this.wanted = wanted;
    this.#last = message.last;
    this.#kind.replaceChildren(...message.kinds.map((kind) => element("option", { value: kind }, titled(kind))));
    this.#showWhich();
    find("#exercise-heading", HTMLElement).textContent = `Exercise ${wanted.number}`;
    find("#exercise-told", HTMLElement).textContent = message.told;
    this.#board.hidden = message.game === null;
    if (message.game && message.position) this.#board.replaceChildren(drawThumbnail(message.game, message.position));
    this.#sheet.show(message);
    this.#tell("", "");
    history.replaceState(null, "", `/exercise?${new URLSearchParams({ seed: String(wanted.seed), kind: wanted.kind, number: String(wanted.number) })}`);
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

  /** What was said about the answers before holds no longer. */
  #answered() {
    this.#tell("", "");
  }

  async #judge() {
    this.#check.disabled = true;
    try {
      /** @type {CheckedAnswers} */
      const checked = await send("/api/exercise/check", { ...this.wanted, ...this.#sheet.answers() });
      this.#sheet.judge(checked);
      this.#tell(...summary(checked));
    } finally {
      this.#check.disabled = false;
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
 * @returns {[string, string]}
 */
function summary({ values, cuts, open_values: open, is_solved: isSolved }) {
  if (isSolved) return ["Solved: every value and every cut is right.", "good"];
  const wrong = [...values, ...cuts].filter((each) => !each.is_right).length;
  const parts = [wrong > 0 && `${wrong} ${wrong === 1 ? "answer is" : "answers are"} not right yet`, open > 0 && `${open} ${open === 1 ? "value is" : "values are"} open`];
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
