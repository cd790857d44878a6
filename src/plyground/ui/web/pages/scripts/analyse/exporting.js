/** The dialog in which a line and its position are taken away: as record, picture or link. */

import { send } from "../api.js";
import { pictureAsPng, pictureAsSvg } from "../board/export.js";
import { element, field, icon } from "../dom.js";

const TIME_TO_SAVE = 10_000;

/**
 * What can be taken away.
 * @typedef {object} Goods
 * @property {GivenLine & { players: [string, string] }} line
 * @property {string} link
 * @property {SVGSVGElement} picture
 * @property {string} name for files, without an ending
 */

/**
 * Open the dialog.
 * @param {HTMLDialogElement} dialog
 * @param {Goods} goods
 */
export async function openExport(dialog, goods) {
  const { text } = await send("/api/line/record", goods.line);
  const record = element("textarea", { class: "textarea mono", id: "export-record", rows: 8, readonly: true });
  record.value = text;
  const link = element("input", { class: "input mono", id: "export-link", readonly: true, value: goods.link });
  const state = element("p", { class: "small", role: "status" });
  const button = makeButtons(state);
  dialog.replaceChildren(
    element("h2", { id: "export-heading" }, "Export"),
    field("Record of the line", record),
    buttons(
      button("save", "Record", () => save(text, "text/plain", `${goods.name}.txt`)),
      button("save", "SVG picture", () => save(pictureAsSvg(goods.picture), "image/svg+xml", `${goods.name}.svg`)),
      button("save", "PNG picture", async () => save(await pictureAsPng(goods.picture), "image/png", `${goods.name}.png`)),
    ),
    field("Link to this position", link),
    buttons(
      button("link", "Copy the link", () => copy(link)),
      button("link", "Copy the record", () => copy(record)),
      element("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, "Done"),
    ),
    state,
  );
  dialog.showModal();
}

/** @param {...HTMLElement} children */
function buttons(...children) {
  return element("div", { class: "button-row" }, ...children);
}

/**
 * Return what makes buttons that tell how they fared.
 * @param {HTMLElement} state
 */
function makeButtons(state) {
  return (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => string | Promise<string>} */ act) => {
    const press = async () => {
      state.textContent = await act();
    };
    return element("button", { class: "button", type: "button", onclick: press }, icon(sign), text);
  };
}

/**
 * @param {string | Blob} content
 * @param {string} kind
 * @param {string} name
 */
function save(content, kind, name) {
  const address = URL.createObjectURL(new Blob([content], { type: kind }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), TIME_TO_SAVE);
  return `${name} is saved.`;
}

/**
 * Copy what a field holds. Only pages from this machine or with TLS may reach the clipboard.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 */
async function copy(control) {
  control.select();
  if (!navigator.clipboard) return "It is selected; copy it with Ctrl-C.";
  await navigator.clipboard.writeText(control.value);
  return "Copied.";
}
