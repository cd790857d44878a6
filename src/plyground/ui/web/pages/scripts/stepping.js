/** Stepping through the moves of a game: with buttons, and with keys from anywhere on its page. */

import { iconButton } from "./dom.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity });

/** @typedef {"first" | "back" | "forth" | "last"} Way */

const KEYS = /** @type {Record<string, Way>} */ ({ Home: "first", ArrowLeft: "back", ArrowRight: "forth", End: "last" });

/** The ways to step, and what they are called. */
const NAMES = /** @type {const} */ ({ first: "First position", back: "One move back", forth: "One move forward", last: "Last position" });

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
 * Make the buttons that step.
 * @param {(way: Way) => void} onStep
 */
export function makeSteps(onStep) {
  const make = (/** @type {Way} */ way) => iconButton(way, NAMES[way], () => onStep(way));
  return { first: make("first"), back: make("back"), forth: make("forth"), last: make("last") };
}

/**
 * Disable the buttons that lead nowhere.
 * @param {Record<Way, HTMLButtonElement>} steps
 * @param {boolean} isFirst
 * @param {boolean} isLast
 */
export function markEnds({ first, back, forth, last }, isFirst, isLast) {
  first.disabled = back.disabled = isFirst;
  forth.disabled = last.disabled = isLast;
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
