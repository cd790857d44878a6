/** Setting up a position by hand; the server says whether it can occur. */

import { ApiError, send } from "../api.js";
import { SetUp } from "../board/setup.js";
import { find } from "../dom.js";
import { makeChoices } from "../home/fields.js";
import { readPosition } from "../notation.js";

/** @import { Board } from "../board.js" */

/** Milliseconds without a change after which a position is worth a question. */
const PAUSE = 200;

export class SettingUp {
  /** @type {Board} */ #board;
  /** @type {(shown: ShownLine | null) => void} */ #onEnd;
  /** @type {SetUp | null} */ #setUp = null;
  #palette = find("#palette", HTMLElement);
  #players = find("#set-up-players", HTMLElement);
  #text = find("#set-up-text", HTMLInputElement);
  #problem = find("#set-up-problem", HTMLElement);
  #timer = 0;
  /** How many positions were checked: what comes late is told apart by it. */ #checks = 0;

  /**
   * @param {Board} board
   * @param {(shown: ShownLine | null) => void} onEnd called with the position, null if it was given up
   */
  constructor(board, onEnd) {
    this.#board = board;
    this.#onEnd = onEnd;
    find("#set-up-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#finish();
    });
    find("#set-up-clear", HTMLElement).addEventListener("click", () => this.#setUp?.clear());
    find("#set-up-start", HTMLElement).addEventListener("click", () => this.#take(this.#board.game, this.#board.game.start));
    find("#set-up-cancel", HTMLElement).addEventListener("click", () => this.#end(null));
    this.#text.addEventListener("change", () => void this.#readText());
  }

  get isActive() {
    return this.#setUp !== null;
  }

  /** @param {string} position to begin with */
  begin(position) {
    this.#take(this.#board.game, position);
  }

  /** Let the keys work on the palette. */
  focus() {
    this.#palette.querySelector("button")?.focus();
  }

  cancel() {
    this.#end(null);
  }

  /** @param {number} square */
  place(square) {
    this.#setUp?.place(square);
  }

  /**
   * @param {number} origin
   * @param {number | null} target
   */
  carry(origin, target) {
    this.#setUp?.carry(origin, target);
  }

  /**
   * Go on from a position, perhaps on a board of another size.
   * @param {GameInfo} game
   * @param {string} position
   */
  #take(game, position) {
    if (game !== this.#board.game) this.#board.setGame(game);
    this.#board.show({ position });
    this.#setUp = new SetUp(this.#board, this.#palette, position, (changed) => this.#changed(changed));
    const choices = game.players.map((player) => ({ value: player, text: player }));
    const choose = (/** @type {string} */ player) => {
      if (this.#setUp) this.#setUp.player = player;
    };
    this.#players.replaceChildren(...makeChoices("set-up-player", choices, readPosition(position).player, choose));
    this.#changed(position);
  }

  /** @param {string} position */
  #changed(position) {
    this.#text.value = position;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(position), PAUSE);
  }

  async #readText() {
    const shown = await this.#check(this.#text.value.trim());
    const [first] = shown?.plies ?? [];
    if (shown && first && this.isActive) this.#take(shown.game, first.position);
  }

  /**
   * Ask the server about a position, and show what it objects to.
   * @param {string} position
   * @returns {Promise<ShownLine | null>}
   */
  async #check(position) {
    const { name, options } = this.#board.game;
    this.#checks += 1;
    const check = this.#checks;
    try {
      const shown = await send("/api/line", { game: name, options, position });
      if (check === this.#checks) this.#tellProblem("");
      return shown;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (check === this.#checks) this.#tellProblem(error.message);
      return null;
    }
  }

  /** @param {string} problem */
  #tellProblem(problem) {
    this.#problem.textContent = problem;
    this.#text.setAttribute("aria-invalid", String(problem !== ""));
  }

  async #finish() {
    const shown = await this.#check(this.#text.value.trim());
    if (shown) this.#end(shown);
  }

  /** @param {ShownLine | null} shown */
  #end(shown) {
    clearTimeout(this.#timer);
    this.#checks += 1;
    this.#setUp?.end();
    this.#setUp = null;
    this.#tellProblem("");
    this.#onEnd(shown);
  }
}
