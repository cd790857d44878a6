/** The buttons of a game, for the thumb on a phone. */

import { element, icon } from "../dom.js";

/** @typedef {"undo" | "hint" | "stop" | "pause" | "go" | "flip" | "share" | "resign" | "rematch"} Action */

const BUTTONS = /** @type {[Action, string, string][]} */ ([
  ["pause", "pause", "Pause"],
  ["go", "go", "Go on"],
  ["undo", "undo", "Undo"],
  ["hint", "hint", "Hint"],
  ["stop", "stop", "Move now"],
  ["flip", "flip", "Flip"],
  ["share", "link", "Invite"],
  ["resign", "flag", "Resign"],
  ["rematch", "again", "Rematch"],
]);

export class Actions {
  /** @type {Map<Action, HTMLButtonElement>} */ #buttons = new Map();

  /**
   * @param {HTMLElement} box
   * @param {string} analysis the address of the game's analysis
   * @param {(action: Action) => void} onAct
   */
  constructor(box, analysis, onAct) {
    for (const [action, picture, title] of BUTTONS) {
      const button = element(
        "button",
        { class: "button action", type: "button", hidden: true, onclick: () => onAct(action) },
        icon(picture),
        element("span", {}, title),
      );
      this.#buttons.set(action, button);
      box.append(button);
    }
    const word = element("span", {}, "Analyse");
    box.append(element("a", { class: "button action", href: analysis }, icon("search"), word));
  }

  /**
   * Show some of the buttons, and say which of them can be used.
   * @param {Partial<Record<Action, boolean>>} usable those that are missing are not shown
   */
  offer(usable) {
    for (const [action, button] of this.#buttons) {
      const isUsable = usable[action];
      button.hidden = isUsable === undefined;
      button.disabled = !isUsable;
    }
  }

  /**
   * Say on a button that what it asked for is under way, or say so no longer.
   * @param {Action} action
   * @param {string | null} told
   */
  setBusy(action, told) {
    const button = this.#buttons.get(action);
    // Not disabled, which would take the focus away from it.
    button?.setAttribute("aria-busy", String(told !== null));
    this.rename(action, told);
  }

  /**
   * Give a button another title, or its usual one again.
   * @param {Action} action
   * @param {string | null} told
   */
  rename(action, told) {
    const word = this.#buttons.get(action)?.querySelector("span");
    if (word) word.textContent = told ?? BUTTONS.find(([each]) => each === action)?.[2] ?? "";
  }
}
