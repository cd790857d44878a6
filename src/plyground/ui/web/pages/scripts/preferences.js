/** What a person prefers on every page; the browser remembers it, and what is usual is not kept. */

import { recall, remember } from "./memory.js";

/** What can be chosen, the usual one first. Those with a look are attributes of the page, which style sheets read. */
export const PREFERENCES = /** @type {const} */ ({
  theme: [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]],
  board: [["game", "The game's own"], ["wood", "Wood"], ["slate", "Slate"], ["paper", "Paper"], ["safe", "Colour-blind safe"]],
  pieces: [["ink", "Ink and ivory"], ["wine", "Wine and cream"], ["safe", "Colour-blind safe"]],
  coordinates: [["on", "Shown"], ["off", "Hidden"]],
  sounds: [["auto", "On this machine only"], ["on", "On"], ["off", "Off"]],
  animation: [["on", "On"], ["off", "Off"]],
  premove: [["on", "On"], ["off", "Off"]],
});

/** @typedef {keyof typeof PREFERENCES} Preference */

/**
 * What is chosen; anything that is no choice counts as the usual one.
 * @param {Preference} name
 * @returns {string}
 */
export function preferred(name) {
  const kept = recall(name);
  const [usual] = PREFERENCES[name][0];
  return PREFERENCES[name].some(([value]) => value === kept) ? (kept ?? usual) : usual;
}

/**
 * Choose something, for this page and all others.
 * @param {Preference} name
 * @param {string} value
 */
export function prefer(name, value) {
  remember(name, value === PREFERENCES[name][0][0] ? null : value);
  applyPreferences();
}

/** Let the page look as it was chosen, here or in another tab. */
export function applyPreferences() {
  for (const name of /** @type {Preference[]} */ (Object.keys(PREFERENCES))) {
    const value = preferred(name);
    if (value === PREFERENCES[name][0][0]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  }
}
