/** Exact values beside and on a board: switched, asked for, told and drawn. */

import { element, find } from "../dom.js";
import { recall, remember } from "../memory.js";
import { sideToMove } from "../notation.js";
import { titled } from "../words.js";
import { Asking } from "./asking.js";
import { outcomeWords, shortValue } from "./exact-text.js";
import { ValueHistory } from "./value-history.js";

/** @import { Board } from "../board.js" */

/**
 * What is on the page: a line, and which of its positions is on the board. While `isBusy`, somebody else thinks, and
 * nothing new is asked for; without `isAllowed` nothing is shown.
 * @typedef {{ game: GameInfo, plies: Ply[], number: number, isBusy: boolean, isAllowed: boolean }} View
 */

/**
 * @typedef {object} Wishes
 * @property {string} memory what the names begin with under which the switches are remembered
 * @property {boolean} isOnWithTable whether switches that nobody touched are on where the board has a table
 * @property {(number: number) => void} onGo
 * @property {() => void} [onNews] called when more is known, or a switch was turned
 */

/** @typedef {"moves" | "history"} Part */

export class ExactValues {
  /** @type {Board} */ #board;
  /** @type {Wishes} */ #wishes;
  /** @type {View | null} */ #view = null;
  /** @type {{ moves: string[], values: ExactHistory["values"] }} The last history that came, perhaps of another line. */
  #known = { moves: [], values: [] };
  /** Whether the board is known to have a table. */ #hasTable = false;
  /** Which board it is, and where its line starts. */ #table = "";
  #switches = { moves: find("#exact-switch", HTMLInputElement), history: find("#history-switch", HTMLInputElement) };
  #told = find("#exact-told", HTMLElement);
  #legend = find("#exact-legend", HTMLElement);
  #history = new ValueHistory(find("#value-history", HTMLElement), find("#history-told", HTMLElement), (number) => this.#wishes.onGo(number));
  /** @type {Asking<ExactPosition>} */ #position = new Asking("/api/exact", () => this.#hear());
  /** @type {Asking<ExactHistory>} */ #line = new Asking("/api/exact/history", () => this.#hear());

  /**
   * @param {Board} board
   * @param {Wishes} wishes
   */
  constructor(board, wishes) {
    this.#board = board;
    this.#wishes = wishes;
    for (const part of /** @type {Part[]} */ (["moves", "history"])) {
      const input = this.#switches[part];
      input.checked = this.#wish(part) === "on";
      input.addEventListener("change", () => {
        remember(this.#memory(part), input.checked ? "on" : "off");
        this.#update();
        this.#wishes.onNews?.();
      });
    }
  }

  /** Whether moves have their exact values on the board. */
  get isOnBoard() {
    return this.#isOn("moves") && (this.#position.answer?.moves.some(({ exact }) => exact !== null) ?? false);
  }

  /** Whether anything is switched on. */
  get isOn() {
    return this.#isOn("moves") || this.#isOn("history");
  }

  /**
   * The proved value of the position on the board: who wins, and the chance of the first player; null if it is not known.
   * @returns {{ chance: number, told: string } | null}
   */
  get outcome() {
    const exact = this.#isOn("moves") ? this.#position.answer?.exact : null;
    if (!exact || !this.#view) return null;
    const { game, plies, number } = this.#view;
    const toMove = sideToMove(game, plies[number]?.position ?? game.start);
    const share = exact.value === "win" ? 1 : exact.value === "draw" ? 0.5 : 0;
    return { chance: toMove === 0 ? share : 1 - share, told: outcomeWords(game.players, toMove, exact) };
  }

  /** @param {View} view */
  show(view) {
    const table = JSON.stringify([view.game.name, view.game.options, view.plies[0]?.position]);
    if (table !== this.#table) {
      this.#table = table;
      this.#hasTable = false;
      this.#known = { moves: [], values: [] };
    }
    this.#view = view;
    this.#update();
  }

  /** @param {Part} part */
  #memory(part) {
    return `${this.#wishes.memory}${part === "moves" ? "exact-values" : "value-history"}`;
  }

  /** @param {Part} part */
  #wish(part) {
    return recall(this.#memory(part));
  }

  /** @param {Part} part */
  #isOn(part) {
    if (!this.#view?.isAllowed) return false;
    const wish = this.#wish(part);
    return wish === "on" || (wish === null && this.#wishes.isOnWithTable && this.#hasTable);
  }

  #update() {
    const view = this.#view;
    if (!view) return;
    this.#ask("moves", this.#position, view, view.number);
    this.#ask("history", this.#line, view, view.plies.length - 1);
    this.#draw(view);
  }

  #hear() {
    this.#hasTable ||= this.#position.answer?.has_table ?? this.#line.answer?.has_table ?? false;
    this.#update();
    this.#wishes.onNews?.();
  }

