/** A match or tournament as it stands, while it is played. */

import { send } from "../api.js";
import { Connection } from "../connection.js";
import { element, find, showProblem } from "../dom.js";
import { CONTEST_STATES, factRows, showBadge } from "../library/run-list.js";
import { countText, durationText, momentOf, pointsText } from "../library/record-text.js";
import { PATIENCE } from "../patience.js";
import { Plot } from "../plots/plot.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { LastGames } from "./last-games.js";
import { ratingsPlot } from "./ratings.js";
import { scorePlot } from "./score-curve.js";
import { makeFigures, makeTest } from "./strength.js";
import { crossTable, roundCard, standingsTable } from "./tables.js";
import { WatchedBoards } from "./watched-games.js";

class ContestPage {
  #id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  #path = `/api/contests/${encodeURIComponent(this.#id)}`;
  #waiting = find("#waiting", HTMLElement);
  #left = find("#left", HTMLElement);
  #stop = find("#stop", HTMLButtonElement);
  #resume = find("#resume", HTMLButtonElement);
  #ratings = new Plot(find("#ratings", HTMLElement));
  #course = new Plot(find("#course", HTMLElement));
  #games = new LastGames(this.#id);
  #watched = new WatchedBoards();
  /** @type {Connection<ContestNews | WatchedGames | Refused, never>} */ #connection;

  constructor() {
    find("#report", HTMLAnchorElement).href = `${this.#path}/report`;
    const games = `/library?event=${encodeURIComponent(this.#id)}`;
    find("#replay", HTMLAnchorElement).href = games;
    find("#all-games-link", HTMLAnchorElement).href = games;
    this.#stop.addEventListener("click", () => this.#order("stop", this.#stop));
    this.#resume.addEventListener("click", () => this.#order("resume", this.#resume));
    setTimeout(() => (this.#waiting.textContent = "Reading the games of this contest …"), PATIENCE);
    this.#connection = new Connection(`${this.#path}/live`, (message) => this.#hear(message));
  }

  /** @param {ContestNews | WatchedGames | Refused} message */
  #hear(message) {
    this.#waiting.hidden = true;
    if (message.type === "contest") {
      this.#show(message.contest);
      return;
    }
    if (message.type === "watched") {
      this.#watched.show(message.games);
      return;
    }
    this.#connection.close();
    showProblem(titled(message.reason), find("#missing", HTMLElement));
    find("#top", HTMLElement).hidden = true;
    find("#sections", HTMLElement).hidden = true;
  }

  /**
   * @param {"stop" | "resume"} order
   * @param {HTMLButtonElement} button
   */
  async #order(order, button) {
    button.disabled = true;
    try {
      await send(`${this.#path}/${order}`, {});
    } catch (error) {
      tellProblem(error);
    } finally {
      button.disabled = false;
    }
  }

