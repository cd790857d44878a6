/** The tables of a contest. */

import { element, makeTable } from "../dom.js";
import { durationText, pointsText } from "../library/record-text.js";

/** @param {ContestView} contest */
export function standingsTable({ table, game }) {
  const sides = game?.players ?? ["first side", "second side"];
  const isMatch = table.length === 2; // whose difference is told elsewhere
  const numbers = ["Points", "Games", "Score", "Won, drawn, lost", ...(isMatch ? [] : ["Elo"]), ...sides.map((side) => `As ${side}`), "Time a move"];
  const rows = table.map((entry, index) => [
    element("td", { class: "number" }, index + 1),
    nameCell(entry),
    element("td", { class: "number" }, element("strong", {}, pointsText(entry.points))),
    ...[
      entry.games.toLocaleString("en"),
      entry.games === 0 ? "" : `${((100 * entry.points) / entry.games).toFixed(1)} %`,
      tallyText(entry.results),
      ...(isMatch ? [] : [entry.elo.told]),
      ...entry.sides.map(tallyText),
      entry.seconds_per_move === null ? "" : durationText(entry.seconds_per_move),
    ].map((text) => element("td", { class: "number" }, text)),
  ]);
  const head = [heading("", "Rank"), heading("Player"), ...numbers.map((name) => element("th", { class: "number", scope: "col" }, name))];
  return makeTable("table", head, rows.map((cells) => element("tr", {}, ...cells)));
}

/** @param {ContestView} contest */
export function crossTable({ table, crosstable }) {
  const others = table.map(({ name }, index) =>
    element("th", { scope: "col", title: name }, element("span", { "aria-hidden": "true" }, index + 1), element("span", { class: "for-ears" }, name)),
  );
  const rows = table.map((entry, row) => {
    const cells = (crosstable[row] ?? []).map((tally, column) => crossCell(tally, row === column));
    return element("tr", {}, element("td", { class: "number" }, row + 1), nameCell(entry), ...cells);
  });
  return makeTable("table crosstable", [heading("", "Rank"), heading("Player"), ...others], rows);
}

/**
 * Show who met whom in a round.
 * @param {Round} round
 */
export function roundCard({ label, encounters }) {
  return element(
    "div",
    { class: "stack-tight" },
    element("h3", {}, label),
    element(
      "ul",
      { class: "encounters" },
      ...encounters.map(({ names, points }) => {
        const ahead = points[0] === points[1] ? -1 : points[0] > points[1] ? 0 : 1;
        const lines = names.map((name, side) =>
          element("span", { class: side === ahead ? "encounter-player is-winner" : "encounter-player" }, element("bdi", {}, name), element("span", {}, pointsText(points[side] ?? 0))),
        );
        return element("li", {}, ...lines);
      }),
    ),
  );
}

/** @param {ContestEntry} entry */
function nameCell({ name, player }) {
  const isNamed = name !== player;
  const text = isNamed ? element("span", { class: "muted mono player-text" }, player) : null;
  return element("th", { scope: "row", title: isNamed ? `${name} = ${player}` : name }, element("bdi", {}, name), text);
}

/**
 * @param {string} text
 * @param {string} [forEars]
 */
function heading(text, forEars) {
  return element("th", { scope: "col" }, text, forEars ? element("span", { class: "for-ears" }, forEars) : null);
}

/**
 * A cell, the more coloured the clearer the result.
 * @param {Tally | null} tally
 * @param {boolean} isSame
 */
function crossCell(tally, isSame) {
  if (!tally) return element("td", { class: isSame ? "cross-self" : "cross-empty" });
  const games = tally.wins + tally.draws + tally.losses;
  const points = tally.wins + tally.draws / 2;
  const lead = points / games - 0.5;
  const cell = element(
    "td",
    { class: lead > 0 ? "cross is-ahead" : lead < 0 ? "cross is-behind" : "cross" },
    element("strong", {}, pointsText(points)),
    element("span", { class: "cross-tally" }, tallyText(tally)),
  );
  cell.style.setProperty("--strength", `${Math.round(Math.abs(lead) * 200)}%`);
  return cell;
}

/** @param {Tally} tally */
function tallyText({ wins, draws, losses }) {
  return `+${wins} =${draws} −${losses}`;
}