  /**
   * Ask what is to be shown. Where nobody touched the switch, only a table is asked: the solver costs time.
   * @param {Part} part
   * @param {Asking<ExactPosition> | Asking<ExactHistory>} asking
   * @param {View} view
   * @param {number} last
   */
  #ask(part, asking, { game, plies, isBusy, isAllowed }, last) {
    const wish = this.#wish(part) ?? (this.#wishes.isOnWithTable ? null : "off");
    const isWanted = isAllowed && wish !== "off" && (part === "moves" || last > 0);
    if (!isWanted) asking.drop();
    else if (!isBusy) {
      const moves = plies.slice(1, last + 1).flatMap(({ move }) => move ?? []);
      const line = { game: game.name, options: game.options, position: plies[0]?.position ?? null, moves };
      asking.ask({ line, proves: wish === "on" });
    } else if (part === "moves") asking.drop();
  }

  /** @param {View} view */
  #draw(view) {
    for (const part of /** @type {Part[]} */ (["moves", "history"])) {
      this.#switches[part].disabled = !view.isAllowed;
      this.#switches[part].checked = view.isAllowed ? this.#isOn(part) : this.#wish(part) === "on";
    }
    const answer = this.#isOn("moves") ? this.#position.answer : null;
    this.#board.showExact(answer?.moves ?? []);
    this.#told.textContent = this.#isOn("moves") ? this.#tell(view, answer) : "";
    const known = answer?.moves.flatMap(({ exact }) => exact ?? []) ?? [];
    this.#legend.hidden = known.length === 0;
    this.#legend.replaceChildren(...drawLegend(known));
    if (this.#isOn("history")) this.#drawHistory(view);
    else this.#history.hide();
  }

  /** @param {View} view */
  #drawHistory({ game, plies, number }) {
    const { answer } = this.#line;
    if (answer) this.#known = { moves: this.#line.moves, values: answer.values };
    // Until a new history comes the last one is shown, as far as the lines are the same.
    const { moves, values } = this.#known;
    const branch = plies.slice(1).findIndex(({ move }, at) => move !== moves[at]);
    const shared = branch < 0 ? plies.length : branch + 1;
    const moments = plies.map((ply, at) => ({
      told: ply.told,
      toMove: sideToMove(game, ply.position),
      exact: at < shared ? (values[at] ?? null) : null,
    }));
    this.#history.show(game, moments, number);
  }

  /**
   * @param {View} view
   * @param {ExactPosition | null} answer
   */
  #tell({ game, plies, number, isBusy }, answer) {
    if (!answer) return titled(this.#position.problem) || (isBusy ? "" : "Solving …");
    const toMove = sideToMove(game, plies[number]?.position ?? game.start);
    if (answer.exact) {
      const words = `${titled(outcomeWords(game.players, toMove, answer.exact))}`;
      return answer.exact.distance === 0 ? `${words}.` : `${words}, proved.`;
    }
    const known = answer.moves.filter(({ exact }) => exact !== null).length;
    if (known > 0) return `Not solved, but ${known} of ${answer.moves.length} moves are.`;
    return answer.has_table ? "Not solved." : "Not solved: no table of this board, and no proof within a second.";
  }
}

/**
 * Explain the signs, with values such as those that are shown.
 * @param {ExactValue[]} shown
 */
export function drawLegend(shown) {
  const margin = shown.some((exact) => exact.margin !== null) ? 6 : null;
  const distance = shown.some((exact) => exact.distance !== null && exact.distance > 1) && margin === null ? 5 : null;
  const examples = /** @type {ExactValue[]} */ ([
    { value: "win", margin, distance },
    { value: "draw", margin: null, distance: null },
    { value: "loss", margin: margin === null ? null : -margin, distance: distance === null ? null : distance + 1 },
  ]);
  const more = margin !== null ? ` by ${margin}` : distance !== null ? " in 3 moves" : "";
  return examples.map((exact) => {
    const sign = element("b", { class: `exact-sign is-${exact.value}` }, shortValue(exact));
    return element("li", {}, sign, `${exact.value}${exact.value === "draw" ? "" : more}`);
  });
}
