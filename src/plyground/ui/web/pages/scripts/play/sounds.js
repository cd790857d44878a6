/** Sounds of a game: moves, captures, the end, and a clock that runs short. All are made here, of sine waves. */

import { meaning, readPosition } from "../notation.js";
import { preferred } from "../preferences.js";

/** @typedef {{ frequency: number, at: number, lasting: number, volume: number }} Note seconds, and 1 is loudest */
/** @typedef {keyof typeof SOUNDS} Sound */

/** Seconds on a person's clock below which it is said once that time runs short. */
export const SHORT = 20;

/** @type {(frequency: number, at: number, lasting: number, volume: number) => Note} */
const note = (frequency, at, lasting, volume) => ({ frequency, at, lasting, volume });

/** A knock is a low wave with a high one that dies at once. */
const SOUNDS = {
  move: [note(190, 0, 0.07, 0.5), note(920, 0, 0.025, 0.18)],
  capture: [note(140, 0, 0.1, 0.55), note(700, 0, 0.03, 0.2), note(170, 0.07, 0.09, 0.45), note(840, 0.07, 0.025, 0.15)],
  won: [note(523, 0, 0.25, 0.25), note(659, 0.13, 0.25, 0.25), note(784, 0.26, 0.5, 0.3)],
  lost: [note(392, 0, 0.25, 0.25), note(330, 0.15, 0.25, 0.25), note(262, 0.3, 0.5, 0.3)],
  drawn: [note(440, 0, 0.25, 0.25), note(440, 0.2, 0.45, 0.25)],
  low: [note(880, 0, 0.09, 0.25), note(880, 0.16, 0.09, 0.25)],
};

export const OWN_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether sounds are wanted: unless somebody says so, only from a server on one's own machine.
 * @param {string} server
 */
export function wantsSounds(server = location.hostname) {
  const chosen = preferred("sounds");
  return chosen === "on" || (chosen === "auto" && OWN_MACHINE.includes(server));
}

/** @type {AudioContext | null} */
let speaker = null;

/**
 * Let a sound be heard, if sounds are wanted; before the first click or key a browser allows none.
 * @param {Sound} sound
 */
export function playSound(sound) {
  if (!wantsSounds() || navigator.userActivation?.hasBeenActive === false) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  for (const { frequency, at, lasting, volume } of SOUNDS[sound]) {
    const begins = speaker.currentTime + at;
    const wave = new OscillatorNode(speaker, { frequency });
    const loudness = new GainNode(speaker, { gain: 0 });
    loudness.gain.setValueAtTime(volume, begins);
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + lasting);
    wave.connect(loudness).connect(speaker.destination);
    wave.start(begins);
    wave.stop(begins + lasting);
  }
}

/** Listens to a game; what was there when it began to listen is not heard. */
export class GameSounds {
  /** @type {number | null} */ #plies = null;
  #isOver = true;
  #clock = 0;

  /** @param {GameMessage} state */
  follow(state) {
    const { plies, status } = state;
    const isNext = this.#plies !== null && plies.length === this.#plies + 1;
    const isEnd = status.outcome !== null && !this.#isOver;
    this.#plies = plies.length;
    this.#isOver = status.outcome !== null;
    this.#watchClock(state);
    if (isEnd && status.outcome) playSound(endSound(status.outcome, state.people));
    else if (isNext) playSound(isCapture(state.game, plies.at(-2), plies.at(-1)) ? "capture" : "move");
  }

  /** @param {GameMessage} state */
  #watchClock({ people, status: { clocks, running } }) {
    clearTimeout(this.#clock);
    if (!clocks || running === null || !people[running]) return;
    const seconds = (clocks[running] ?? 0) - SHORT;
    if (seconds > 0) this.#clock = setTimeout(() => playSound("low"), seconds * 1000);
  }
}

/**
 * @param {Outcome} outcome
 * @param {readonly boolean[]} people
 * @returns {Sound}
 */
function endSound({ winner }, people) {
  if (winner === null) return "drawn";
  return people[winner] || people[0] === people[1] ? "won" : "lost";
}

/**
 * Whether a side has fewer pieces after a move than before it, other than by its own removal.
 * @param {GameInfo} game
 * @param {Ply | undefined} before
 * @param {Ply | undefined} after
 */
function isCapture(game, before, after) {
  if (!before || !after) return false;
  const { player, letters } = readPosition(before.position);
  const victim = game.players[0] === player ? 1 : 0;
  const count = (/** @type {string[]} */ each) => each.filter((letter) => meaning(game, letter).side === victim).length;
  return count(readPosition(after.position).letters) < count(letters);
}
