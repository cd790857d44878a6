/** How a match went: the score after every pair of games, in the band where the true one lies. */

import { curvesPlot } from "../plots/curves.js";

const SETTLED = 0.1;

/**
 * Return the function that draws the plot, null before there are two points to join.
 * @param {MatchView} match
 * @returns {import("../plots/plot.js").Draw | null}
 */
export function scorePlot({ course, names }) {
  const last = course.at(-1);
  if (course.length < 2 || !last) return null;
  const points = course.map(({ games, score, low, high }) => ({ at: games, value: score, low, high }));
  return curvesPlot([{ points, hasBand: true }], {
    from: 0,
    zero: 0.5,
    bounds: boundsOf(course, last),
    below: "games",
    apart: 70,
    tell: percent,
    caption: `The score of ${names[0]} over the games, and the band that holds the true one in 95 of 100 matches.`,
    label: `Score of ${names[0]} over the games: ${percent(last.score)} after ${last.games}, between ${percent(last.low)} and ${percent(last.high)}`,
  });
}

/**
 * Which scores to show: not all that the first few games jump between.
 * @param {CoursePoint[]} course
 * @param {CoursePoint} last
 * @returns {[number, number]}
 */
function boundsOf(course, last) {
  const settled = course.filter(({ games }) => games >= SETTLED * last.games);
  const values = settled.flatMap(({ score, low, high }) => [score, low, high]);
  const [low, high] = [Math.min(0.5, ...values), Math.max(0.5, ...values)];
  return [Math.max(0, Math.floor(low * 10) / 10), Math.min(1, Math.ceil(high * 10) / 10)];
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}
