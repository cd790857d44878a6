/** The search of the position that is looked at: begun, stopped, and told. */

import { element, find } from "../dom.js";
import { drawComparison, isWorthComparing } from "./search-comparison.js";
import { large, percent, time } from "./numbers.js";
import { isSame, isSameWay } from "./runs.js";

/** @import { Settings, Run } from "./runs.js" */
/** @import { Searcher } from "./searcher.js" */
/** @import { Spot, Tree } from "./variation-tree.js" */

const AT_WORK = new Set(["waiting", "compiling", "searching"]);

export class Searching {
  /** @type {Searcher} */ #searcher;
  /** @type {() => Record<string, string[]>} */ #algorithms;
  /** @type {(spot: Spot) => void} */ #onNews;
  #switch = find("#search-switch", HTMLInputElement);
  #state = find("#search-state", HTMLElement);
  #compiled = find("#search-compiled", HTMLProgressElement);
  #facts = find("#search-facts", HTMLElement);
  #comparison = find("#comparison", HTMLElement);
  #keep = find("#keep-earlier", HTMLInputElement);

  /**
   * @param {Searcher} searcher
   * @param {() => Record<string, string[]>} algorithms the features of each, as they suit the game
   * @param {(spot: Spot) => void} onNews called when more is known about a position
   * @param {() => void} onSwitch called when searching was switched on
   */
  constructor(searcher, algorithms, onNews, onSwitch) {
    this.#searcher = searcher;
    this.#algorithms = algorithms;
    this.#onNews = onNews;
    this.#switch.addEventListener("change", () => {
      if (this.#switch.checked) onSwitch();
      else searcher.stop();
    });
  }

  /**
   * Search a position, unless that is switched off or has been done with these settings.
   * @param {Tree} tree
   * @param {Spot} spot
   * @param {Settings} settings
   */
  begin(tree, spot, settings) {
    const before = spot.run;
    const isKnown = before !== null && isSame(before.settings, settings);
    if (!this.#switch.checked || spot.ending || (isKnown && before.state === "done")) {
      this.#searcher.giveUp();
      return;
    }
    const isKept = this.#keep.checked && spot.earlierRun !== null;
    if (before?.report && !before.report.is_plain && !isSameWay(before.settings, settings) && !isKept) spot.earlierRun = before;
    /** @type {Run} */
    const run = { settings, report: isKnown ? before.report : null, state: "waiting", problem: "", part: 0 };
    spot.run = run;
    const tell = (/** @type {Partial<Run>} */ news) => {
      Object.assign(run, news);
      this.#onNews(spot);
    };
    this.#searcher.analyse(tree.given(spot.moveTexts()), settings, {
      onCompiling: (part) => tell({ state: "compiling", part }),
      onReport: (report) => tell({ report, state: report.is_plain ? "compiling" : "searching" }),
      onEnd: () => tell({ state: this.#switch.checked ? "done" : "stopped" }),
      onRefused: (problem) => tell({ state: "refused", problem }),
    });
    this.#onNews(spot);
  }

  /**
   * Tell how the search of a position goes.
   * @param {Spot} spot
   * @param {string} sideToMove
   */
  show(spot, sideToMove) {
    const isAtWork = spot.run !== null && AT_WORK.has(spot.run.state) && this.#searcher.isBusy;
    const pulse = isAtWork ? [element("span", { class: "pulse", "aria-hidden": "true" }), " "] : [];
    this.#state.replaceChildren(...pulse, told(spot, sideToMove));
    this.#state.classList.toggle("field-error", spot.run?.state === "refused");
    this.#compiled.hidden = !isAtWork || spot.run?.state !== "compiling";
    this.#compiled.value = spot.run?.part ?? 0;
    this.#facts.replaceChildren(...(spot.run?.report ? facts(spot.run.report) : []));
    const { earlierRun: earlier, run: present } = spot;
    const isWorth = isWorthComparing(earlier, present);
    this.#comparison.hidden = !isWorth;
    if (earlier && present && isWorth) {
      find("#comparison-table", HTMLElement).replaceChildren(drawComparison(earlier, present, this.#algorithms()));
    }
  }
}

/**
 * @param {Spot} spot
 * @param {string} sideToMove
 */
function told({ run, ending }, sideToMove) {
  if (ending) return "The game is over.";
  if (run?.state === "refused") return run.problem;
  if (run?.state === "compiling") return run.report ? "Compiling this search, which happens once. Until then: found uncompiled, among few positions." : "Compiling this search, which happens once …";
  if (!run?.report) return run ? "The search is about to begin …" : "";
  const isTree = isTreeReport(run.report);
  return isTree ? `Win rates and visits of the moves of ${sideToMove}, who is to move.` : `Scores are for ${sideToMove}, who is to move.`;
}

/**
 * Whether a report is one of Monte Carlo tree search.
 * @param {SearchReport} report
 */
function isTreeReport(report) {
  return report.lines.some(({ visits }) => visits !== null);
}

/** @param {SearchReport} report */
function facts(report) {
  const [nodes, table] = isTreeReport(report) ? ["sims", "tree"] : ["nodes", "table"];
  const depth = report.is_done || report.current_depth === report.depth ? `${report.depth}` : `${report.depth} → ${report.current_depth}`;
  const pairs = [
    ["depth", depth],
    [nodes, large(report.nodes)],
    [`${nodes}/s`, large(report.speed)],
    ["time", time(report.seconds)],
    [table, percent(report.table_fill)],
  ];
  return pairs.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
}
