/** Opening the rules of a game: with a button, with the key "?", and by itself at the first game of a kind. */

import { recall, remember } from "../memory.js";
import { tellProblem } from "../toast.js";

/** Where "?" is a character to be typed, or something else lies over the page. */
const TAKERS = "input:not([type=checkbox], [type=radio], [type=range]), textarea, dialog";

/**
 * Open the rules of a game; the panel and its pictures are loaded only now.
 * @param {GameInfo} game
 */
export async function openRules(game) {
  try {
    const { showRules } = await import("./rules-panel.js");
    await showRules(game);
    remember(`taught-${game.name}`, "yes");
  } catch (error) {
    tellProblem(error);
  }
}

/**
 * Open the rules of a game unless they were opened before in this browser.
 * @param {GameInfo} game
 */
export function openRulesOnce(game) {
  if (recall(`taught-${game.name}`) === null) void openRules(game);
}

/**
 * Let the key "?" open the rules of whatever game a page is about.
 * @param {() => GameInfo} game
 */
export function listenForHelp(game) {
  addEventListener("keydown", (event) => {
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== "?" || isTaken || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest(TAKERS)) return;
    event.preventDefault();
    void openRules(game());
  });
}
