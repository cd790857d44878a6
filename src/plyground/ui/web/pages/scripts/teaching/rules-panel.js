/** How a game is played, over the page: each rule with the pictures that the game's own rules make of it. */

import { ask } from "../api.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { element, icon } from "../dom.js";
import { titled } from "../words.js";
import { hasFinished } from "./progress.js";

/**
 * Show the rules of a game, and give the focus back when they are closed.
 * @param {GameInfo} game
 */
export async function showRules(game) {
  /** @type {TeachingMessage} */
  const teaching = await ask(`/api/teaching/${encodeURIComponent(game.name)}`);
  if (document.querySelector("dialog[open]")) return; // opened twice, or something else was meanwhile
  const dialog = makePanel(teaching);
  dialog.addEventListener("close", () => dialog.remove());
  // A click beside the panel has the dialog itself as its target.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {TeachingMessage} teaching */
function makePanel({ game, about, notation, rules, lesson }) {
  return element(
    "dialog",
    { class: "dialog rules", "aria-labelledby": "rules-title" },
    element(
      "div",
      { class: "rules-inside" },
      element(
        "header",
        { class: "rules-top" },
        element("h2", { id: "rules-title" }, `How to play ${game.title}`),
        makeCloser("button quiet icon-only", { "aria-label": "Close", autofocus: true }, icon("close")),
      ),
      element("p", { class: "lead" }, `${titled(game.summary).replace(/\.$/, "")}.`),
      element("ol", { class: "rule-cards" }, ...rules.map(makeRule)),
      element("h3", {}, "In full"),
      ...about.map((paragraph) => element("p", {}, paragraph)),
      element("h3", {}, "How moves are written"),
      element("p", {}, notation),
      element(
        "footer",
        { class: "rules-foot" },
        element("p", { class: "small muted" }, "Open this at any time: press ", element("kbd", {}, "?")),
        element("div", { class: "button-row" }, lesson.length > 0 && makeLessonLink(game), makeCloser("button primary", {}, "Close")),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {Record<string, string | boolean>} attributes
 * @param {Node | string} content
 */
function makeCloser(name, attributes, content) {
  const close = (/** @type {Event} */ { currentTarget }) =>
    currentTarget instanceof Element && currentTarget.closest("dialog")?.close();
  return element("button", { class: name, type: "button", onclick: close, ...attributes }, content);
}

/** @param {GameInfo} game */
function makeLessonLink(game) {
  const text = hasFinished(game.name) ? "Repeat the first lesson" : "Take the first lesson";
  return element("a", { class: "button", href: `/learn/${encodeURIComponent(game.name)}` }, text);
}

/** @param {ShownRule} rule */
function makeRule({ text, board, before, after }) {
  const pictures = element("div", { class: "rule-pictures" }, drawThumbnail(board, before, { next: after }));
  if (after) pictures.append(icon("forth"), drawThumbnail(board, after.position, { last: after }));
  return element(
    "li",
    { class: "rule-card" },
    pictures,
    element("p", {}, text),
    after && element("p", { class: "small muted" }, `${titled(after.told)}.`),
  );
}
