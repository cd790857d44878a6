/** The runs of learning in the store. */

import { ask } from "../api.js";
import { element, find } from "../dom.js";
import { makeDamagedRow } from "../library/row.js";
import { countText, dayOf, signedText } from "../library/telling.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";

/** @typedef {import("./messages.js").LearningList} LearningList */
/** @typedef {import("./messages.js").ListedLearning} ListedLearning */

/** What a state is called, and the badge that shows it. */
export const STATES = {
  running: { name: "learning", badge: "badge accent" },
  stopped: { name: "stopped", badge: "badge warn" },
  interrupted: { name: "interrupted", badge: "badge warn" },
  over: { name: "over", badge: "badge good" },
};

/** Show the runs, the newest first. */
export async function showLearned() {
  try {
    /** @type {LearningList} */
    const { runs, damaged } = await ask("/api/learned");
    const rows = [...damaged.map(makeDamagedRow), ...runs.map(makeEntry)];
    find("#learned-list", HTMLElement).replaceChildren(...rows);
    find("#no-learned", HTMLElement).hidden = rows.length > 0;
  } catch (error) {
    tellProblem(error);
  }
}

/** @param {ListedLearning} run */
function makeEntry({ id, board, created, state, generations, games, elo }) {
  const { name, badge } = STATES[state];
  const about = [countText(generations, "generation"), games > 0 ? countText(games, "game") : "", dayOf(created)];
  return element(
    "li",
    {},
    element(
      "a",
      { class: "contest-entry", href: `/learned/${encodeURIComponent(id)}` },
      element("span", { class: "contest-entry-names" }, element("bdi", {}, titled(board))),
      element("span", { class: badge }, name),
      element("span", { class: "muted small" }, about.filter(Boolean).join(" · ")),
      element("span", { class: "muted small number" }, elo === null ? "" : `${signedText(elo, 0)} Elo`),
    ),
  );
}
