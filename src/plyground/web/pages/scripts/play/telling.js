/** How a game stands, in words. */

import { playerName, titled } from "../words.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("../messages.js").GameMessage} GameMessage */
/** @typedef {import("../messages.js").Outcome} Outcome */

/**
 * Name both players.
 * @param {GameMessage} state
 */
export function namesOf({ game, players, people }) {
  return [playerName(players[0], 0, game, people), playerName(players[1], 1, game, people)];
}

/**
 * Say who is to move, and what is going on.
 * @param {GameMessage} state
 * @param {readonly string[]} names
 */
export function tellTurn({ game, people, status }, names) {
  const side = status.to_move;
  const toMove = `${titled(game.players[side])} to move.`;
  if (status.outcome) return "The game is over.";
  if (status.is_paused) return "Paused.";
  if (people[side]) return people[0] && people[1] ? toMove : "Your move.";
  if (status.is_compiling) return `${names[side]} gets ready …`;
  return status.is_thinking ? `${names[side]} thinks …` : toMove;
}

/**
 * Say who won.
 * @param {GameInfo} game
 * @param {Outcome} outcome
 * @param {readonly boolean[]} people
 */
export function tellWinner(game, { winner }, people) {
  if (winner === null) return "A draw";
  const isAlone = people[0] !== people[1];
  if (!isAlone) return `${titled(game.players[winner])} wins`;
  return people[winner] ? "You win" : "You lose";
}

/**
 * Say how the game stands in one sentence: who won and why, or who is to move.
 * @param {GameMessage} state
 * @param {readonly string[]} names
 */
export function tellStatus(state, names) {
  const { outcome } = state.status;
  if (!outcome) return tellTurn(state, names);
  return `${tellWinner(state.game, outcome, state.people)}: ${outcome.reason}`;
}
