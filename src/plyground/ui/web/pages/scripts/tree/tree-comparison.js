/** What a search takes; minimax and alpha-beta of the same tree side by side. */

import { element } from "../dom.js";

/** @typedef {import("./messages.js").SearchCounts} SearchCounts */
/** @typedef {import("./messages.js").ProofMessage} ProofMessage */
/** @typedef {import("./messages.js").TreeMessage} TreeMessage */

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
  return element(
    "table",
    { class: "table tree-comparison" },
    element("thead", {}, element("tr", {}, ...head.map((title, index) => element(index ? "th" : "td", index ? { scope: "col", class: "number" } : {}, title)))),
    element("tbody", {}, ...rows),
  );
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
