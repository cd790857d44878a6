/** Curves over games or generations, each value with its error as a whisker or a band. */

import { drawn } from "../dom.js";
import { path, Scale, written } from "./plot.js";

/** @import { Draw } from "./plot.js" */
/** @typedef {{ at: number, value: number, low?: number, high?: number, look?: string }} Point */
/** @typedef {{ points: Point[], name?: string, look?: string, hasBand?: boolean }} Curve */

/**
 * `zero` is a value that is always shown, with a line of its own; without `bounds` all values are shown.
 * `below` names what the curves are over, from `from` on, and `apart` is the room of a number there.
 * @typedef {{ from?: number, zero?: number, bounds?: [number, number], below?: string, apart: number, tell: (value: number) => string, caption: string, label: string }} Words
 */

const HEIGHT = 230;
const TOP = 12;
const LEFT = 56;
const RIGHT = 24;
const NAME = 66;
const LINE = 17;
const AXIS = 28;
const BELOW = 18;
const CAP = 5;
const ROOM = 0.06;

/**
 * Return the function that draws curves.
 * @param {Curve[]} curves
 * @param {Words} words
 * @returns {Draw}
 */
export function curvesPlot(curves, words) {
  const { below, caption, label } = words;
  const places = curves.flatMap(({ points }) => points.map(({ at }) => at));
  const from = words.from ?? Math.min(...places);
  const [low, high] = words.bounds ?? boundsOf(curves, words.zero);
  return (width) => {
    const hasNames = curves.some(({ name }) => name);
    const x = new Scale(from, Math.max(...places), LEFT + CAP, width - RIGHT - (hasNames ? NAME : 0));
    const y = new Scale(low, high, TOP + HEIGHT, TOP);
    const parts = [...axes(x, y, words), ...curves.flatMap((curve) => drawCurve(curve, x, y)), ...nameCurves(curves, x, y)];
    return { height: TOP + HEIGHT + AXIS + (below ? BELOW : 0), caption, label, parts };
  };
}

/**
 * @param {Curve[]} curves
 * @param {number | undefined} zero
 * @returns {[number, number]}
 */
function boundsOf(curves, zero) {
  const values = curves.flatMap(({ points }) => points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]));
  if (zero !== undefined) values.push(zero);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = ROOM * (most - least || 1);
  return [least === zero ? least : least - room, most + room];
}

/**
 * @param {Curve} curve
 * @param {Scale} x
 * @param {Scale} y
 */
function drawCurve({ points, look = "", hasBand = false }, x, y) {
  const place = (/** @type {number} */ at, /** @type {number} */ value) =>
    /** @type {[number, number]} */ ([x.at(at), y.clamped(value, y.end)]);
  const line = path(points.map(({ at, value }) => place(at, value)), `plot-line ${look}`);
  const dots = points.map(({ at, value, look: own }) => {
    const [cx, cy] = place(at, value);
    return drawn("circle", { class: `plot-dot ${own ?? look}`, cx, cy, r: 4.5 });
  });
  if (hasBand) {
    const upper = points.map(({ at, value, high }) => place(at, high ?? value));
    const lower = points.map(({ at, value, low }) => place(at, low ?? value));
    return [path([...upper, ...lower.reverse()], "plot-band"), line, ...dots.slice(-1)];
  }
  const whiskers = points.flatMap(({ at, low, high }) => (low === undefined || high === undefined ? [] : [whisker(x.at(at), y.at(low), y.at(high))]));
  return [line, ...whiskers, ...dots];
}

/**
 * Write the names of the curves beside their ends, one below the other where those are close.
 * @param {Curve[]} curves
 * @param {Scale} x
 * @param {Scale} y
 */
function nameCurves(curves, x, y) {
  const ends = curves.flatMap(({ points, name, look = "" }) => {
    const last = points.at(-1);
    return name && last ? [{ name, look, x: x.at(last.at), y: y.at(last.value) }] : [];
  });
  ends.sort((one, other) => one.y - other.y);
  let free = -Infinity;
  return ends.map((end) => {
    free = Math.max(end.y, free) + LINE;
    return written(end.x + 10, free - LINE, end.name, `plot-text ${end.look}`);
  });
}

/**
 * @param {number} x
 * @param {number} low
 * @param {number} high
 */
function whisker(x, low, high) {
  const d = `M${x - CAP} ${low}h${2 * CAP}m${-CAP} 0V${high}m${-CAP} 0h${2 * CAP}`;
  return drawn("path", { class: "plot-whisker", d });
}

/**
 * @param {Scale} x
 * @param {Scale} y
 * @param {Words} words
 */
function axes(x, y, { zero, tell, below, apart }) {
  return [
    ...y.ticks(44).flatMap((tick) => [
      path([[x.start - CAP, y.at(tick)], [x.end, y.at(tick)]], tick === zero ? "plot-zero" : "plot-grid"),
      written(x.start - CAP - 8, y.at(tick), tell(tick), "plot-text is-end"),
    ]),
    ...x.ticks(apart).filter(Number.isInteger).map((tick) => written(x.at(tick), y.start + 16, tick.toLocaleString("en"), "plot-text is-middle")),
    ...(below ? [written((x.start + x.end) / 2, y.start + 36, below, "plot-text is-middle")] : []),
  ];
}
