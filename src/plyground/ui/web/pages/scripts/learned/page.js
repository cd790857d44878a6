/** A run of learning as it stands, while it learns. */

import { ApiError, ask } from "../api.js";
import { makeFigure } from "../contest/strength.js";
import { element, find, makeTable, showProblem } from "../dom.js";
import { countText, durationText, momentOf, signedText } from "../library/record-text.js";
import { factRows, LEARNING_STATES, showBadge } from "../library/run-list.js";
import { PATIENCE } from "../patience.js";
import { Plot } from "../plots/plot.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { errorPlot, mistakesPlot, strengthPlot } from "./learning-curves.js";

const LIVE_PAUSE = 1500;
const QUIET_PAUSE = 10000;
const COLUMNS = ["Games", "Positions", "Held-out error", "Elo gain", "Elo", "Wrong moves", "Verdict"];

class LearnedPage {
  #id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  #path = `/api/learned/${encodeURIComponent(this.#id)}`;
  #waiting = find("#waiting", HTMLElement);
  #strength = new Plot(find("#strength", HTMLElement));
  #errors = new Plot(find("#errors", HTMLElement));
  #mistakes = new Plot(find("#mistakes", HTMLElement));
  #shown = "";

  async begin() {
    find("#report", HTMLAnchorElement).href = `${this.#path}/report`;
    setTimeout(() => (this.#waiting.textContent = "Reading this run …"), PATIENCE);
    let pause = 0;
    while ((pause = await this.#look()) > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Show the run as it stands; return after how many milliseconds to look again, 0 for never. */
  async #look() {
    try {
      /** @type {LearningView} */
      const run = await ask(this.#path);
      this.#waiting.hidden = true;
      this.#show(run);
      return run.state === "over" ? 0 : run.state === "running" ? LIVE_PAUSE : QUIET_PAUSE;
    } catch (error) {
      this.#waiting.hidden = true;
      const isGone = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!isGone) {
        tellProblem(error);
        return QUIET_PAUSE;
      }
      showProblem(titled(error.message), find("#missing", HTMLElement));
      return 0;
    }
  }

  /** @param {LearningView} run */
  #show(run) {
    // First of all, since a plot is as wide as its place.
    find("#top", HTMLElement).hidden = false;
    find("#sections", HTMLElement).hidden = run.generations.length === 0;
    this.#showState(run);
    const { progress, ...rest } = run;
    const shown = JSON.stringify(rest);
    if (shown === this.#shown) return;
    this.#shown = shown;
    document.title = `${titled(run.board)} learned · Plyground`;
    find("#title", HTMLElement).textContent = titled(run.board);
    find("#result", HTMLElement).textContent = resultOf(run);
    find("#figures", HTMLElement).replaceChildren(...figuresOf(run));
    this.#strength.show(strengthPlot(run));
    this.#errors.show(errorPlot(run));
    const mistakes = mistakesPlot(run);
    this.#mistakes.show(mistakes);
    const without = find("#no-mistakes", HTMLElement);
    without.hidden = mistakes !== null;
    without.textContent = "There is no table of exact values of this board. ‘plyground tables build’ makes one for small boards; then each generation is measured by it.";
    find("#generations", HTMLElement).replaceChildren(tableOf(run.generations));
    const facts = [...run.facts, { name: "run", told: run.id }, { name: "begun", told: momentOf(run.created) }];
    find("#facts", HTMLElement).replaceChildren(...factRows(facts));
  }

  /** @param {LearningView} run */
  #showState({ id, state, progress }) {
    showBadge(find("#badge", HTMLElement), LEARNING_STATES[state]);
    const left = progress?.seconds_left ?? null;
    find("#doing", HTMLElement).textContent = progress ? `${titled(progress.told)}${left === null ? "" : `, about ${durationText(Math.max(Math.round(left), 1))} left`}` : "";
    const bar = find("#progress", HTMLProgressElement);
    bar.hidden = progress === null;
    if (progress && left !== null) bar.value = progress.elapsed / (progress.elapsed + left);
    else bar.removeAttribute("value");
    const elsewhere = find("#elsewhere", HTMLElement);
    elsewhere.hidden = state !== "interrupted" && state !== "stopped";
    elsewhere.textContent = `‘plyground resume ${id}’ resumes it.`;
  }
}

/**
 * Say in a sentence what came out.
 * @param {LearningView} run
 */
function resultOf({ generations, state }) {
  const accepted = generations.filter((each) => each.is_accepted).length;
  if (generations.length === 0) return state === "over" ? "Nothing was learned." : "The first generation is being made.";
  return `${accepted} of ${countText(generations.length, "generation")} beat the one before.`;
}

/** @param {LearningView} run */
function figuresOf({ generations, start }) {
  const best = generations.filter((each) => each.is_accepted).at(-1);
  const last = generations.at(-1);
  if (!last) return [];
  const elo = best && best.strength !== null ? signedText(best.strength, 0) : "–";
  const error = best && best.strength_error !== null ? `± ${best.strength_error.toFixed(0)}, above ${start}` : `none is better than ${start}`;
  const of = best ?? last;
  const figures = [
    makeFigure("Elo", elo, error),
    makeFigure("Held-out error", errorText(of.held_out_error) || "–", `${errorText(of.training_error) || "none"} in games fitted to`),
    makeFigure("Games", last.games.toLocaleString("en"), `the last fit used ${countText(last.positions, "position")}`),
  ];
  if (of.wrong_moves !== null) figures.push(makeFigure("Wrong moves", percent(of.wrong_moves), "chosen one ply ahead"));
  return figures;
}

/** @param {GenerationView[]} generations */
function tableOf(generations) {
  const isExact = generations.some((each) => each.wrong_moves !== null);
  const columns = COLUMNS.filter((name) => isExact || name !== "Wrong moves");
  const numbers = columns.map((name) => element("th", { scope: "col", class: name === "Verdict" ? null : "number" }, name));
  return makeTable("table", [element("th", { scope: "col" }, "No."), ...numbers], generations.map((each) => rowOf(each, isExact)));
}

/**
 * @param {GenerationView} generation
 * @param {boolean} isExact
 */
function rowOf(generation, isExact) {
  const { number, games, positions, held_out_error: error, elo, elo_error: eloError, strength, strength_error: strengthError } = generation;
  const cells = [games.toLocaleString("en"), positions.toLocaleString("en"), errorText(error), `${signedText(elo, 0)} ± ${eloError.toFixed(0)}`];
  cells.push(strength === null ? "" : `${signedText(strength, 0)} ± ${(strengthError ?? 0).toFixed(0)}`);
  if (isExact) cells.push(generation.wrong_moves === null ? "" : percent(generation.wrong_moves));
  const verdict = generation.is_accepted ? "accepted" : "rejected";
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, String(number)),
    ...cells.map((cell) => element("td", { class: "number" }, cell)),
    element("td", {}, verdict),
  );
}

/** @param {number | null} error */
function errorText(error) {
  return error === null ? "" : error.toFixed(4);
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

await new LearnedPage().begin();
