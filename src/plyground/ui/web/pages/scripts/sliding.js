/** Keys that go back and forth along a game, on what looks and sounds like a slider. */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity });

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
