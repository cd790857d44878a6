/** How a match went: the score after every pair of games, in the band where the true one lies. */

import { drawn } from "../dom.js";
import { path, written } from "./plot.js";
import { Scale } from "./scale.js";

/** @typedef {import("../library/messages.js").MatchView} MatchView */
/** @typedef {import("../library/messages.js").CoursePoint} CoursePoint */

const HEIGHT = 240;
const TOP = 10;
const LEFT = 52;
const RIGHT = 26;
const AXIS = 28;
const SETTLED = 0.1;

/**
 * Return the function that draws the plot, null before there are two points to join.
 * @param {MatchView} match
 * @returns {import("./plot.js").Draw | null}
 */
export function coursePlot({ course, names }) {
  const last = course.at(-1);
  if (course.length < 2 || !last) return null;
  return (width) => {
    const x = new Scale(0, last.games, LEFT, width - RIGHT);
    const y = new Scale(...bounds(course, last), TOP + HEIGHT, TOP);
    const place = (/** @type {number} */ games, /** @type {number} */ score) =>
      /** @type {[number, number]} */ ([x.at(games), y.clamped(score, y.end)]);
    const upper = course.map(({ games, high }) => place(games, high));
    const lower = course.map(({ games, low }) => place(games, low)).reverse();
    const line = course.map(({ games, score }) => place(games, score));
    const [dotX, dotY] = place(last.games, last.score);
    return {
      height: TOP + HEIGHT + AXIS,
      caption: `The score of ${names[0]} over the games, and the band that holds the true one in 95 of 100 matches.`,
      label: `Score of ${names[0]} over the games: ${percent(last.score)} after ${last.games}, between ${percent(last.low)} and ${percent(last.high)}`,
      parts: [
        ...axes(x, y),
        path([...upper, ...lower], "plot-band"),
        path(line, "plot-line"),
        drawn("circle", { class: "plot-dot", cx: dotX, cy: dotY, r: 4.5 }),
      ],
    };
  };
}

/**
 * Which scores to show: not all that the first few games jump between.
 * @param {CoursePoint[]} course
 * @param {CoursePoint} last
 * @returns {[number, number]}
 */
function bounds(course, last) {
  const settled = course.filter(({ games }) => games >= SETTLED * last.games);
  const values = settled.flatMap(({ score, low, high }) => [score, low, high]);
  const [low, high] = [Math.min(0.5, ...values), Math.max(0.5, ...values)];
  return [Math.max(0, Math.floor(low * 10) / 10), Math.min(1, Math.ceil(high * 10) / 10)];
}

/**
 * @param {Scale} x
 * @param {Scale} y
 */
function axes(x, y) {
  return [
    ...y.ticks(44).flatMap((tick) => [
      path([[x.start, y.at(tick)], [x.end, y.at(tick)]], tick === 0.5 ? "plot-zero" : "plot-grid"),
      written(x.start - 8, y.at(tick), percent(tick), "plot-text is-end"),
    ]),
    ...x.ticks(70).map((tick) => written(x.at(tick), y.start + 16, tick.toLocaleString("en"), "plot-text is-middle")),
  ];
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}
