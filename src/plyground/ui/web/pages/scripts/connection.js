/** A WebSocket that comes back by itself, and says so while it is away. */

import { element } from "./dom.js";
import { CONNECTION, settle } from "./toast.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const QUIET_TIME = 600;

/**
 * @template Incoming, Outgoing
 */
export class Connection {
  /** @type {string} */ #address;
  /** @type {(message: Incoming) => void} */ #onMessage;
  /** @type {() => void} */ #onOpen;
  /** @type {WebSocket | null} */ #socket = null;
  #banner = element("p", { class: "connection-banner", role: "status", hidden: true });
  #pause = FIRST_PAUSE;
  #isClosed = false;
  #timer = 0;
  #bannerTimer = 0;

  /**
   * Connect to a path of this server. The server tells everything there is to know whenever a
   * connection is made, so nothing has to be remembered here.
   * @param {string} path
   * @param {(message: Incoming) => void} onMessage
   * @param {() => void} [onOpen] called after every connection, also the first
   */
  constructor(path, onMessage, onOpen = () => {}) {
    this.#address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.#onMessage = onMessage;
    this.#onOpen = onOpen;
    document.body.append(this.#banner);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => this.#hurry());
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send something; returns whether there was somebody to hear it.
   * @param {Outgoing} message
   */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#showBanner("");
    this.#socket?.close();
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.#showBanner("");
      settle(CONNECTION);
      this.#onOpen();
    });
    socket.addEventListener("message", (event) => this.#onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#comeBack());
  }

  #comeBack() {
    if (this.#isClosed) return;
    this.#showBanner("Connection lost. Trying again …");
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** Do not wait any longer: the network or the person is back. */
  #hurry() {
    if (this.#isClosed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /**
   * Show or hide the banner; what is over in a moment is not worth a word.
   * @param {string} text
   */
  #showBanner(text) {
    clearTimeout(this.#bannerTimer);
    if (text === "") this.#banner.hidden = true;
    else this.#bannerTimer = setTimeout(() => {
      this.#banner.textContent = text;
      this.#banner.hidden = false;
    }, QUIET_TIME);
  }
}
