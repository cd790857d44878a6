/** Ratings with error bars, one player below the other. */

import { drawn } from "../dom.js";
import { path, Scale, written } from "../plots/plot.js";

const ROW = 34;
const NARROW_ROW = 52;
const NARROW = 520;
const AXIS = 26;
const CHARACTER = 7.6;

/**
 * Return the function that draws the plot, null before there is anything to see.
 * @param {ContestEntry[]} table
 * @returns {import("../plots/plot.js").Draw | null}
 */
export function ratingsPlot(table) {
  if (table.length < 3 || !table.some(({ elo }) => elo.low !== null || elo.high !== null)) return null;
  return (width) => {
    const isNarrow = width < NARROW;
    const [row, left, right] = isNarrow ? [NARROW_ROW, 24, 24] : [ROW, nameRoom(table, width), 130];
    const height = row * table.length;
    const scale = new Scale(...bounds(table), left, width - right);
    return {
      height: height + AXIS,
      caption: "Elo, counted from the mean of all players. The bars hold the true value in 95 of 100 contests.",
      label: `Elo with error bars: ${table.map(({ name, elo }) => `${name} ${elo.told}`).join("; ")}`,
      parts: [
        ...axis(scale, height),
        ...table.flatMap((entry, index) => {
          const top = index * row;
          const middle = isNarrow ? top + row - 14 : top + row / 2;
          return [...names(entry, isNarrow ? [0, width, top + 14] : [0, width, middle], left, isNarrow), ...whisker(entry.elo, scale, middle)];
        }),
      ],
    };
  };
}

/**
 * @param {ContestEntry[]} table
 * @param {number} width
 */
function nameRoom(table, width) {
  const longest = Math.max(...table.map(({ name }) => name.length));
  return Math.min(longest * CHARACTER + 20, width * 0.34);
}

/**
 * The ends of the axis: 0, the mean of all players, is always between them.
 * @param {ContestEntry[]} table
 * @returns {[number, number]}
 */
function bounds(table) {
  const known = table.flatMap(({ elo }) => [elo.value, elo.low, elo.high]).filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const margin = (high - low || 1) * 0.06;
  return [low - margin, high + margin];
}

/**
 * @param {Scale} scale
 * @param {number} height
 */
function axis(scale, height) {
  const ticks = scale.ticks(64);
  return [
    ...ticks.map((tick) => path([[scale.at(tick), 0], [scale.at(tick), height]], tick === 0 ? "plot-zero" : "plot-grid")),
    ...ticks.map((tick) => written(scale.at(tick), height + 14, tick > 0 ? `+${tick}` : String(tick).replace("-", "−"), "plot-text is-middle")),
  ];
}

/**
 * @param {ContestEntry} entry
 * @param {[number, number, number]} place from left to right, and the height
 * @param {number} room
 * @param {boolean} isNarrow
 */
function names({ name, elo }, [start, end, y], room, isNarrow) {
  const most = Math.floor((isNarrow ? end - 140 : room - 16) / CHARACTER);
  const shown = name.length > most ? `${name.slice(0, Math.max(most - 1, 1))}…` : name;
  return [written(start, y, shown, "plot-text is-name"), written(end, y, elo.told, "plot-text is-end")];
}

/**
 * @param {Estimated} elo
 * @param {Scale} scale
 * @param {number} y
 */
function whisker(elo, scale, y) {
  if (elo.low === null && elo.high === null) return [];
  const [from, to] = [scale.clamped(elo.low, scale.start), scale.clamped(elo.high, scale.end)];
  const ends = [
    { value: elo.low, x: from },
    { value: elo.high, x: to },
  ].filter(({ value }) => value !== null);
  return [
    path([[from, y], [to, y]], "plot-whisker"),
    ...ends.map(({ x }) => path([[x, y - 5], [x, y + 5]], "plot-whisker")),
    ...(elo.value === null ? [] : [drawn("circle", { class: "plot-dot", cx: scale.at(elo.value), cy: y, r: 5 })]),
  ];
}