  /** @param {ContestView} contest */
  #show(contest) {
    // First of all, since a plot is as wide as its place.
    find("#top", HTMLElement).hidden = false;
    find("#sections", HTMLElement).hidden = false;
    this.#showTop(contest);
    this.#showState(contest);
    this.#showStrength(contest);
    find("#standings", HTMLElement).replaceChildren(standingsTable(contest));
    this.#ratings.show(ratingsPlot(contest.table));
    find("#crosstable-section", HTMLElement).hidden = contest.table.length < 3;
    find("#crosstable", HTMLElement).replaceChildren(crossTable(contest));
    find("#rounds-section", HTMLElement).hidden = contest.rounds.length === 0;
    find("#rounds", HTMLElement).replaceChildren(...contest.rounds.map(roundCard));
    find("#endings", HTMLElement).textContent = endingsOf(contest);
    find("#facts", HTMLElement).replaceChildren(...factsOf(contest));
    this.#games.look(contest.games);
    this.#watched.know(contest.game);
  }

  /** @param {ContestView} contest */
  #showTop(contest) {
    const { game, game_name: gameName, told_format: format, names } = contest;
    const isMatch = names.length === 2;
    find("#kicker", HTMLElement).textContent = `${game?.title ?? gameName}: ${format}`;
    const title = isMatch ? [element("bdi", {}, names[0]), " – ", element("bdi", {}, names[1])] : [`${names.length} players`];
    find("#title", HTMLElement).replaceChildren(...title);
    find("#result", HTMLElement).replaceChildren(...resultOf(contest));
    document.title = `${isMatch ? names.join(" – ") : `${names.length} players`} · Plyground`;
  }

  /** @param {ContestView} contest */
  #showState({ state, games, total, seconds_left: left, problem, can_resume: canResume }) {
    showBadge(find("#badge", HTMLElement), CONTEST_STATES[state]);
    const rest = left === null ? "" : `, about ${durationText(left)} left`;
    const waiting = state === "running" && games === 0 ? ", getting ready …" : "";
    this.#left.textContent = state === "over" ? countText(games, "game") : `${games.toLocaleString("en")} of ${countText(total, "game")}${rest}${waiting}`;
    const progress = find("#progress", HTMLProgressElement);
    progress.max = Math.max(total, 1);
    progress.value = games;
    progress.hidden = state === "over";
    this.#stop.hidden = state !== "running";
    this.#resume.hidden = !canResume;
    this.#showProblem(problem);
    const elsewhere = find("#elsewhere", HTMLElement);
    elsewhere.hidden = state !== "interrupted" && (state !== "stopped" || canResume);
    elsewhere.textContent = canResume
      ? "It is not being played here: its program ended, or it is played in a terminal, where its games cannot be watched move by move."
      : `Some of its players run programs, which pages may not start: ‘plyground resume ${this.#id}’ resumes it.`;
  }

  /** @param {string | null} problem */
  #showProblem(problem) {
    const notice = find("#problem", HTMLElement);
    notice.hidden = problem === null;
    notice.textContent = problem === null ? "" : `It stopped: ${problem}`;
  }

  /** @param {ContestView} contest */
  #showStrength({ match, test }) {
    find("#strength", HTMLElement).hidden = match === null;
    find("#test", HTMLElement).replaceChildren(...(test ? [makeTest(test)] : []));
    if (!match) return;
    find("#figures", HTMLElement).replaceChildren(...makeFigures(match));
    this.#course.show(scorePlot(match));
  }
}

/**
 * Say in a sentence who is in front.
 * @param {ContestView} contest
 */
function resultOf({ state, games, table }) {
  const [best, next] = table;
  if (!best || !next || games === 0) return ["No game is over yet."];
  const verbs = state === "over" ? { shared: "share first place", alone: "won" } : { shared: "share the lead", alone: "leads" };
  const leaders = table.filter(({ points }) => points === best.points);
  const from = ` with ${pointsText(best.points)} ${best.points === 1 ? "point" : "points"} from ${countText(best.games, "game")}`;
  if (leaders.length > 3) return [`${leaders.length} players ${verbs.shared}${from}.`];
  const names = leaders.flatMap(({ name }, index) => [index > 0 ? " and " : "", element("bdi", {}, name)]);
  if (leaders.length > 1) return [...names, ` ${verbs.shared}${from}.`];
  return [...names, ` ${verbs.alone}${from}, ahead of `, element("bdi", {}, next.name), ` with ${pointsText(next.points)}.`];
}

/** @param {ContestView} contest */
function endingsOf({ terminations, games }) {
  if (games === 0) return "No game is over yet.";
  const words = Object.entries(terminations).map(([how, count]) => `${count.toLocaleString("en")} ${how === "normal" ? "by the rules" : how}`);
  return `How they ended: ${words.join(", ")}.`;
}

/** @param {ContestView} contest */
function factsOf({ facts, table, id, created }) {
  const players = table.map(({ name, player }) => (name === player ? name : `${name} = ${player}`)).join(", ");
  return factRows([...facts, { name: "players", told: players }, { name: "contest", told: id }, { name: "begun", told: momentOf(created) }]);
}

new ContestPage();
