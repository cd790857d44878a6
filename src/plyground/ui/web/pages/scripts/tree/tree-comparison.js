/** What a search takes and finds, beside another search of the same tree. */

import { element, makeTable } from "../dom.js";
import { NOBODY, ROOT } from "./columns.js";
import { meanText, scoreText } from "./tree-text.js";

/** @import { UctWalk } from "./uct-walk.js" */

const MOST_MOVES = 8;

const ROWS = /** @type {[string, keyof SearchCounts][]} */ ([
  ["Nodes", "nodes"],
  ["Leaves", "evaluations"],
  ["Cuts", "cuts"],
]);

/**
 * Make the table.
 * @param {TreeMessage} message
 */
export function compare({ minimax, alphabeta }) {
  const head = ["", "Minimax", "Alpha-beta", "Saved"];
  const rows = ROWS.map(([title, name]) => {
    const [before, after] = [minimax.counts[name], alphabeta.counts[name]];
    const saved = name === "cuts" ? "" : `${Math.round((100 * (before - after)) / before)}%`;
    const cells = [before.toLocaleString("en"), after.toLocaleString("en"), saved];
    return element("tr", {}, element("th", { scope: "row" }, title), ...cells.map((cell) => element("td", { class: "number" }, cell)));
  });
  return table(head, rows);
}

/**
 * Make the table of the moves that UCT found good, at its end, with what minimax says of them.
 * @param {UctWalk} walk
 */
export function compareMoves(walk) {
  const { tree, message: { beside } } = walk;
  walk.goTo(walk.length);
  const chosen = walk.line()[0] ?? NOBODY;
  const moves = walk.children(ROOT).sort((first, second) => (walk.visits[second] ?? 0) - (walk.visits[first] ?? 0));
  const rows = moves.slice(0, MOST_MOVES).map((node) => {
    const move = tree.move(node);
    const score = beside?.scores[move];
    const cell = (/** @type {string} */ text, /** @type {boolean} */ isChosen) => element("td", { class: isChosen ? "number is-chosen" : "number" }, text);
    const mean = meanText((walk.sums[node] ?? 0) / (walk.visits[node] ?? 1));
    const cells = [cell(walk.value(node), node === chosen), cell(mean, false), cell(score === undefined ? "" : scoreText(score), move === beside?.move)];
    return element("tr", {}, element("th", { scope: "row" }, move), ...cells);
  });
  const told = [
    chosen === NOBODY ? "There is no move to choose." : `UCT plays ${tree.move(chosen)}, the most visited move.`,
    beside && ` Alpha-beta, ${beside.title}, plays ${beside.move}: ${beside.nodes.toLocaleString("en")} nodes.`,
    moves.length > MOST_MOVES && ` ${moves.length - MOST_MOVES} more moves are not listed.`,
  ];
  const note = element("p", { class: "small muted" }, told.filter(Boolean).join(""));
  return element("div", { class: "stack-tight" }, table(["", "Visits", "Mean", "Minimax"], rows), note);
}

/**
 * @param {string[]} titles
 * @param {HTMLElement[]} rows
 */
function table(titles, rows) {
  const head = titles.map((title, index) => (index ? element("th", { scope: "col", class: "number" }, title) : element("td", {}, title)));
  return makeTable("table tree-comparison", head, rows);
}

/**
 * Make the table of what a proof-number search took.
 * @param {ProofMessage} message
 */
export function summarise({ result, parents, expansions }) {
  const rows = [
    ["Result", result === null ? "not proved" : result ? "proved" : "disproved"],
    ["Nodes", parents.length.toLocaleString("en")],
    ["Expansions", expansions.toLocaleString("en")],
  ];
  const body = rows.map(([title, fact]) => element("tr", {}, element("th", { scope: "row" }, title ?? ""), element("td", { class: "number" }, fact ?? "")));
  return element("table", { class: "table tree-comparison" }, element("tbody", {}, ...body));
}
