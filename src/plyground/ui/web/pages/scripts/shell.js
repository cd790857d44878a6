/** What all pages share: the switch of the theme, and what was chosen in the settings. */

import { icon } from "./dom.js";
import { applyPreferences, prefer, preferred, PREFERENCES } from "./preferences.js";

const ICONS = /** @type {Record<string, string>} */ ({ system: "half", light: "sun", dark: "moon" });

/** @param {Element} button */
function label(button) {
  const theme = preferred("theme");
  const words = PREFERENCES.theme.find(([value]) => value === theme)?.[1] ?? "";
  const text = `Theme: ${words.toLowerCase()}`;
  button.replaceChildren(icon(ICONS[theme] ?? "half"));
  button.setAttribute("aria-label", text);
  button.setAttribute("title", text);
}

function begin() {
  const button = document.querySelector(".theme-switch");
  if (!button) return;
  label(button);
  button.addEventListener("click", () => {
    const themes = PREFERENCES.theme.map(([value]) => value);
    const next = themes[(themes.findIndex((theme) => theme === preferred("theme")) + 1) % themes.length];
    prefer("theme", next ?? "system");
    dispatchEvent(new Event("preferences"));
  });
  addEventListener("preferences", () => label(button));
  // Another tab has chosen.
  addEventListener("storage", () => {
    applyPreferences();
    dispatchEvent(new Event("preferences"));
  });
}

/** A browser offers workers where a connection is safe, and on its own machine. */
function registerWorker() {
  // Without it the pages work as well: only what is shown without the server is missing.
  navigator.serviceWorker?.register("/offline-worker.js").catch(() => {});
}

begin();
addEventListener("load", registerWorker);
