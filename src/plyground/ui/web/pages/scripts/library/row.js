/** A game in a list, as a bulletin prints it: both players with what they made, and a line about the rest. */

import { drawn, element, icon } from "../dom.js";
import { countText, dayOf, resultOf, scoresOf } from "./record-text.js";

/**
 * Make the entry of a game.
 * @param {ListedGame} game
 * @param {string} address where it leads
 * @param {(event: MouseEvent) => void} [onClick]
 */
export function makeGameRow(game, address, onClick) {
  const about = [`${game.title} ${game.size}`.trim(), ...courseOf(game), dayOf(game.started)];
  return makeRow(game, about, address, onClick);
}

/**
 * Make the entry of a game among others of its kind.
 * @param {ListedGame} game
 * @param {string} address where it leads
 */
export function makeBriefRow(game, address) {
  return makeRow(game, courseOf(game), address);
}

/** @param {ListedGame} game */
function courseOf(game) {
  return [resultOf(game), countText(game.moves, "move")];
}

/**
 * @param {ListedGame} game
 * @param {string[]} about
 * @param {string} address
 * @param {(event: MouseEvent) => void} [onClick]
 */
function makeRow(game, about, address, onClick) {
  const link = element(
    "a",
    { class: "game-entry", href: address, "data-record": game.id, onclick: onClick },
    ...makeTitle(game),
    ...makePlayers(game.names, game.winner, scoresOf(game)),
    element("span", { class: "game-entry-about" }, about.filter(Boolean).join(" · ")),
  );
  return element("li", {}, link);
}

/**
 * Make the lines of both players, with what each made.
 * @param {[string, string]} names
 * @param {number | null} winner
 * @param {[string, string]} scores
 */
export function makePlayers(names, winner, scores) {
  return names.map((name, side) =>
    element(
      "span",
      { class: winner === side ? "game-entry-player is-winner" : "game-entry-player" },
      makeSideMark(side),
      element("bdi", {}, name),
      element("span", { class: "game-entry-score" }, scores[side]),
    ),
  );
}

/**
 * Make the line with the star and the name that somebody gave to a game.
 * @param {ListedGame} game
 */
function makeTitle({ remark: { name, is_favourite: isFavourite } }) {
  if (!name && !isFavourite) return [];
  const star = isFavourite ? [icon("star"), element("span", { class: "for-ears" }, "Favourite")] : [];
  return [element("span", { class: "game-entry-title" }, ...star, element("bdi", {}, name ?? ""))];
}

/**
 * Make the entry of something in the store that cannot be read.
 * @param {string} problem
 */
export function makeDamagedRow(problem) {
  return element("li", { class: "notice warn small" }, problem);
}

/**
 * Draw the sign of a side: a small stone.
 * @param {number} side
 */
export function makeSideMark(side) {
  return drawn(
    "svg",
    { class: `side-mark side-${side}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    drawn("circle", { class: "piece-body", cx: 8, cy: 8, r: 6 }),
  );
}
