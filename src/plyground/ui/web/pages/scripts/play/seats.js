/** The two players and where they sit: one at the foot of the board, one beyond it. */

import { readPosition, sideAtFoot } from "../notation.js";
import { PlayerStrip } from "./strip.js";

export class Seats {
  /** @type {PlayerStrip} */ #near;
  /** @type {PlayerStrip} */ #far;
  /** @type {Side} */ #nearSide = 0;

  /**
   * @param {HTMLElement} near
   * @param {HTMLElement} far
   */
  constructor(near, far) {
    this.#near = new PlayerStrip(near);
    this.#far = new PlayerStrip(far);
  }

  /**
   * Seat a person where the own pieces are near.
   * @param {GameMessage} state
   * @returns {boolean} whether the board must be turned round for that
   */
  take({ game, people, plies }) {
    const person = people[0] === people[1] ? null : people[0] ? 0 : 1;
    const atFoot = sideAtFoot(game, plies[0]?.position ?? game.start);
    this.#nearSide = person ?? atFoot ?? 0;
    return person !== null && atFoot !== null && atFoot !== person;
  }

  swap() {
    this.#nearSide = other(this.#nearSide);
  }

  /**
   * Show who plays, and how they stood at some ply.
   * @param {GameMessage} state
   * @param {number} shown
   * @param {SeatsMessage | null} place
   */
  show({ game, names, plies, status }, shown, place) {
    const ply = plies[shown];
    const isLast = shown === plies.length - 1;
    const { letters, player } = readPosition(ply?.position ?? game.start);
    for (const [strip, side] of this.#strips()) {
      const own = new Set(game.pieces.map((piece) => piece.letters[side]));
      const isToMove = game.players[side] === player && !(isLast && status.outcome);
      strip.show(game, side, names[side]);
      strip.tell({
        side: game.players[side],
        pieces: letters.filter((letter) => own.has(letter)).length,
        isToMove,
        isThinking: isLast && isToMove && status.is_thinking,
        presence: !place?.is_shared || place.own.includes(side) ? "" : place.present[side] ? "connected" : "away",
      });
      const clocks = isLast ? status.clocks : (ply?.clocks ?? status.clocks);
      strip.setClock(clocks?.[side] ?? null, isLast && status.running === side);
    }
  }

  /** @returns {[PlayerStrip, Side][]} */
  #strips() {
    return [[this.#near, this.#nearSide], [this.#far, other(this.#nearSide)]];
  }
}

/**
 * @param {Side} side
 * @returns {Side}
 */
function other(side) {
  return side === 0 ? 1 : 0;
}
