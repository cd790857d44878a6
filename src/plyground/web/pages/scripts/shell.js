/** What all pages share: the page one is on, and the switch of the theme. */

import { icon } from "./dom.js";

const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const ICONS = { system: "half", light: "sun", dark: "moon" };
const WORDS = { system: "as the system", light: "light", dark: "dark" };

/** @typedef {typeof THEMES[number]} Theme */

/** @returns {Theme} */
function chosenTheme() {
  const kept = localStorage.getItem("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** @param {Theme} theme */
function choose(theme) {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
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
    choose(THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length] ?? "system");
    label(button);
  });
  addEventListener("storage", () => {
    choose(chosenTheme());
    label(button);
  });
}

begin();
