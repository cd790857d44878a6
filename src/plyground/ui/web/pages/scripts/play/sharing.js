/** Giving a side to another device: a dialog with the link to it. */

import { element } from "../dom.js";
import { makeChoices } from "../home/fields.js";
import { OWN_MACHINE } from "./sounds.js";
import { titled } from "../words.js";

export class Sharing {
  /** @type {(side: Side) => void} */ #onShare;
  #sides = element("fieldset", { class: "field" });
  #link = element("input", { class: "input mono", id: "seat-link", readonly: true });
  #about = element("p");
  #told = element("p", { class: "small muted", role: "status" });
  #make = element("button", { class: "button primary", type: "button", onclick: () => this.#share() }, "Make the link");
  #linked = element(
    "div",
    { class: "field", hidden: true },
    element("label", { class: "label", for: "seat-link" }, "Open this on the other device"),
    element(
      "div",
      { class: "input-row" },
      this.#link,
      element("button", { class: "button", type: "button", onclick: () => void this.#copy() }, "Copy"),
    ),
  );
  #dialog = element(
    "dialog",
    { class: "dialog", id: "sharing", "aria-labelledby": "sharing-title" },
    element("h2", { id: "sharing-title" }, "Play on two devices"),
    this.#about,
    this.#sides,
    this.#linked,
    this.#told,
    element(
      "form",
      { class: "button-row", method: "dialog" },
      element("button", { class: "button" }, "Close"),
      this.#make,
    ),
  );

  /**
   * @param {GameInfo} game
   * @param {(side: Side) => void} onShare asks the server for the link
   */
  constructor({ players }, onShare) {
    this.#onShare = onShare;
    const choices = players.map((player, side) => ({ value: String(side), text: titled(player) }));
    this.#sides.append(
      element("legend", {}, "The other device plays"),
      element("div", { class: "choices" }, ...makeChoices("seat", choices, "1")),
    );
    document.body.append(this.#dialog);
  }

  /**
   * Begin with the choice of a side, or show the link that there is.
   * @param {Side | null} given the side that is on another device already: its link is shown again
   * @param {boolean} isPublic whether another device can reach the server
   */
  open(given, isPublic) {
    this.#about.textContent = isPublic
      ? "The link opens one side of this game, and nothing else of this server."
      : "No other device reaches this server. Start it with “plyground serve --public”, and the game is still here.";
    this.#sides.hidden = !isPublic || given !== null;
    this.#make.hidden = this.#sides.hidden;
    this.#linked.hidden = true;
    this.#told.textContent = "";
    this.#dialog.showModal();
    if (given !== null) this.#onShare(given);
  }

  /** @param {LinkMessage} message */
  showLink({ path, host }) {
    const url = new URL(path, location.href);
    if (OWN_MACHINE.includes(url.hostname)) url.hostname = host; // the other device has another localhost
    this.#link.value = url.href;
    this.#linked.hidden = false;
    this.#sides.hidden = true;
    this.#make.hidden = true;
    this.#link.focus();
    this.#link.select();
  }

  #share() {
    const chosen = this.#sides.querySelector("input:checked")?.getAttribute("value");
    this.#onShare(chosen === "0" ? 0 : 1);
  }

  async #copy() {
    this.#link.select();
    try {
      await navigator.clipboard.writeText(this.#link.value);
      this.#told.textContent = "Copied.";
    } catch {
      // Browsers keep the clipboard from pages without TLS, as they are in a network at home.
      this.#told.textContent = document.execCommand("copy") ? "Copied." : "Copy the marked link yourself.";
    }
  }
}
