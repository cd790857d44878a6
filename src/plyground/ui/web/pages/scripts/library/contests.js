/** The contests of the store. */

import { ask } from "../api.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { makeDamagedRow } from "./row.js";
import { countText, dayOf } from "./telling.js";

/** @typedef {import("./messages.js").ContestList} ContestAnswer */
/** @typedef {import("./messages.js").ListedContest} ListedContest */

const MOST_NAMED = 6;

/** What a state is called, and the badge that shows it. */
export const STATES = {
  running: { name: "being played", badge: "badge accent" },
  stopped: { name: "stopped", badge: "badge warn" },
  interrupted: { name: "interrupted", badge: "badge warn" },
  over: { name: "over", badge: "badge good" },
};

/** Show the contests, the newest first. */
export async function showContests() {
  try {
    /** @type {ContestAnswer} */
    const { contests, damaged } = await ask("/api/contests");
    const rows = [...damaged.map(makeDamagedRow), ...contests.map(makeEntry)];
    find("#contest-list", HTMLElement).replaceChildren(...rows);
    find("#no-contests", HTMLElement).hidden = rows.length > 0;
  } catch (error) {
    tellProblem(error);
  }
}

/** @param {ListedContest} contest */
function makeEntry({ id, created, state, game, format, players, games, total }) {
  const { name, badge } = STATES[state];
  const isOver = state === "over";
  const about = [game, format, dayOf(created)].filter(Boolean).join(" · ");
  const played = isOver ? countText(games, "game") : `${games.toLocaleString("en")} of ${countText(total, "game")}`;
  return element(
    "li",
    {},
    element(
      "a",
      { class: "contest-entry", href: `/contest/${encodeURIComponent(id)}` },
      element("span", { class: "contest-entry-names" }, ...namesOf(players)),
      element("span", { class: badge }, name),
      element("span", { class: "muted small" }, about),
      element("span", { class: "muted small number" }, played),
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
