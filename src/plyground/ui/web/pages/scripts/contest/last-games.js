/** The last games of a contest, which come in while one looks. */

import { ask } from "../api.js";
import { find } from "../dom.js";
import { makeBriefRow } from "../library/row.js";
import { tellProblem } from "../toast.js";

const SHOWN = 12;
const PAUSE = 1500;

export class LastGames {
  #list = find("#games", HTMLElement);
  #event;
  #count = -1;
  #timer = 0;
  #lastLook = 0;

  /** @param {string} event */
  constructor(event) {
    this.#event = event;
  }

  /**
   * Look for new games, if there are any and the last look was some time ago.
   * @param {number} count how many there are
   */
  look(count) {
    if (count === this.#count) return;
    this.#count = count;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), Math.max(0, this.#lastLook + PAUSE - Date.now()));
  }

  async #load() {
    this.#lastLook = Date.now();
    try {
      /** @type {GameList} */
      const { games, total } = await ask("/api/records", { event: this.#event, limit: SHOWN });
      this.#update(games);
      find("#all-games", HTMLElement).hidden = total <= SHOWN;
      find("#all-games-link", HTMLElement).textContent = `All ${total.toLocaleString("en")} games`;
    } catch (error) {
      tellProblem(error);
    }
  }

  /**
   * Put new games on top and leave the others alone: somebody may be pointing at one.
   * @param {GameList["games"]} games
   */
  #update(games) {
    const newest = Number(this.#list.querySelector("a")?.dataset.record ?? 0);
    const added = games.filter(({ id }) => id > newest);
    const query = `event=${encodeURIComponent(this.#event)}`;
    this.#list.prepend(...added.map((game) => makeBriefRow(game, `/library?${query}&record=${game.id}`)));
    while (this.#list.children.length > SHOWN) this.#list.lastElementChild?.remove();
  }
}
