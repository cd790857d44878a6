/** The dialog in which another position is chosen: a game and its options, a text, or a file. */

import { ApiError, send } from "../api.js";
import { element, field } from "../dom.js";
import { makeField } from "../home/fields.js";

/** @import { Field } from "../home/fields.js" */

export class Choosing {
  /** @type {HTMLDialogElement} */ #dialog;
  /** @type {Catalogue} */ #catalogue;
  /** @type {(shown: ShownLine) => void} */ #onChosen;
  /** @type {Map<string, Field>} */ #fields = new Map();
  #game = element("select", { class: "select", id: "position-game" });
  #options = element("div", { class: "columns" });
  #text = element("textarea", { class: "textarea mono", id: "position-text", rows: 4, spellcheck: "false", "aria-describedby": "position-help" });
  #file = element("input", { class: "input", id: "position-file", type: "file", accept: ".txt,text/plain" });
  #problem = element("p", { class: "field-error", role: "alert" });

  /**
   * @param {HTMLDialogElement} dialog to be filled
   * @param {Catalogue} catalogue
   * @param {(shown: ShownLine) => void} onChosen
   */
  constructor(dialog, catalogue, onChosen) {
    this.#dialog = dialog;
    this.#catalogue = catalogue;
    this.#onChosen = onChosen;
    this.#game.append(...catalogue.games.map(({ game }) => element("option", { value: game.name }, game.title)));
    this.#game.addEventListener("change", () => this.#offerOptions());
    this.#file.addEventListener("change", () => void this.#readFile());
    dialog.replaceChildren(this.#form());
  }

  /** @param {string} game the one to begin with */
  open(game) {
    this.#game.value = game;
    this.#offerOptions();
    this.#problem.textContent = "";
    this.#dialog.showModal();
  }

  #form() {
    const form = element(
      "form",
      { class: "stack", method: "dialog" },
      element("h2", { id: "position-heading" }, "Another position"),
      field("Game", this.#game),
      this.#options,
      field("Position, moves or a whole record", this.#text),
      element(
        "p",
        { class: "field-help", id: "position-help" },
        "Empty for the start of the game. Moves may be a transcript, such as f5d6c3 or 1. f5 d6. A record brings its own game and options, a position its own size.",
      ),
      field("Or a record file", this.#file),
      this.#problem,
      element(
        "div",
        { class: "button-row" },
        element("button", { class: "button quiet", type: "button", onclick: () => this.#dialog.close() }, "Cancel"),
        element("button", { class: "button primary", type: "submit" }, "Show"),
      ),
    );
    form.addEventListener("input", () => (this.#problem.textContent = ""));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#choose();
    });
    return form;
  }

  #offerOptions() {
    const choices = this.#catalogue.games.find(({ game }) => game.name === this.#game.value)?.choices ?? [];
    this.#fields = new Map(choices.map((choice) => [choice.name, makeField(choice)]));
    this.#options.replaceChildren(...[...this.#fields.values()].map((made) => made.element));
  }

  async #readFile() {
    const [chosen] = this.#file.files ?? [];
    if (chosen) this.#text.value = await chosen.text();
  }

  async #choose() {
    const options = Object.fromEntries([...this.#fields].map(([name, made]) => [name, made.value()]));
    const line = { game: this.#game.value, options };
    const text = this.#text.value.trim();
    try {
      const shown = text === "" ? await send("/api/line", line) : await send("/api/line/text", { line, text });
      this.#dialog.close();
      this.#onChosen(shown);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem.textContent = error.message;
    }
  }
}
