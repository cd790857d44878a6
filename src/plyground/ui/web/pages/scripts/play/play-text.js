/** How a game stands, in words. */

import { isForcedPass, readPosition } from "../notation.js";
import { titled } from "../words.js";

/**
 * Say who is to move, and what is going on.
 * @param {GameMessage} state
 */
export function tellTurn({ game, people, names, status }) {
  const side = status.to_move;
  const toMove = `${titled(game.players[side])} to move.`;
  if (status.outcome) return "The game is over.";
  if (status.is_paused) return "Paused.";
  const isAlone = people[0] !== people[1];
  if (people[side] && isForcedPass(status.moves)) return isAlone ? "You must pass." : `${titled(game.players[side])} must pass.`;
  if (people[side]) return isAlone ? "Your move." : toMove;
  return status.is_thinking ? `${names[side]} thinks …` : toMove;
}

/**
 * Say that the last move of a person was a pass: it may have been played for them, and be answered by now.
 * @param {GameMessage} state
 * @returns {string} "" if it was none
 */
export function tellPass({ game, people, plies, status }) {
  if (status.outcome) return "";
  for (let number = plies.length - 1; number > 0; number -= 1) {
    const player = readPosition(plies[number - 1]?.position ?? "").player;
    if (!people[game.players[0] === player ? 0 : 1]) continue;
    if (plies[number]?.target !== null) return "";
    return `${people[0] === people[1] ? titled(player) : "You"} had no move and passed.`;
  }
  return "";
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
 */
export function tellStatus(state) {
  const { outcome } = state.status;
  if (!outcome) return tellTurn(state);
  return `${tellWinner(state.game, outcome, state.people)}: ${tellReason(state, outcome)}`;
}

/**
 * Say why the game is over.
 * @param {GameMessage} state
 * @param {Outcome} outcome
 */
export function tellReason({ names, people, status }, { winner, termination, reason }) {
  if (winner === null) return reason;
  const loser = winner === 0 ? 1 : 0;
  const who = people[loser] && people[0] !== people[1] ? "you" : names[loser];
  if (termination === "resignation") return `${who} resigned`;
  return termination === "time" && status.clocks !== null ? `${who} ran out of time` : reason;
}
