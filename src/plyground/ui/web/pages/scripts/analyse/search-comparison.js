/** What a switch costs: this search beside the one before it. */

import { element, makeTable } from "../dom.js";
import { large, lineScore, ratio, time } from "./numbers.js";
import { compare, differences, isSameWay } from "./runs.js";

/** @import { Run } from "./runs.js" */

/**
 * Draw the table in which two searches of a position are compared.
 * @param {Run} earlier
 * @param {Run} present
 * @param {Record<string, string[]>} algorithms
 */
export function drawComparison(earlier, present, algorithms) {
  const [before, now] = differences(earlier.settings, present.settings, algorithms);
  const rows = [...sameDepthRows(earlier, present), ...lastRows(earlier, present)];
  const names = [before, now].map((name) => element("th", { class: "number", scope: "col" }, name));
  const caption = element("caption", { class: "for-ears" }, "Two searches of this position");
  return makeTable("table comparison", [element("td"), ...names, element("td")], rows, caption);
}

/**
 * @param {Run} earlier
 * @param {Run} present
 */
function sameDepthRows(earlier, present) {
  const comparison = compare(earlier, present);
  if (!comparison) return [];
  const { depth, earlier: before, present: now } = comparison;
  return [
    row(`nodes to depth ${depth}`, large(before.nodes), large(now.nodes), ratio(now.nodes, before.nodes)),
    row(`time to depth ${depth}`, time(before.seconds), time(now.seconds), ratio(now.seconds, before.seconds)),
  ];
}

/**
 * @param {Run} earlier
 * @param {Run} present
 */
function lastRows(earlier, present) {
  const [before, now] = [earlier.report, present.report];
  if (!before) return [];
  const best = (/** @type {typeof before | null} */ report) => report?.lines[0]?.moves[0]?.move ?? "–";
  const score = (/** @type {typeof before | null} */ report) => (report?.lines[0] ? lineScore(report.lines[0]) : "–");
  return [
    row("nodes a second", large(before.speed), now ? large(now.speed) : "–", now ? ratio(now.speed, before.speed) : ""),
    row("depth reached", String(before.depth), now ? String(now.depth) : "–"),
    row("best move", best(before), best(now)),
    row("score", score(before), score(now)),
  ];
}

/**
 * @param {string} what
 * @param {string} before
 * @param {string} now
 * @param {string} [times]
 */
function row(what, before, now, times = "") {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, what),
    element("td", { class: "number" }, before),
    element("td", { class: "number" }, now),
    element("td", { class: "number muted" }, times),
  );
}

/**
 * Whether two searches differ in the way they were made.
 * @param {Run | null} earlier
 * @param {Run | null} present
 */
export function isWorthComparing(earlier, present) {
  return earlier !== null && present !== null && earlier.report !== null && !isSameWay(earlier.settings, present.settings);
}
