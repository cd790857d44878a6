/** What the browser remembers from one visit to the next; one that may not remember forgets. */

/**
 * Remember a text; null forgets it.
 * @param {string} name
 * @param {string | null} text
 */
export function remember(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Somebody does not want anything to be remembered, or there is no room for it.
  }
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
