/** The record of a person: results, a rating, time and openings, game by game. */

import { ask } from "../api.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { element, find, makeTable, showProblem } from "../dom.js";
import { countText, dayOf, durationText, pointsText } from "../library/record-text.js";
import { makeDamagedRow, makeSideMark } from "../library/row.js";
import { drawResults } from "../results.js";
import { problemText } from "../words.js";

const CLASSES = /** @type {[string, string, string]} */ (["is-win", "is-draw", "is-loss"]);
const NO_BREAK_HYPHEN = "\u2011";
const MARKS = { win: "won", draw: "drawn", loss: "lost" };

/** @param {OwnScore} score */
function gamesOf({ wins, draws, losses }) {
  return wins + draws + losses;
}

/**
 * The part of the points that was made.
 * @param {OwnScore} score
 */
function percentOf(score) {
  return `${Math.round((100 * (score.wins + score.draws / 2)) / gamesOf(score))} %`;
}

/** @param {OwnScore} score */
function drawScore({ wins, draws, losses }) {
  return drawResults([wins, draws, losses], CLASSES, `${wins} won, ${draws} drawn, ${losses} lost`);
}

/**
 * @param {string} name
 * @param {string | Node} value
 * @param {string} about
 */
function makeFigure(name, value, about) {
  return element(
    "div",
    { class: "own-figure" },
    element("dt", {}, name),
    element("dd", { class: "own-figure-value" }, value),
    element("dd", { class: "muted small" }, about),
  );
}

/** @param {GameRecordSummary} summary */
function figuresOf({ score, seconds, rating }) {
  const { wins, draws, losses } = score;
  const drawn = draws > 0 ? `, ${draws} drawn` : "";
  const about = rating === null ? "needs games against levels on the usual board" : `± ${Math.round((rating.high - rating.low) / 2)} · ${countText(rating.games, "game")}`;
  return element(
    "dl",
    { class: "own-figures" },
    makeFigure("Rating", rating === null ? "–" : String(Math.round(rating.value)), about),
    makeFigure("Score", percentOf(score), `${wins} won${drawn}, ${losses} lost`),
    makeFigure("Games", gamesOf(score).toLocaleString("en"), ""),
    makeFigure("Time spent", durationText(seconds), "thinking about your moves"),
  );
}

/** @param {GameRecordSummary} summary */
function formOf({ form }) {
  const told = `The last ${countText(form.length, "game")}, the newest last: ${form.map((mark) => MARKS[mark]).join(", ")}`;
  const marks = form.map((mark) => element("span", { class: `form-mark is-${mark}` }));
  return element("div", { class: "form", role: "img", "aria-label": told, title: "The last games, the newest on the right" }, ...marks);
}

/** @param {GameRecordSummary} summary */
function adviceOf({ game, advice }) {
  if (advice === null) return null;
  const { level, because_of: before, points, games } = advice;
  const why = `${pointsText(points)} of the last ${countText(games, "point")} against level ${before}.`;
  const address = `/?${new URLSearchParams({ game: game.name, level: String(level) })}`;
  return element(
    "p",
    { class: level > before ? "notice good" : "notice" },
    element("span", { class: "own-advice" }, level > before ? `You made ${why} It is time for a stronger opponent.` : `You made ${why} A level lower is more fun.`),
    element("a", { class: "button small primary", href: address }, `Try level ${level}`),
  );
}

/**
 * Let a long name of a player end its lines between its settings.
 * @param {string} name
 */
function breakable(name) {
  return name.split(/(?<=[:=,])/).flatMap((part, index) => (index === 0 ? [part] : [element("wbr"), part]));
}

/** @param {OpponentRecord} opponent */
function opponentRow({ name, player, score, seconds, last_played: last }) {
  const address = `/library?${new URLSearchParams({ source: "mine", player })}`;
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, element("a", { href: address }, element("bdi", {}, ...breakable(name)))),
    element("td", { class: "number" }, gamesOf(score).toLocaleString("en")),
    element("td", { class: "own-bar" }, drawScore(score)),
    element("td", { class: "number" }, percentOf(score)),
    element("td", { class: "number is-wide-only" }, durationText(seconds)),
    element("td", { class: "number is-wide-only" }, dayOf(last)),
  );
}

/**
 * @param {GameRecordSummary} summary
 * @param {OpeningRecord} opening
 */
function openingRow({ game }, { name, moves, side, score }) {
  const query = new URLSearchParams({ game: game.name, moves: moves.join(","), source: "mine" });
  const line = moves.join(" ").replaceAll("-", NO_BREAK_HYPHEN);
  return element(
    "tr",
    {},
    element(
      "th",
      { scope: "row" },
      element(
        "span",
        { class: "own-opening" },
        makeSideMark(side),
        element("a", { href: `/openings?${query}` }, name ?? line),
        element("span", { class: "for-ears" }, ` as ${game.players[side]}`),
      ),
      name === null ? null : element("span", { class: "muted small own-line" }, line),
    ),
    element("td", { class: "number" }, gamesOf(score).toLocaleString("en")),
    element("td", { class: "own-bar" }, drawScore(score)),
    element("td", { class: "number" }, percentOf(score)),
  );
}

/**
 * @param {string} caption
 * @param {[heading: string, kind: string][]} headings
 * @param {HTMLElement[]} rows
 */
function makePart(caption, headings, rows) {
  const cells = headings.map(([heading, kind]) => element("th", { scope: "col", class: kind }, heading));
  return element(
    "div",
    { class: "own-part" },
    element("h3", {}, caption),
    makeTable("table", cells, rows),
  );
}

/** @param {GameRecordSummary} summary */
function makeSection(summary) {
  const { game, opponents, openings } = summary;
  const id = `game-${game.name}`;
  const [wide, usual] = ["number is-wide-only", "number"];
  return element(
    "section",
    { class: "own-game", "aria-labelledby": id },
    element(
      "div",
      { class: "own-top" },
      drawThumbnail(game, game.start),
      element("div", { class: "own-title" }, element("h2", { id }, game.title), formOf(summary)),
      figuresOf(summary),
    ),
    adviceOf(summary),
    element(
      "div",
      { class: "own-tables" },
      makePart("Opponents", [["Opponent", ""], ["Games", usual], ["Results", ""], ["Score", usual], ["Time", wide], ["Last", wide]], opponents.map(opponentRow)),
      openings.length === 0 ? null : makePart("Openings", [["Opening", ""], ["Games", usual], ["Results", ""], ["Score", usual]], openings.map((opening) => openingRow(summary, opening))),
    ),
  );
}

/** @param {PersonalRecord} record */
function show({ name, seconds, score, games, damaged }) {
  const number = gamesOf(score);
  if (name !== "") find("#person", HTMLElement).textContent = name;
  find("#no-games", HTMLElement).hidden = number > 0;
  if (number > 0) {
    find("#summary", HTMLElement).textContent = `${countText(number, "game")}, ${percentOf(score)} of the points, ${durationText(seconds)} of thought.`;
  }
  find("#games", HTMLElement).replaceChildren(...(damaged.length > 0 ? [element("ul", { class: "game-list" }, ...damaged.map(makeDamagedRow))] : []), ...games.map(makeSection));
}

async function begin() {
  try {
    show(await ask("/api/record"));
  } catch (error) {
    showProblem(problemText(error));
  }
}

await begin();
