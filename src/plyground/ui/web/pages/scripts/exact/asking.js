/** Questions about positions: one at a time, and what comes late is kept but never shown. */

import { send } from "../api.js";

const MOST_KEPT = 500;

/**
 * Asks one endpoint; a new question takes the place of the one before.
 * @template Answer
 */
export class Asking {
  /** @type {string} */ #path;
  /** @type {() => void} */ #onNews;
  /** @type {Map<string, Answer>} */ #answers = new Map();
  /** @type {Map<string, string>} */ #problems = new Map();
  /** @type {AbortController | null} */ #asked = null;
  #question = "";

  /**
   * @param {string} path
   * @param {() => void} onNews called when the present question has been answered, or cannot be
   */
  constructor(path, onNews) {
    this.#path = path;
    this.#onNews = onNews;
  }

  /** @returns {string[]} The moves of the present question. */
  get moves() {
    return this.#question === "" ? [] : JSON.parse(this.#question).line.moves;
  }

  /** What is known of the present question, null if it is not answered. */
  get answer() {
    return this.#answers.get(this.#question) ?? null;
  }

  /** Why the present question cannot be answered, "" if it can. */
  get problem() {
    return this.#problems.get(this.#question) ?? "";
  }

  /** @param {WantedExact | WantedExplanation} wanted */
  ask(wanted) {
    const question = JSON.stringify(wanted);
    if (question === this.#question && (this.#asked || this.answer)) return;
    this.drop();
    this.#question = question;
    if (!this.answer) void this.#send(question);
  }

  /** Ask for nothing any more. */
  drop() {
    this.#asked?.abort();
    this.#asked = null;
    this.#question = "";
  }

  /** @param {string} question */
  async #send(question) {
    const asked = new AbortController();
    this.#asked = asked;
    this.#problems.clear();
    try {
      const answer = await send(this.#path, JSON.parse(question), asked.signal);
      if (this.#answers.size >= MOST_KEPT) this.#answers.clear();
      this.#answers.set(question, answer);
    } catch (error) {
      this.#problems.set(question, error instanceof Error ? error.message : String(error));
    }
    if (this.#asked !== asked) return; // another question has been asked since
    this.#asked = null;
    this.#onNews();
  }
}
