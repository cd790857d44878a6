/** What somebody adds to a game: a star, a name, a note; and the way to delete it. */

import { send } from "../api.js";
import { element, field, icon } from "../dom.js";
import { tell, tellProblem } from "../toast.js";

export class RemarkPanel {
  element = element("div", { class: "remark" });
  /** @type {(game: ListedGame) => void} */ #onChange;
  /** @type {() => void} */ #onDelete;
  /** @type {ListedGame | null} */ #game = null;
  #isEditing = false;

  /**
   * @param {(game: ListedGame) => void} onChange
   * @param {() => void} onDelete
   */
  constructor(onChange, onDelete) {
    this.#onChange = onChange;
    this.#onDelete = onDelete;
  }

  /** @param {ListedGame} game */
  show(game) {
    this.#game = game;
    this.#isEditing = false;
    this.#draw();
  }

  #draw() {
    const game = this.#game;
    if (!game) return;
    this.element.replaceChildren(...(this.#isEditing ? [this.#makeForm(game)] : this.#makeView(game)));
  }

  /** @param {ListedGame} game */
  #makeView({ remark, source }) {
    const { name, is_favourite: isFavourite, note } = remark;
    const star = element(
      "button",
      {
        class: "button quiet icon-only remark-star",
        type: "button",
        "aria-label": "Favourite",
        title: "Favourite",
        "aria-pressed": String(isFavourite),
        onclick: () => this.#keep({ ...remark, is_favourite: !isFavourite }, ".remark-star"),
      },
      icon("star"),
    );
    const edit = element("button", { class: "button small remark-edit", type: "button", onclick: () => this.#edit() }, icon("edit"), "Name and note");
    const bin = element("button", { class: "button small remark-delete", type: "button", onclick: () => this.#confirm() }, icon("bin"), "Delete");
    return [
      element("div", { class: "remark-top" }, star, edit, source === "contests" ? null : bin),
      name ? element("p", { class: "remark-name" }, name) : null,
      note ? element("p", { class: "remark-note" }, note) : null,
    ].filter((each) => each !== null);
  }

  /** @param {ListedGame} game */
  #makeForm({ remark }) {
    const name = element("input", { class: "input", id: "remark-name", maxlength: 100, autocomplete: "off", value: remark.name });
    const note = element("textarea", { class: "textarea", id: "remark-note", maxlength: 5000, rows: 4 }, remark.note);
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#keep({ ...remark, name: name.value, note: note.value }, ".remark-edit");
    };
    const cancel = () => {
      this.#isEditing = false;
      this.#draw();
      this.#focus(".remark-edit");
    };
    return element(
      "form",
      { class: "stack-tight", onsubmit: save, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && cancel() },
      field("Name of this game", name),
      field("Note", note),
      element(
        "div",
        { class: "button-row" },
        element("button", { class: "button small primary", type: "submit" }, "Save"),
        element("button", { class: "button small", type: "button", onclick: cancel }, "Cancel"),
      ),
    );
  }

  #edit() {
    this.#isEditing = true;
    this.#draw();
    this.#focus("#remark-name");
  }

  /** @param {string} selector */
  #focus(selector) {
    const found = this.element.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /**
   * @param {GameRemark} remark
   * @param {string} next what has the focus afterwards
   */
  async #keep(remark, next) {
    const game = this.#game;
    if (!game) return;
    try {
      /** @type {GameRemark} */
      const kept = await send(`/api/records/${game.id}/remark`, remark);
      const changed = { ...game, remark: kept };
      this.#onChange(changed);
      if (this.#game?.id !== game.id) return;
      this.show(changed);
      this.#focus(next);
    } catch (error) {
      tellProblem(error);
    }
  }

  #confirm() {
    const game = this.#game;
    if (!game) return;
    const dialog = element(
      "dialog",
      { class: "dialog", "aria-labelledby": "delete-title", onclose: () => dialog.remove() },
      element("h2", { id: "delete-title" }, "Delete this game?"),
      element("p", {}, `${game.names.join(" – ")}, ${game.title}. It disappears from the library, your record and the openings, and cannot be brought back.`),
      element(
        "div",
        { class: "button-row" },
        element("button", { class: "button", type: "button", onclick: () => dialog.close() }, "Keep it"),
        element("button", { class: "button danger primary", type: "button", onclick: () => this.#delete(game, dialog) }, "Delete"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /**
   * @param {ListedGame} game
   * @param {HTMLDialogElement} dialog
   */
  async #delete(game, dialog) {
    dialog.close();
    try {
      await send(`/api/records/${game.id}/delete`, {});
      tell("The game was deleted.");
      this.#onDelete();
    } catch (error) {
      tellProblem(error);
    }
  }
}
