/** The list of mistakes, and what is said about the one on the board. */

import { guessed } from "../analyse/standing.js";
import { numberOf } from "../analyse/variation-tree.js";
import { element, icon } from "../dom.js";
import { makeSideMark } from "../library/row.js";
import { sideToMove } from "../notation.js";
import { titled } from "../words.js";

/** @import { Spot } from "../analyse/variation-tree.js" */

/**
 * A mistake of a game: the position before it, that after it, who made it, and what was found out.
 * @typedef {{ before: Spot, spot: Spot, side: Side, mistake: Mistake }} Moment
 */

const BADGES = { inaccuracy: "accent", mistake: "warn", blunder: "bad" };

/**
 * Find the mistakes of a line, as far as it was reviewed.
 * @param {GameInfo} game
 * @param {Spot[]} line
 * @returns {Moment[]}
 */
export function momentsOf(game, line) {
  return line.flatMap((spot) => {
    const before = spot.parent;
    const mistake = before?.judged?.mistake;
    return before && mistake ? [{ before, spot, side: sideToMove(game, before.ply.position), mistake }] : [];
  });
}

/**
 * @param {Moment[]} moments
 * @param {(moment: Moment) => void} onGo
 */
export function drawMoments(moments, onGo) {
  return moments.map((moment) => {
    const { spot, side, mistake } = moment;
    return element(
      "li",
      {},
      element(
        "button",
        { class: "moment", type: "button", onclick: () => onGo(moment) },
        element("span", { class: "moment-move" }, makeSideMark(side), `${numberOf(spot)} ${spot.ply.move}`),
        element("span", {}, ...badgesOf(mistake)),
        element("span", { class: "moment-loss" }, `${guessed(mistake.chance_before)} → ${guessed(mistake.chance_after)}`),
        element("span", { class: "moment-reason" }, mistake.reason ? titled(mistake.reason) : titled(mistake.told)),
      ),
    );
  });
}

/** @param {Mistake} mistake */
function badgesOf({ kind, is_certain: isCertain }) {
  const badge = element("span", { class: `badge ${BADGES[kind]}` }, kind);
  return isCertain ? [badge, " ", element("span", { class: "badge proved" }, icon("proved"), "proved")] : [badge];
}

/**
 * Say why a move is a mistake, with buttons to see it.
 * @param {GameInfo} game
 * @param {Moment} moment
 * @param {{ onWhy: () => void, onBetter: () => void, onTry: (() => void) | null }} wishes `onTry` is null while nothing can be tried
 */
export function drawMoment(game, { spot, side, mistake }, { onWhy, onBetter, onTry }) {
  const player = titled(game.players[side]);
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    element("button", { class: "button small", type: "button", onclick: act }, text);
  return [
    element("p", {}, element("strong", {}, `${numberOf(spot)} ${spot.ply.move} `), ...badgesOf(mistake)),
    mistake.reason && element("p", { class: "moment-why" }, `${player} ${mistake.reason}.`),
    element("p", { class: "small muted" }, `${titled(mistake.told)}.`),
    element("div", { class: "button-row" }, button("Show why", onWhy), button("Show better", onBetter), onTry && button("Find a better move", onTry)),
  ].filter((each) => each instanceof Node);
}
