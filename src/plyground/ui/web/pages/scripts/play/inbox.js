/** What the server says, one thing after the other: a reply waits until the move before it has been seen. */

/**
 * @typedef {GameMessage | PlayedMessage | StatusMessage | ThoughtMessage
 *   | HintMessage | SeatsMessage | LinkMessage | Refused} PlayMessage
 */
/** @typedef {{ message: PlayMessage, came: number }} Waiting */

/** With more than these, a game runs faster than moves can be shown. */
const MOST_WAITING = 3;

export class Inbox {
  /** @type {Waiting[]} */ #waiting = [];
  /** @type {(message: PlayMessage, isHurried: boolean) => void} */ #onMessage;
  /** @type {(message: PlayMessage) => Promise<unknown> | null} */ #untilReady;
  #isBusy = false;

  /**
   * @param {(message: PlayMessage, isHurried: boolean) => void} onMessage is told whether others wait for it
   * @param {(message: PlayMessage) => Promise<unknown> | null} untilReady what a message has to wait for
   */
  constructor(onMessage, untilReady) {
    this.#onMessage = onMessage;
    this.#untilReady = untilReady;
  }

  /** @param {PlayMessage} message */
  async take(message) {
    if (message.type === "game") this.#waiting = []; // it says everything that the others would
    this.#waiting.push({ message, came: performance.now() });
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#waiting[0]) await this.#handOn(this.#waiting[0]);
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {Waiting} first */
  async #handOn(first) {
    const isHurried = this.#waiting.length > MOST_WAITING;
    if (!isHurried) await this.#untilReady(first.message);
    if (this.#waiting[0] !== first) return; // a whole game has come in between
    this.#waiting.shift();
    this.#onMessage(aged(first), isHurried);
  }
}

/**
 * A message as it would be if it came now: a clock has run on while it waited.
 * @param {Waiting} waiting
 */
function aged({ message, came }) {
  if (!("status" in message)) return message;
  const { clocks, running } = message.status;
  if (clocks && running !== null) clocks[running] -= (performance.now() - came) / 1000;
  return message;
}
