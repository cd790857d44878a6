/** Keys that step through the moves of a game, from anywhere on its page. */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity });

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

/**
 * Make a slider of a box.
 * @param {HTMLElement} box
 * @param {string} label
 * @param {(step: number) => void} onStep called with how far to go, infinitely far to the ends
 */
export function makeSlider(box, label, onStep) {
  box.setAttribute("role", "slider");
  box.setAttribute("tabindex", "0");
  box.setAttribute("aria-label", label);
  box.setAttribute("aria-valuemin", "0");
  box.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(step);
  });
}

/**
 * Say where a slider stands.
 * @param {HTMLElement} box
 * @param {number} last
 * @param {number} current
 * @param {string} told
 */
export function setSlider(box, last, current, told) {
  box.setAttribute("aria-valuemax", String(last));
  box.setAttribute("aria-valuenow", String(current));
  box.setAttribute("aria-valuetext", told);
}
