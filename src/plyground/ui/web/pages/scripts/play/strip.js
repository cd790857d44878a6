/** A player beside the board: who it is, how many pieces are left, whether it thinks, its clock. */

import { drawLetter } from "../board/pieces.js";
import { drawn, element } from "../dom.js";
import { clockText, titled } from "../words.js";

const TICK = 100;
const SHORT = 20;

export class PlayerStrip {
  #name = element("bdi", { class: "player-name" });
  #details = element("span", { class: "player-details" });
  #pulse = element("span", { class: "pulse", title: "thinks", hidden: true });
  #clock = element("span", { class: "clock", role: "timer", hidden: true });
  #picture = element("span", { class: "player-piece" });
  #timer = 0;

  /** @param {HTMLElement} strip */
  constructor(strip) {
    strip.replaceChildren(
      this.#picture,
      element("span", { class: "player-words" }, this.#name, this.#details),
      this.#pulse,
      this.#clock,
    );
    this.element = strip;
  }

  /**
   * Say who it is.
   * @param {GameInfo} game
   * @param {Side} side
   * @param {string} name
   */
  show(game, side, name) {
    const piece = drawLetter(game, game.pieces[0]?.letters[side] ?? "");
    this.#picture.replaceChildren(drawn("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, piece));
    this.#name.textContent = name;
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", titled(game.players[side]));
  }

  /**
   * Say how it stands.
   * @param {{ side: string, pieces: number, isToMove: boolean, isThinking: boolean, presence: string }} state
   */
  tell({ side, pieces, isToMove, isThinking, presence }) {
    const count = `${pieces === 1 ? "1 piece" : `${pieces} pieces`}${presence && `, ${presence}`}`;
    this.#details.textContent = this.#name.textContent === titled(side) ? count : `${side}, ${count}`;
    this.element.classList.toggle("is-to-move", isToMove);
    this.#pulse.hidden = !isThinking;
  }

  /**
   * Show a clock, which goes on by itself while it runs.
   * @param {number | null} seconds
   * @param {boolean} isRunning
   */
  setClock(seconds, isRunning) {
    clearInterval(this.#timer);
    this.#clock.hidden = seconds === null;
    if (seconds === null) return;
    const began = performance.now();
    const show = () => {
      const left = seconds - (isRunning ? (performance.now() - began) / 1000 : 0);
      const text = clockText(left);
      if (this.#clock.textContent !== text) this.#clock.textContent = text;
      this.#clock.classList.toggle("is-short", left < SHORT);
    };
    this.#clock.classList.toggle("is-running", isRunning);
    show();
    if (isRunning) this.#timer = setInterval(show, TICK);
  }
}
