/** The list of games, as long as somebody wants it. */

import { ask } from "../api.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { addressOf, asQuery } from "./library-address.js";
import { makeDamagedRow, makeGameRow } from "./row.js";
import { countText } from "./record-text.js";

export class LibraryList {
  #list = find("#game-list", HTMLElement);
  #found = find("#found", HTMLElement);
  #more = find("#more", HTMLButtonElement);
  #empty = find("#no-games", HTMLElement);
  /** @type {(record: number) => void} */ #onChoose;
  /** @type {Record<string, string>} */ #wanted = {};
  /** @type {number | null} */ #next = null;
  /** @type {number | null} */ #chosen = null;
  /** Answers to older questions come too late. */ #question = 0;

  /** @param {(record: number) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
    this.#more.addEventListener("click", () => this.#load());
  }

  /** The newest game of the list, null if there is none. */
  get first() {
    const record = this.#list.querySelector("a")?.dataset.record;
    return record === undefined ? null : Number(record);
  }

  /**
   * List other games.
   * @param {Record<string, string>} wanted
   */
  async show(wanted) {
    this.#wanted = wanted;
    this.#next = null;
    await this.#load();
  }

  /**
   * Mark the game that is being replayed.
   * @param {number | null} record
   */
  mark(record) {
    this.#chosen = record;
    for (const link of this.#list.querySelectorAll("a")) {
      if (link.dataset.record === String(record)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /**
   * Show what has changed about a game.
   * @param {ListedGame} game
   */
  update(game) {
    const row = this.#list.querySelector(`a[data-record="${game.id}"]`)?.closest("li");
    row?.replaceWith(this.#makeRow(game));
    this.mark(this.#chosen);
  }

  /**
   * Bring a game back into view, if it is listed.
   * @param {number | null} record
   */
  focus(record) {
    this.#list.querySelector(`a[data-record="${record}"]`)?.closest("a")?.focus();
  }

  async #load() {
    this.#question += 1;
    const question = this.#question;
    const isFirst = this.#next === null;
    try {
      /** @type {GameList} */
      const answer = await ask("/api/records", { ...asQuery(this.#wanted), before: this.#next });
      if (question === this.#question) this.#add(answer, isFirst);
    } catch (error) {
      tellProblem(error);
    }
  }

  /**
   * @param {GameList} answer
   * @param {boolean} isFirst
   */
  #add({ games, total, next, damaged }, isFirst) {
    const rows = [...games.map((game) => this.#makeRow(game)), ...damaged.map(makeDamagedRow)];
    if (isFirst) this.#list.replaceChildren(...rows);
    else this.#list.append(...rows);
    this.#next = next;
    this.#more.hidden = next === null;
    this.#found.textContent = countText(total, "game");
    this.#empty.hidden = total > 0;
    this.#empty.replaceChildren(...this.#whyEmpty());
    // Where nothing is kept yet, there is nothing to filter or to export.
    this.#list.closest(".library-games")?.classList.toggle("is-empty", total === 0 && damaged.length === 0 && !this.#isFiltered);
    this.mark(this.#chosen);
    if (!isFirst) rows[0]?.querySelector("a")?.focus();
  }

  /** @param {ListedGame} game */
  #makeRow(game) {
    const address = addressOf({ tab: "games", record: game.id, wanted: this.#wanted });
    return makeGameRow(game, address, (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#onChoose(game.id);
    });
  }

  get #isFiltered() {
    return Object.keys(this.#wanted).length > 0;
  }

  #whyEmpty() {
    if (this.#isFiltered) return [element("p", {}, "No game matches these filters. Remove one of them.")];
    return [
      element("p", {}, "No games yet. Everything that is played here is kept; record files can be imported too."),
      element("p", {}, element("a", { class: "button", href: "/" }, "Play a game")),
    ];
  }
}
