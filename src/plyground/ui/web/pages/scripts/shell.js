/** What all pages share: the page one is on, and the switch of the theme. */

import { icon } from "./dom.js";
import { recall, remember } from "./memory.js";

const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const ICONS = { system: "half", light: "sun", dark: "moon" };
const WORDS = { system: "as the system", light: "light", dark: "dark" };

/** @typedef {typeof THEMES[number]} Theme */

/** @returns {Theme} */
function chosenTheme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** @param {Theme} theme */
function choose(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** @param {Element} button */
function label(button) {
  const theme = chosenTheme();
  const text = `Theme: ${WORDS[theme]}`;
  button.replaceChildren(icon(ICONS[theme]));
  button.setAttribute("aria-label", text);
  button.setAttribute("title", text);
}

function begin() {
  const button = document.querySelector(".theme-switch");
  if (!button) return;
  label(button);
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length] ?? "system";
    choose(theme);
    remember("theme", theme === "system" ? null : theme);
    label(button);
  });
  // Another tab has chosen.
  addEventListener("storage", () => {
    const kept = recall("theme");
    choose(kept === "light" || kept === "dark" ? kept : "system");
    label(button);
  });
}

begin();
