/** Keys that step through the moves of a game, from anywhere on its page. */

/** @typedef {"first" | "back" | "forth" | "last"} Way */

const KEYS = /** @type {Record<string, Way>} */ ({ Home: "first", ArrowLeft: "back", ArrowRight: "forth", End: "last" });

/** Where these keys mean something else. */
const TAKERS = "input:not([type=checkbox]), select, textarea, dialog, [role=slider], [role=tablist]";

/**
 * Call somebody whenever a key asks for another position. A board that is walked over takes the keys first.
 * @param {(way: Way) => void} onStep
 * @param {() => boolean} isWanted whether there are moves to step through
 */
export function listenForSteps(onStep, isWanted = () => true) {
  addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!way || isTaken || !isWanted() || (event.target instanceof Element && event.target.closest(TAKERS))) return;
    event.preventDefault();
    onStep(way);
  });
}
