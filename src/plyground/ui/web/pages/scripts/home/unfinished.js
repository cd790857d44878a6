/** The unfinished games. */

import { element, find } from "../dom.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { makeDamagedRow } from "../library/row.js";
import { patiently } from "../patience.js";

const FEW = 6;

/**
 * List the unfinished games, a few at first; if they take long to come, say so meanwhile.
 * @param {Promise<UnfinishedGames>} answer
 */
export async function showUnfinished(answer) {
  const section = find("#unfinished", HTMLElement);
  const waiting = find("#unfinished-waiting", HTMLElement);
  const tell = () => {
    section.hidden = false;
    waiting.textContent = "Getting the games ready: the first time, this takes some seconds.";
  };
  try {
    const { games, damaged } = await patiently(answer, tell);
    list(games);
    find("#unfinished-games", HTMLElement).append(...damaged.map(makeDamagedRow));
    section.hidden = games.length + damaged.length === 0;
  } finally {
    waiting.hidden = true;
  }
}

/** @param {UnfinishedGame[]} games */
function list(games) {
  const rows = find("#unfinished-games", HTMLElement);
  const more = find("#all-unfinished", HTMLButtonElement);
  rows.append(...games.slice(0, FEW).map(makeEntry));
  more.textContent = `Show all ${games.length} games`;
  more.hidden = games.length <= FEW;
  more.addEventListener("click", () => {
    rows.append(...games.slice(FEW).map(makeEntry));
    more.hidden = true;
  });
}

/**
 * Make the entry of a game.
 * @param {UnfinishedGame} entry
 */
function makeEntry({ id, game, players, names, plies, to_move: toMove, started, position }) {
  const people = players.map((player) => player === "human");
  const turn = people[toMove] ? "your move" : `${game.players[toMove]} to move`;
  const details = `${plies === 1 ? "1 move" : `${plies} moves`}, ${turn}, begun ${ago(started)}`;
  return element(
    "li",
    {},
    element(
      "a",
      { class: "game-row", href: `/play/${encodeURIComponent(id)}` },
      drawThumbnail(game, position),
      element(
        "span",
        { class: "game-row-words" },
        element("strong", {}, game.title),
        element("span", {}, element("bdi", {}, names[0]), " against ", element("bdi", {}, names[1])),
        element("span", { class: "muted small" }, details),
      ),
    ),
  );
}

/**
 * Say how long ago something was.
 * @param {string} moment
 */
function ago(moment) {
  const minutes = Math.round((Date.now() - Date.parse(moment)) / 60_000);
  const inWords = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (Number.isNaN(minutes)) return "some time ago";
  if (minutes < 1) return "just now";
  if (minutes < 60) return inWords.format(-minutes, "minute");
  if (minutes < 24 * 60) return inWords.format(-Math.round(minutes / 60), "hour");
  return inWords.format(-Math.round(minutes / (24 * 60)), "day");
}
