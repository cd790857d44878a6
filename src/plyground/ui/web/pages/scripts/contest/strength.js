/** What only a match has: by how much one player is better, and how sure that is. */

import { element } from "../dom.js";
import { countText, signedText } from "../library/record-text.js";

const VERDICTS = { "accept H0": "H0 is accepted", "accept H1": "H1 is accepted", continue: "not decided yet" };

/**
 * Make the large figures of a match.
 * @param {MatchView} match
 */
export function makeFigures({ names, score, elo, normalised_elo: normalised, superiority, pairs }) {
  return [
    makeFigure("Score", `${(100 * score).toFixed(1)} %`, `of ${names[0]} against ${names[1]}`),
    makeFigure("Elo", ...estimateWords(elo)),
    makeFigure("Normalised Elo", ...estimateWords(normalised)),
    makeFigure("Superiority", likelihood(superiority), `how likely ${names[0]} is the better one`),
    makeFigure("Pairs", pairs.join(" · "), "with 0, ½, 1, 1½ and 2 points", "figure-value is-row"),
  ];
}

/**
 * Show how far a test is.
 * @param {TestState} test
 */
export function makeTest({ test, ratio, lower, upper, verdict, pairs }) {
  const share = (Math.min(Math.max(ratio, lower), upper) - lower) / (upper - lower);
  const needle = element("span", { class: "gauge-needle" });
  needle.style.setProperty("--at", `${(100 * share).toFixed(1)}%`);
  const words = VERDICTS[/** @type {keyof typeof VERDICTS} */ (verdict)] ?? verdict;
  return element(
    "div",
    { class: "stack-tight" },
    element("h3", {}, `Test ${test}: ${words}`),
    element("div", { class: "gauge", "aria-hidden": "true" }, needle),
    element(
      "p",
      { class: "small muted gauge-words" },
      element("span", {}, `H0 at ${signedText(lower, 2)}`),
      element("span", {}, `log-likelihood ratio ${signedText(ratio, 2)} after ${countText(pairs, "pair")}`),
      element("span", {}, `H1 at ${signedText(upper, 2)}`),
    ),
  );
}

/**
 * Make a large figure with its name and what it means.
 * @param {string} name
 * @param {string} value
 * @param {string} details
 * @param {string} [look]
 */
export function makeFigure(name, value, details, look = "figure-value") {
  return element("div", { class: "figure" }, element("dt", {}, name), element("dd", { class: look }, value), element("dd", { class: "muted small" }, element("bdi", {}, details)));
}

/**
 * @param {Estimated} estimate
 * @returns {[string, string]}
 */
function estimateWords({ value, low, high, told }) {
  const large = value === null ? "–" : signedText(value);
  if (low === null || high === null) return [large, told];
  return [large, `between ${signedText(low)} and ${signedText(high)}`];
}

/**
 * No number of games makes anything certain.
 * @param {number} share
 */
function likelihood(share) {
  if (share > 0.999) return "> 99.9 %";
  return share < 0.001 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`;
}
