/** What stands beside the board in words: the game, the last move, whose turn it is, the result. */

import { element, find, icon } from "../dom.js";
import { sizeOf, titled } from "../words.js";
import { tellPass, tellReason, tellStatus, tellTurn, tellWinner } from "./play-text.js";

export class Panel {
  #title = find("#title", HTMLElement);
  #told = find("#told", HTMLElement);
  #turn = find("#turn", HTMLElement);
  #prompt = find("#prompt", HTMLElement);
  #opening = find("#opening", HTMLElement);
  #passed = find("#passed", HTMLElement);
  #result = find("#result", HTMLElement);
  #problem = find("#problem", HTMLElement);
  #compiling = find("#compiling", HTMLElement);
  #compiled = find("#compiled", HTMLProgressElement);
  #looking = find("#looking", HTMLElement);
  #typed = find("#typed", HTMLElement);
  #watching = find("#watching", HTMLElement);
  #speed = find("#speed", HTMLSelectElement);
  #passSwitch = find("#pass-switch", HTMLElement);
  #thinkingSwitch = find("#thinking-switch", HTMLElement);

  /**
   * Tell how the game stood at some ply, and how it stands now.
   * @param {GameMessage} state
   * @param {number} shown
   * @param {string} hint told instead of the last move, unless it is ""
   */
  show(state, shown, hint) {
    const { game, players, plies, people, status } = state;
    const isOver = status.outcome !== null;
    const isWatched = !people[0] && !people[1];
    const isAmongPeople = players.every((player) => player === "human");
    this.#title.replaceChildren(game.title, " ", element("span", { class: "size" }, sizeOf(game)));
    this.#told.textContent = `${titled(hint || (plies[shown]?.told ?? ""))}.`;
    this.#turn.textContent = tellTurn(state);
    this.#prompt.textContent = people[status.to_move] && status.prompt ? `${titled(status.prompt)}.` : "";
    this.#opening.textContent = status.opening;
    this.#passed.textContent = shown === plies.length - 1 ? tellPass(state) : "";
    this.#passed.hidden = this.#passed.textContent === "";
    this.#looking.hidden = shown === plies.length - 1;
    this.#typed.hidden = isWatched || isOver;
    this.#watching.hidden = !isWatched || isOver;
    this.#passSwitch.hidden = isWatched || !hasPass(state);
    this.#thinkingSwitch.hidden = isAmongPeople;
    this.#problem.textContent = status.problem;
    this.#problem.hidden = status.problem === null;
    this.#compiling.hidden = status.compiling === null || isOver || isAmongPeople;
    this.#compiled.value = status.compiling ?? 0;
    if (document.activeElement !== this.#speed) this.#speed.value = String(status.speed);
    document.title = `${tellStatus(state)} · Plyground`;
    this.#showResult(state);
  }

  /** @param {GameMessage} state */
  #showResult(state) {
    const { id, game, people, plies, status: { outcome } } = state;
    const wasShown = !this.#result.hidden;
    this.#result.hidden = outcome === null;
    if (!outcome || wasShown) return;
    this.#result.replaceChildren(
      element("h2", {}, tellWinner(game, outcome, people)),
      element("p", {}, `${titled(tellReason(state, outcome))}.`),
    );
    if (plies.length < 2) return;
    this.#result.append(element("a", { class: "button primary", href: `/report/${encodeURIComponent(id)}` }, icon("search"), "Game report"));
  }
}

/**
 * Whether somebody has passed in this game, or may now.
 * @param {GameMessage} state
 */
function hasPass({ plies, status }) {
  return [...plies.slice(1), ...status.moves].some(({ target }) => target === null);
}
