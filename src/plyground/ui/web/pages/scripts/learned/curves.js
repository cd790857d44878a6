/** The learning curves: strength, error and wrong moves, generation by generation. */

import { path, written } from "../contest/plot.js";
import { Scale } from "../contest/scale.js";
import { drawn } from "../dom.js";
import { signedText } from "../library/telling.js";

/** @typedef {import("./messages.js").LearningView} LearningView */
/** @typedef {import("./messages.js").GenerationView} GenerationView */
/** @typedef {import("../contest/plot.js").Draw} Draw */
/** @typedef {{ at: number, value: number, low?: number, high?: number, look?: string }} Point */
/** @typedef {{ points: Point[], name?: string, look?: string }} Curve */

const HEIGHT = 230;
const TOP = 12;
const LEFT = 56;
const RIGHT = 20;
const NAME = 66;
const LINE = 17;
const AXIS = 46;
const CAP = 5;
const ROOM = 0.06;

/**
 * Draw how much stronger each generation is than what the first games were played with.
 * @param {LearningView} run
 * @returns {Draw | null}
 */
export function strengthPlot({ generations, start }) {
  const measured = generations.filter(({ strength }) => strength !== null);
  if (measured.length === 0) return null;
  const points = measured.map(({ number, strength, strength_error: error, is_accepted: isAccepted }) => {
    const value = strength ?? 0;
    return { at: number, value, low: value - (error ?? 0), high: value + (error ?? 0), look: isAccepted ? "" : "is-rejected" };
  });
  const words = points.map(({ at, value }) => `generation ${at} ${signedText(value, 0)}`).join(", ");
  return curvesPlot([{ points: [{ at: 0, value: 0 }, ...points] }], {
    zero: 0,
    tell: (value) => (value === 0 ? "0" : signedText(value, 0)),
    caption: `Elo above ${start} at equal nodes, with the 95 % confidence interval of each match.`,
    label: `Elo above ${start}: ${words}`,
  });
}

/**
 * Draw how far predictions are off, in games that were fitted to and in others.
 * @param {LearningView} run
 * @returns {Draw | null}
 */
export function errorPlot({ generations, error_unit: unit }) {
  const curves = [
    { points: pointsOf(generations, ({ held_out_error: error }) => error), name: "held out", look: "is-first" },
    { points: pointsOf(generations, ({ training_error: error }) => error), name: "fitted", look: "is-other" },
  ].filter(({ points }) => points.length > 0);
  if (curves.length === 0) return null;
  const last = curves.map(({ name, points }) => `${points.at(-1)?.value.toFixed(4)} ${name}`);
  return curvesPlot(curves, {
    tell: (value) => String(Number(value.toPrecision(6))),
    caption: `${unit ? `In ${unit}. ` : ""}A smaller error does not promise a stronger player.`,
    label: `Error of predictions after generation ${generations.length}: ${last.join(", ")}`,
  });
}

/**
 * Draw the share of moves that give something away, by exact values; null without them.
 * @param {LearningView} run
 * @returns {Draw | null}
 */
export function mistakesPlot({ generations }) {
  const points = pointsOf(generations, ({ wrong_moves: share }) => (share === null ? null : 100 * share));
  const last = points.at(-1);
  if (!last) return null;
  return curvesPlot([{ points }], {
    zero: 0,
    tell: (value) => `${Number(value.toPrecision(6))} %`,
    caption: "Moves chosen one ply ahead that lose something, by the exact values of this board.",
    label: `Wrong moves: ${last.value.toFixed(1)} % in generation ${last.at}`,
  });
}

/**
 * @param {GenerationView[]} generations
 * @param {(generation: GenerationView) => number | null} valueOf
 * @returns {Point[]}
 */
function pointsOf(generations, valueOf) {
  return generations.flatMap((each) => {
    const value = valueOf(each);
    return value === null ? [] : [{ at: each.number, value }];
  });
}

/**
 * @param {Curve[]} curves
 * @param {{ zero?: number, tell: (value: number) => string, caption: string, label: string }} words `zero` is a value to show always
 * @returns {Draw}
 */
function curvesPlot(curves, { zero, tell, caption, label }) {
  const points = curves.flatMap((curve) => curve.points);
  const values = [...points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]), ...(zero === undefined ? [] : [zero])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = ROOM * (most - least || 1);
  const places = points.map(({ at }) => at);
  return (width) => {
    const hasNames = curves.some(({ name }) => name);
    const x = new Scale(Math.min(...places), Math.max(...places), LEFT + CAP, width - RIGHT - (hasNames ? NAME : 0));
    const y = new Scale(least === zero ? least : least - room, most + room, TOP + HEIGHT, TOP);
    return { height: TOP + HEIGHT + AXIS, caption, label, parts: [...axes(x, y, { zero, tell }), ...curves.flatMap((curve) => drawCurve(curve, x, y)), ...nameCurves(curves, x, y)] };
  };
}

/**
 * @param {Curve} curve
 * @param {Scale} x
 * @param {Scale} y
 */
function drawCurve({ points, look = "" }, x, y) {
  const line = points.map(({ at, value }) => /** @type {[number, number]} */ ([x.at(at), y.at(value)]));
  const whiskers = points.flatMap(({ at, low, high }) => (low === undefined || high === undefined ? [] : [whisker(x.at(at), y.at(low), y.at(high))]));
  const dots = points.map(({ at, value, look: own }) => drawn("circle", { class: `plot-dot ${own ?? look}`, cx: x.at(at), cy: y.at(value), r: 4.5 }));
  return [path(line, `plot-line ${look}`), ...whiskers, ...dots];
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
 * @param {{ zero: number | undefined, tell: (value: number) => string }} words
 */
function axes(x, y, { zero, tell }) {
  const generations = x.ticks(28).filter(Number.isInteger);
  return [
    ...y.ticks(44).flatMap((tick) => [
      path([[x.start - CAP, y.at(tick)], [x.end, y.at(tick)]], tick === zero ? "plot-zero" : "plot-grid"),
      written(x.start - CAP - 8, y.at(tick), tell(tick), "plot-text is-end"),
    ]),
    ...generations.map((tick) => written(x.at(tick), y.start + 16, tick.toLocaleString("en"), "plot-text is-middle")),
    written((x.start + x.end) / 2, y.start + 36, "generation", "plot-text is-middle"),
  ];
}
