/** Searches that the server makes for this page, one at a time. */

import { Connection } from "../connection.js";

/** @typedef {Analyse | Review | Stop} AnalysisOrder */
/** @typedef {Compiling | SearchReport | Judged | Reviewed | Refused} AnalysisMessage */
/** @import { Settings } from "./runs.js" */

/**
 * @typedef {object} Hearing
 * @property {(part: number) => void} onCompiling how much is compiled, from 0 to 1
 * @property {(report: SearchReport) => void} [onReport]
 * @property {(judged: Judged) => void} [onJudged]
 * @property {(sides: [ReviewedSide, ReviewedSide]) => void} [onReviewed] how both sides played, before `onEnd`
 * @property {() => void} onEnd
 * @property {(reason: string) => void} onRefused
 */

export class Searcher {
  /** @type {Connection<AnalysisMessage, AnalysisOrder>} */ #connection;
  /** @type {AnalysisOrder | null} What is under way, or waits for a connection. */ #order = null;
  /** @type {Hearing | null} */ #hearing = null;
  #request = 0;

  constructor() {
    this.#connection = new Connection(
      "/api/analysis",
      (message) => this.#hear(message),
      () => this.#order && this.#connection.send(this.#order),
    );
  }

  get isBusy() {
    return this.#order !== null;
  }

  /**
   * Search the last position of a line; what was under way is given up.
   * @param {GivenLine} line
   * @param {Settings} settings
   * @param {Hearing} hearing
   */
  analyse(line, { search, lines, effort }, hearing) {
    this.#begin({ type: "analyse", request: this.#next(), line, settings: search, lines, effort }, hearing);
  }

  /**
   * Search all positions of a line, or those around its last moves.
   * @param {GivenLine} line
   * @param {{ settings?: SearchSettings, nodes: number, last?: number }} effort nodes for each position
   * @param {Hearing} hearing
   */
  review(line, effort, hearing) {
    this.#begin({ type: "review", request: this.#next(), line, ...effort }, hearing);
  }

  /** End what is under way; it still tells what it has found. */
  stop() {
    if (this.#order) this.#connection.send({ type: "stop" });
  }

  /** End what is under way, whatever it has found. */
  giveUp() {
    this.stop();
    this.#order = null;
    this.#hearing = null;
    this.#request += 1;
  }

  #next() {
    this.#request += 1;
    return this.#request;
  }

  /**
   * @param {AnalysisOrder} order
   * @param {Hearing} hearing
   */
  #begin(order, hearing) {
    this.#order = order;
    this.#hearing = hearing;
    this.#connection.send(order);
  }

  /** @param {AnalysisMessage} message */
  #hear(message) {
    const hearing = this.#hearing;
    if (!hearing || (message.type !== "refused" && message.request !== this.#request)) return;
    if (message.type === "compiling") hearing.onCompiling(message.part);
    else if (message.type === "judged") hearing.onJudged?.(message);
    else if (message.type === "refused") this.#end(() => hearing.onRefused(message.reason));
    else if (message.type === "reviewed") {
      hearing.onReviewed?.(message.sides);
      this.#end(hearing.onEnd);
    }
    else {
      hearing.onReport?.(message);
      if (message.is_done) this.#end(hearing.onEnd);
    }
  }

  /** @param {() => void} tell */
  #end(tell) {
    this.#order = null;
    this.#hearing = null;
    tell();
  }
}
