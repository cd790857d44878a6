/** The learning curves: strength, error and wrong moves, generation by generation. */

import { signedText } from "../library/record-text.js";
import { curvesPlot } from "../plots/curves.js";

/** @import { Draw } from "../plots/plot.js" */
/** @import { Point } from "../plots/curves.js" */

const OVER = { below: "generation", apart: 28 };

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
    ...OVER,
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
    ...OVER,
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
    ...OVER,
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
