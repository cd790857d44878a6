/** How pieces move, turn and vanish. The pieces are in their places at once; only the eye is led. */

/** @import { Point } from "./geometry.js" */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const SLIDE = 240;
const FADE = 200;
const TURN = 320;
const RIPPLE = 45;
/** Milliseconds after which nothing is waited for: a page in the background may stand still. */
const LONGEST = 1500;

export function wantsMotion() {
  const isWanted = document.documentElement.dataset.animation !== "off";
  return isWanted && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
}

/**
 * Wait until nothing moves any more.
 * @param {Element} layer
 */
export function afterMotion(layer) {
  const moving = running(layer).map((animation) => animation.finished);
  const isLate = new Promise((resolve) => setTimeout(resolve, LONGEST));
  return Promise.race([Promise.allSettled(moving), isLate]);
}

/**
 * Let everything that still moves be where it goes.
 * @param {Element} layer
 */
export function hurryMotion(layer) {
  for (const animation of running(layer)) animation.finish();
}

/** @param {Element} layer */
function running(layer) {
  return layer.getAnimations({ subtree: true });
}

/**
 * Let a piece come to its place from another.
 * @param {Element} piece
 * @param {Point} way from where it comes to where it is
 */
export function slide(piece, { x, y }) {
  return piece.animate(
    { transform: [`translate(${-x}px, ${-y}px)`, "none"] },
    { duration: SLIDE, easing: EASE },
  );
}

/**
 * Let a piece go to a place and vanish there.
 * @param {Element} piece
 * @param {Point} way
 */
export function slideAway(piece, { x, y }) {
  const there = `translate(${x}px, ${y}px)`;
  const animation = piece.animate(
    [
      { transform: "none", opacity: 1, easing: EASE },
      { transform: there, opacity: 1, offset: 0.55 },
      { transform: `${there} scale(0.4)`, opacity: 0 },
    ],
    { duration: SLIDE + FADE, fill: "forwards" },
  );
  removeAfter(piece, animation);
}

/**
 * Let a piece vanish, when what takes it has come.
 * @param {Element} piece
 */
export function vanish(piece) {
  const animation = piece.animate(
    { opacity: [1, 0], transform: ["none", "scale(0.6)"] },
    { duration: FADE, delay: SLIDE * 0.6, fill: "both" },
  );
  removeAfter(piece, animation);
}

/**
 * Let a piece appear.
 * @param {Element} piece
 */
export function appear(piece) {
  piece.animate({ opacity: [0, 1], transform: ["scale(0.6)", "none"] }, { duration: FADE, easing: EASE });
}

/**
 * Turn a piece into another, the later the farther it is from where it began.
 * @param {Element} before goes away
 * @param {Element} after
 * @param {number} distance in squares
 */
export function turn(before, after, distance) {
  const delay = RIPPLE * distance;
  const half = { duration: TURN / 2, easing: "ease-in" };
  removeAfter(before, before.animate({ transform: ["none", "scaleX(0)"] }, { ...half, delay, fill: "both" }));
  after.animate(
    { transform: ["scaleX(0)", "none"] },
    { duration: TURN / 2, easing: "ease-out", delay: delay + TURN / 2, fill: "backwards" },
  );
}

/**
 * @param {Element} piece
 * @param {Animation} animation
 */
function removeAfter(piece, animation) {
  const remove = () => (piece.parentElement ?? piece).remove();
  animation.finished.then(remove, remove);
}
