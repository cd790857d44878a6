/** The list of mistakes: what each cost, and the moves that show it. */

import { element, icon } from "../dom.js";
import { numberOf } from "./tree.js";

/** @typedef {import("../messages.js").Move} Move */
/** @typedef {import("./messages.js").Mistake} Mistake */
/** @typedef {import("./tree.js").Spot} Spot */

/**
 * Draw the mistakes of a line.
 * @param {Spot[]} line
 * @param {(spot: Spot) => void} onGo
 * @param {(before: Spot, moves: Move[], told: string) => void} onPlay lets moves play out on the board
 */
export function drawMistakes(line, onGo, onPlay) {
  return line.flatMap((spot) => {
    const mistake = spot.parent?.judged?.mistake;
    return mistake && spot.parent ? [drawMistake(spot, spot.parent, mistake, onGo, onPlay)] : [];
  });
}

/**
 * @param {Spot} spot
 * @param {Spot} before
 * @param {Mistake} mistake
 * @param {(spot: Spot) => void} onGo
 * @param {(before: Spot, moves: Move[], told: string) => void} onPlay
 */
function drawMistake(spot, before, mistake, onGo, onPlay) {
  const why = () => onPlay(before, mistake.refutation, "why it was a mistake");
  const better = () => onPlay(before, mistake.better, "what was better");
  const move = `${numberOf(spot)} ${spot.ply.move}`;
  return element(
    "li",
    { class: "mistake" },
    element(
      "p",
      {},
      element("button", { class: "tree-move", type: "button", onclick: () => onGo(spot) }, move),
      element("span", { class: `badge ${mistake.kind === "blunder" ? "bad" : "warn"}` }, mistake.kind),
      ` ${mistake.told}.`,
    ),
    element(
      "div",
      { class: "button-row" },
      button("Show why", `Show why ${move} was a ${mistake.kind}`, why),
      button("Show better", `Show better than ${move}`, better),
    ),
  );
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
function button(text, label, act) {
  return element("button", { class: "button small", type: "button", "aria-label": label, onclick: act }, icon("go"), text);
}
