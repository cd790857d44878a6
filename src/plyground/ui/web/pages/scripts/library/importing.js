/** Record files that are brought in: chosen with a button, or dropped on the page. */

import { send } from "../api.js";
import { element, find } from "../dom.js";
import { tell } from "../toast.js";
import { countText } from "./record-text.js";

export class Importing {
  #input = find("#import-file", HTMLInputElement);
  #veil = element("div", { class: "drop-veil", hidden: true }, element("p", {}, "Drop record files to import them"));
  /** @type {() => void} */ #onImport;
  #most = Infinity;

  /** @param {() => void} onImport called when there are games to be seen that were not there before */
  constructor(onImport) {
    this.#onImport = onImport;
    document.body.append(this.#veil);
    this.#input.addEventListener("change", () => this.#take([...(this.#input.files ?? [])]));
    document.addEventListener("dragover", (event) => this.#hover(event));
    document.addEventListener("dragleave", (event) => this.#leave(event));
    document.addEventListener("drop", (event) => this.#drop(event));
  }

  /** @param {number} bytes more than so many are not sent */
  set most(bytes) {
    this.#most = bytes;
  }

  /** @param {DragEvent} event */
  #hover(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#veil.hidden = false;
  }

  /** @param {DragEvent} event */
  #leave(event) {
    if (event.relatedTarget === null) this.#veil.hidden = true;
  }

  /** @param {DragEvent} event */
  #drop(event) {
    this.#veil.hidden = true;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#take(files);
  }

  /** @param {File[]} files */
  async #take(files) {
    this.#input.value = ""; // so that the same file can be chosen again
    for (const file of files) {
      try {
        const imported = await this.#send(file);
        tell(`${file.name}: ${toldOf(imported)}`);
        if (imported.new > 0) this.#onImport();
      } catch (error) {
        tell(`${file.name}: ${error instanceof Error ? error.message : String(error)}`, "bad");
      }
    }
  }

  /**
   * @param {File} file
   * @returns {Promise<Imported>}
   */
  async #send(file) {
    if (file.size > this.#most) {
      throw new Error("this file is too large for the page; ‘plyground records import’ takes files of any size");
    }
    return send("/api/records", { text: await textOf(file) });
  }
}

/** @param {File} file */
async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error("this is not a text file");
  }
}

/** @param {Imported} imported */
function toldOf({ new: added, known }) {
  if (added === 0) return `${countText(known, "game")}, all known already`;
  return `${countText(added, "game")} imported${known > 0 ? `, ${known} there already` : ""}`;
}
