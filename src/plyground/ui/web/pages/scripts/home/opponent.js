/** Choosing an opponent: a level in words, or any player by its name. */

import { element } from "../dom.js";

/** From the weakest to the strongest, spread over as many levels as a game has. */
const WORDS = [
  "beginner", "novice", "learner", "casual", "steady", "club player", "strong", "expert", "master", "full strength",
];
const EXAMPLES = "As in the arena: random, minimax:depth=3, alphabeta:depth=6, engine:seconds=2 …";

export class OpponentPicker {
  #range;
  #output = element("output", { class: "level-word" });
  #name;

  /**
   * @param {string} id
   * @param {string} title
   * @param {number} levels
   * @param {number} level
   */
  constructor(id, title, levels, level) {
    this.#range = element("input", { class: "range", id, type: "range", min: 1, max: levels, step: 1, value: level });
    this.#name = element("input", {
      class: "input mono",
      id: `${id}-name`,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      list: "player-names",
      placeholder: "engine:seconds=2",
    });
    this.element = element(
      "div",
      { class: "field opponent" },
      element("div", { class: "row-apart" }, element("label", { class: "label", for: id }, title), this.#output),
      this.#range,
      element(
        "details",
        { class: "fold" },
        element("summary", {}, "Any player by name"),
        element("label", { class: "for-ears", for: `${id}-name` }, `${title} by name`),
        this.#name,
        element("p", { class: "field-help" }, EXAMPLES),
      ),
    );
    this.#range.addEventListener("input", () => this.#tell());
    this.#name.addEventListener("input", () => this.#tell());
    this.#tell();
  }

  get level() {
    return Number(this.#range.value);
  }

  /** The player, as the server names it. */
  get value() {
    return this.#name.value.trim() || `level:${this.level}`;
  }

  #tell() {
    const most = Number(this.#range.max);
    const isNamed = this.#name.value.trim() !== "";
    const word = WORDS[Math.round(((this.level - 1) / Math.max(most - 1, 1)) * (WORDS.length - 1))] ?? "";
    this.#range.disabled = isNamed;
    this.#range.style.setProperty("--filled", `${((this.level - 1) / Math.max(most - 1, 1)) * 100}%`);
    this.#range.setAttribute("aria-valuetext", `level ${this.level}, ${word}`);
    this.#output.textContent = isNamed ? this.value : `Level ${this.level}, ${word}`;
  }
}

/**
 * Make the list of names that a field for a player offers.
 * @param {PlayerInfo[]} players
 */
export function makeNameList(players) {
  const isPlayable = (/** @type {PlayerInfo} */ { name }) => name !== "human" && name !== "level";
  return element(
    "datalist",
    { id: "player-names" },
    ...players.filter(isPlayable).map(({ name, summary }) => element("option", { value: name }, summary)),
  );
}
