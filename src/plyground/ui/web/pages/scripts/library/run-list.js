/** Contests and runs of learning: how they are listed, and what their pages have in common. */

import { ask } from "../api.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { makeDamagedRow } from "./row.js";
import { countText, dayOf, signedText } from "./record-text.js";

/** @typedef {{ name: string, badge: string }} State what a state is called, and the badge that shows it */

const MOST_NAMED = 6;
const STATES = {
  stopped: { name: "stopped", badge: "badge warn" },
  interrupted: { name: "interrupted", badge: "badge warn" },
  over: { name: "over", badge: "badge good" },
};

export const CONTEST_STATES = { ...STATES, running: { name: "being played", badge: "badge accent" } };
export const LEARNING_STATES = { ...STATES, running: { name: "learning", badge: "badge accent" } };

/** Show the contests, the newest first. */
export function showContests() {
  return showList("contest-list", "no-contests", async () => {
    /** @type {ContestList} */
    const { contests, damaged } = await ask("/api/contests");
    return [...damaged.map(makeDamagedRow), ...contests.map(contestRow)];
  });
}

/** Show the runs of learning, the newest first. */
export function showLearned() {
  return showList("learned-list", "no-learned", async () => {
    /** @type {LearningList} */
    const { runs, damaged } = await ask("/api/learned");
    return [...damaged.map(makeDamagedRow), ...runs.map(learningRow)];
  });
}

/**
 * Show the state of a run; a badge that says so already is left alone, since it is read aloud.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function showBadge(place, { name, badge }) {
  if (place.textContent === name) return;
  place.textContent = name;
  place.className = badge;
}

/**
 * Make the rows of a list of facts.
 * @param {{ name: string, told: string }[]} facts
 */
export function factRows(facts) {
  return facts.flatMap(({ name, told }) => [element("dt", {}, titled(name)), element("dd", {}, element("bdi", {}, told))]);
}

/**
 * @param {string} list
 * @param {string} empty what is shown where there is nothing to list
 * @param {() => Promise<HTMLElement[]>} askRows
 */
async function showList(list, empty, askRows) {
  try {
    const rows = await askRows();
    find(`#${list}`, HTMLElement).replaceChildren(...rows);
    find(`#${empty}`, HTMLElement).hidden = rows.length > 0;
  } catch (error) {
    tellProblem(error);
  }
}

/** @param {ListedContest} contest */
function contestRow({ id, created, state, game, format, players, games, total }) {
  const played = state === "over" ? countText(games, "game") : `${games.toLocaleString("en")} of ${countText(total, "game")}`;
  return makeRow(`/contest/${encodeURIComponent(id)}`, CONTEST_STATES[state], namesOf(players), [game, format, dayOf(created)], played);
}

/** @param {ListedLearning} run */
function learningRow({ id, board, created, state, generations, games, elo }) {
  const about = [countText(generations, "generation"), games > 0 ? countText(games, "game") : "", dayOf(created)];
  const gain = elo === null ? "" : `${signedText(elo, 0)} Elo`;
  return makeRow(`/learned/${encodeURIComponent(id)}`, LEARNING_STATES[state], [element("bdi", {}, titled(board))], about, gain);
}

/**
 * @param {string} href
 * @param {State} state
 * @param {(HTMLElement | string)[]} names
 * @param {string[]} about
 * @param {string} number
 */
function makeRow(href, { name, badge }, names, about, number) {
  return element(
    "li",
    {},
    element(
      "a",
      { class: "contest-entry", href },
      element("span", { class: "contest-entry-names" }, ...names),
      element("span", { class: badge }, name),
      element("span", { class: "muted small" }, about.filter(Boolean).join(" · ")),
      element("span", { class: "muted small number" }, number),
    ),
  );
}

/** @param {string[]} players */
function namesOf(players) {
  const shown = players.length > MOST_NAMED ? players.slice(0, MOST_NAMED - 1) : players;
  const names = shown.flatMap((name, index) => [index > 0 ? (players.length === 2 ? " – " : ", ") : "", element("bdi", {}, name)]);
  const left = players.length - shown.length;
  return left > 0 ? [...names, ` and ${left} more`] : names;
}
