/** Players chosen one by one, each a chip that can be taken away again. */

import { element, icon } from "../dom.js";

export class PlayerChips {
  #chips = element("ul", { class: "chips", "aria-label": "Chosen players" });
  #input = element("input", {
    class: "input mono",
    "aria-label": "Player by name",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 200,
    list: "contest-player-names",
    placeholder: "engine:seconds=0.1",
  });
  #names = element("datalist", { id: "contest-player-names" });
  #suggested = element("div", { class: "chips", role: "group", "aria-label": "Suggestions" });
  /** @type {string[]} */ #players = [];
  /** @type {() => void} */ #onChange;

  /**
   * @param {HTMLElement} field
   * @param {() => void} onChange
   */
  constructor(field, onChange) {
    this.#onChange = onChange;
    const add = element("button", { class: "button", type: "button", onclick: () => this.#take() }, "Add");
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // which would begin the contest
      this.#take();
    });
    field.append(this.#chips, element("div", { class: "input-row" }, this.#input, add), this.#suggested, this.#names);
  }

  /** The chosen players, with one that was typed and not added yet. */
  get players() {
    const typed = this.#input.value.trim();
    return typed === "" ? this.#players : [...this.#players, typed];
  }

  /**
   * Offer players; a suggestion may stand for several.
   * @param {{ title: string, players: string[] }[]} suggestions
   * @param {string[]} names for the list under the field
   */
  offer(suggestions, names) {
    this.#names.replaceChildren(...names.map((value) => element("option", { value })));
    this.#suggested.replaceChildren(
      ...suggestions.map(({ title, players }) =>
        element("button", { class: "chip", type: "button", onclick: () => this.#add(players) }, `+ ${title}`),
      ),
    );
  }

  /** Take away players that are unknown elsewhere. */
  clear() {
    this.#players = [];
    this.#draw();
  }

  #take() {
    const typed = this.#input.value.trim();
    this.#input.value = "";
    if (typed !== "") this.#add([typed]);
  }

  /** @param {string[]} players */
  #add(players) {
    this.#players = [...new Set([...this.#players, ...players])];
    this.#draw();
  }

  /** @param {string} player */
  #remove(player) {
    this.#players = this.#players.filter((each) => each !== player);
    this.#draw();
    this.#input.focus();
  }

  #draw() {
    this.#chips.replaceChildren(
      ...this.#players.map((player) =>
        element(
          "li",
          { class: "chip is-chosen" },
          element("bdi", {}, player),
          element("button", { class: "chip-remove", type: "button", "aria-label": `Remove ${player}`, onclick: () => this.#remove(player) }, icon("close")),
        ),
      ),
    );
    this.#onChange();
  }
}
