/** The list of mistakes: what each cost, whether that is proved, and the moves that show it. */

import { element, icon } from "../dom.js";
import { numberOf } from "./variation-tree.js";

/** @import { Spot } from "./variation-tree.js" */

const BADGES = { inaccuracy: "", mistake: "warn", blunder: "bad" };
const NOTES = { slower: "slower", sooner: "sooner", margin: "worse margin" };

/**
 * Draw the mistakes of a line.
 * @param {Spot[]} line
 * @param {(spot: Spot) => void} onGo
 * @param {(before: Spot, moves: MoveInfo[], told: string) => void} onPlay lets moves play out on the board
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
 * @param {(before: Spot, moves: MoveInfo[], told: string) => void} onPlay
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
      element("span", { class: `badge ${BADGES[mistake.kind]}` }, mistake.kind),
      " ",
      mistake.is_certain ? element("span", { class: "badge proved" }, icon("proved"), "proved") : element("span", { class: "badge" }, "guess"),
      ` ${mistake.told}.`,
      mistake.reason && ` The move ${mistake.reason}.`,
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
 * Draw the moves of a line that keep their proved value but are not the best.
 * @param {Spot[]} line
 * @param {(spot: Spot) => void} onGo
 */
export function drawNotes(line, onGo) {
  return line.flatMap((spot) => {
    const note = spot.parent?.judged?.note;
    if (!note) return [];
    const move = element("button", { class: "tree-move", type: "button", onclick: () => onGo(spot) }, `${numberOf(spot)} ${spot.ply.move}`);
    return [element("li", {}, move, element("span", { class: "badge" }, NOTES[note.kind]), ` ${note.told}.`)];
  });
}

/**
 * How many mistakes there are, and how many of them are certain.
 * @param {Spot[]} line
 */
export function tellMistakes(line) {
  const mistakes = line.flatMap(({ judged }) => judged?.mistake ?? []);
  const certain = mistakes.filter((mistake) => mistake.is_certain).length;
  if (mistakes.length === 0) return "No mistakes were found.";
  if (certain === mistakes.length) return certain === 1 ? "It is proved." : "All of them are proved.";
  const guesses = "guesses of the search";
  return certain === 0 ? `None of them is proved: they are ${guesses}.` : `${certain} of ${mistakes.length} ${certain === 1 ? "is" : "are"} proved; the others are ${guesses}.`;
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
function button(text, label, act) {
  return element("button", { class: "button small", type: "button", "aria-label": label, onclick: act }, icon("go"), text);
}
