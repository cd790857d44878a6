/** The page of a game: it shows what the server says, and sends what a person wants. */

import { ask, send } from "./api.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { element, find, showEmpty } from "./dom.js";
import { ExactValues } from "./exact/exact-values.js";
import { recall, remember } from "./memory.js";
import { readPosition } from "./notation.js";
import { Actions } from "./play/actions.js";
import { Inbox } from "./play/inbox.js";
import { MoveList } from "./play/move-list.js";
import { Panel } from "./play/play-panel.js";
import { Seats } from "./play/seats.js";
import { plannable, Premove } from "./play/premove.js";
import { GameSounds } from "./play/sounds.js";
import { tellPass, tellStatus } from "./play/play-text.js";
import { ThinkingPanel } from "./play/thinking.js";
import { TypedMoves } from "./play/typing.js";
import { preferred } from "./preferences.js";
import { listenForSteps } from "./stepping.js";
import { listenForHelp, openRules, openRulesOnce } from "./teaching/opening.js";
import { CONNECTION, tell, tellProblem } from "./toast.js";
import { problemText, titled } from "./words.js";

/** @import { PlayMessage } from "./play/inbox.js" */
/** @import { Action } from "./play/actions.js" */
/**
 * @typedef {PlayMove | Undo | Resign | AskHint
 *   | StopThinking | Share | Pause | Go
 *   | SetSpeed | AutoPass | ShowThinking} PlayOrder
 */

/** Milliseconds in which a person reads that they have passed, before the reply comes. */
const READING = 900;

class PlayPage {
  /** @type {string} */ #address;
  /** @type {GameMessage} */ #state;
  /** @type {Board} */ #board;
  /** @type {Premove} */ #premove;
  /** @type {Connection<PlayMessage, PlayOrder>} */ #connection;
  /** @type {Actions} */ #actions;
  /** @type {ExactValues} */ #exact;
  #seats = new Seats(find("#near-player", HTMLElement), find("#far-player", HTMLElement));
  #panel = new Panel();
  #sounds = new GameSounds();
  #moves = new MoveList(find("#moves", HTMLElement), find("#replay", HTMLElement), (ply) => this.#look(ply));
  #thinking = new ThinkingPanel(find("#thoughts", HTMLElement));
  #typed = new TypedMoves((move) => this.#playTyped(move));
  #inbox = new Inbox(
    (message, isHurried) => this.#hear(message, isHurried),
    (message) => this.#untilSeen(message),
  );
  /** The ply on the board. */ #shown = 0;
  /** @type {Promise<unknown> | null} Ends when a pass has been read. */ #reading = null;
  /** What the hint says, as long as its position is on the board. */ #hint = "";
  #isHintComing = false;
  /** @type {SeatsMessage | null} Where this page sits, and who else is there. */ #place = null;
  /** @type {Promise<import("./play/sharing.js").Sharing> | null} */ #sharing = null;
  /** Whether the server has been reached: before that, nobody would hear of a move. */ #isJoined = false;

  /**
   * @param {string} id
   * @param {GameMessage} state
   */
  constructor(id, state) {
    this.#address = `/api/play/${encodeURIComponent(id)}`;
    this.#state = state;
    this.#board = new Board(find("#board", HTMLElement), state.game, {
      onMove: (move) => (this.#isMyTurn ? this.#play(move.move) : this.#planMove(move)),
      onPick: () => this.#premove.drop(),
      onCancel: () => this.#premove.drop(),
    });
    this.#premove = new Premove(this.#board);
    this.#board.isFlipped = this.#seats.take(state);
    find("#turn-row", HTMLElement).append(this.#board.passButton);
    this.#actions = new Actions(
      find("#actions", HTMLElement),
      `/analyse?play=${encodeURIComponent(id)}`,
      (action) => this.#act(action),
    );
    this.#exact = new ExactValues(this.#board, {
      memory: "",
      isOnWithTable: false,
      onGo: (ply) => this.#look(ply),
      onNews: () => this.#showExact(),
    });
    this.#listen();
    this.#begin(state);
    this.#connection = new Connection(
      `${this.#address}/live`,
      (message) => void this.#inbox.take(message),
      () => this.#sayWishes(),
    );
  }

  get #status() {
    return this.#state.status;
  }

  get #last() {
    return this.#state.plies.length - 1;
  }

  /** Whether a person can move in the position on the board. */
  get #isMyTurn() {
    return this.#isJoined && this.#shown === this.#last && this.#state.people[this.#status.to_move];
  }

  /** Whether a person can plan a move while the other side thinks: time counts only with a clock. */
  get #canPlan() {
    const { people, status } = this.#state;
    const isWaiting = people[0] !== people[1] && !people[status.to_move] && status.outcome === null;
    const isLive = this.#isJoined && this.#shown === this.#last;
    return isLive && isWaiting && status.clocks !== null && preferred("premove") === "on";
  }

  #listen() {
    const outlines = find("#outlines", HTMLInputElement);
    outlines.checked = recall("outlines") !== "off";
    this.#board.hasOutlines = outlines.checked;
    outlines.addEventListener("change", () => {
      remember("outlines", outlines.checked ? "on" : "off");
      this.#board.hasOutlines = outlines.checked;
    });
    const autoPass = find("#auto-pass", HTMLInputElement);
    autoPass.checked = recall("auto-pass") !== "off";
    autoPass.addEventListener("change", () => {
      remember("auto-pass", autoPass.checked ? "on" : "off");
      this.#sayWishes();
    });
    find("#shows-thinking", HTMLInputElement).addEventListener("change", () => this.#sayWishes());
    listenForSteps((way) => this.#moves.step(way));
    listenForHelp(() => this.#state.game);
    find("#rules", HTMLButtonElement).addEventListener("click", () => void openRules(this.#state.game));
    find("#fork", HTMLButtonElement).addEventListener("click", () => this.#fork(this.#shown));
    const speed = find("#speed", HTMLSelectElement);
    speed.addEventListener("change", () => this.#send({ type: "speed", seconds: Number(speed.value) }));
    const resigning = find("#resigning", HTMLDialogElement);
    resigning.addEventListener("close", () => {
      if (resigning.returnValue === "resign") this.#send({ type: "resign" });
    });
  }

  /**
   * What a message has to wait for: a reply until the move before it has been seen. A person's own
   * move never waits.
   * @param {PlayMessage} message
   */
  #untilSeen(message) {
    if (message.type !== "played" || this.#state.people[this.#status.to_move]) return null;
    return Promise.all([this.#board.settled(), this.#reading]);
  }

  /**
   * @param {PlayMessage} message
   * @param {boolean} isHurried
   */
  #hear(message, isHurried) {
    if (message.type === "game") this.#join(message);
    else if (message.type === "played") this.#add(message.ply, message.status, isHurried);
    else if (message.type === "status") this.#setStatus(message.status);
    else if (message.type === "thought") this.#thinking.show(message, this.#state.game.players[message.side]);
    else if (message.type === "hint") this.#showHint(message);
    else if (message.type === "seats") this.#sit(message);
    else if (message.type === "link") this.#takeLink(message);
    else this.#refuse(message.reason);
  }

  /** @param {GameMessage} state */
  #join(state) {
    this.#isJoined = true;
    find("#board", HTMLElement).setAttribute("aria-busy", "false");
    this.#begin(state);
  }

  /**
   * Show a whole game, at its beginning, after a pause or when moves were taken back.
   * @param {GameMessage} state
   */
  #begin(state) {
    this.#state = state;
    this.#mindPlace();
    this.#premove.drop();
    this.#hint = "";
    this.#isHintComing = false;
    const { game, plies } = state;
    const first = game.players.indexOf(readPosition(plies[0]?.position ?? game.start).player);
    this.#moves.fill(plies, first === 1 ? 1 : 0);
    this.#look(this.#last);
  }

  /** @param {SeatsMessage} place */
  #sit(place) {
    const hadSide = this.#place?.is_shared;
    const isNews = place.undo_asked_by !== null && place.undo_asked_by !== this.#place?.undo_asked_by;
    this.#place = place;
    this.#mindPlace();
    document.documentElement.classList.toggle("is-guest", place.is_guest);
    if (place.is_shared && !hadSide) this.#board.isFlipped = this.#seats.take(this.#state);
    if (isNews && this.#isAskedToUndo) tell("The other side asks to take back a move.");
    this.#look(this.#shown);
  }

  /** With two devices the person of the other one is somebody else, as a program would be. */
  #mindPlace() {
    const own = this.#place?.own ?? [];
    if (this.#place?.is_shared) this.#state.people = [own.includes(0), own.includes(1)];
  }

  get #isAskedToUndo() {
    const side = this.#place?.undo_asked_by ?? null;
    return side !== null && !this.#place?.own.includes(side);
  }

  /**
   * @param {Ply} ply
   * @param {Status} status
   * @param {boolean} isHurried whether there is no time to see the move being made
   */
  #add(ply, status, isHurried) {
    const isOwnPass = ply.target === null && this.#state.people[this.#status.to_move];
    this.#reading = isOwnPass ? new Promise((resolve) => setTimeout(resolve, READING)) : null;
    const wasLast = this.#shown === this.#last;
    this.#state.plies.push(ply);
    this.#state.status = status;
    this.#isHintComing = false;
    if (this.#place) this.#place.undo_asked_by = null; // playing on is an answer too
    this.#moves.add(ply);
    this.#typed.clear();
    const told = [`${titled(ply.told)}.`, tellPass(this.#state), tellStatus(this.#state)];
    this.#board.tell(told.filter(Boolean).join(" "));
    this.#look(wasLast ? this.#last : this.#shown, !isHurried);
    this.#playPlan();
  }

  /** @param {MoveInfo} move */
  #planMove(move) {
    this.#premove.choose(move);
    this.#look(this.#shown); // a piece that was dropped goes back
  }

  /** Play what was planned, if it is possible now. */
  #playPlan() {
    if (!this.#premove.isPlanned || this.#canPlan) return;
    const move = this.#premove.fulfil(this.#isMyTurn ? this.#status.moves : []);
    if (move) this.#play(move.move);
  }

  /** @param {Status} status */
  #setStatus(status) {
    const isNewlyOver = status.outcome !== null && this.#status.outcome === null;
    this.#state.status = status;
    this.#look(this.#shown);
    if (isNewlyOver) this.#end();
  }

  /** The game has ended otherwise than by a move: nobody needs a hint any more. */
  #end() {
    this.#hint = "";
    this.#premove.drop();
    this.#board.showHint(null);
    this.#board.tell(tellStatus(this.#state));
    this.#refresh();
  }

  /** @param {HintMessage} hint */
  #showHint(hint) {
    this.#isHintComing = false;
    this.#look(this.#last);
    this.#hint = hint.is_plain ? `${hint.told} (a short search, before the engine is compiled)` : hint.told;
    this.#board.showHint(hint);
    this.#board.tell(this.#hint);
    this.#refresh();
  }

  /** @param {string} reason */
  #refuse(reason) {
    this.#isHintComing = false;
    if (!this.#typed.refuse(reason)) tell(titled(reason), "bad");
    this.#look(this.#shown); // a piece that was dropped goes back
  }

  /**
   * Put a ply on the board.
   * @param {number} number
   * @param {boolean} isAnimated whether the next move is seen being made
   */
  #look(number, isAnimated = true) {
    const ply = this.#state.plies[number];
    if (!ply) return;
    const isNext = number === this.#shown + 1;
    if (number < this.#shown) this.#premove.drop();
    if (number !== this.#shown) this.#hint = "";
    this.#shown = number;
    const isPlan = this.#canPlan;
    const plans = isPlan ? plannable(this.#state.game, this.#state.plies, this.#state.people[0] ? 0 : 1) : [];
    const moves = this.#isMyTurn ? this.#status.moves : plans;
    this.#board.show({ ...ply, moves, isPlan, isAnimated: isNext && isAnimated });
    this.#refresh();
  }

  /** Say everywhere beside the board how the game stands. */
  #refresh() {
    this.#moves.mark(this.#shown);
    this.#sounds.follow(this.#state);
    this.#panel.show(this.#state, this.#shown, this.#hint);
    this.#seats.show(this.#state, this.#shown, this.#place);
    this.#offerActions();
    this.#exact.show({ game: this.#state.game, plies: this.#state.plies, number: this.#shown, ...this.#exactTerms() });
    this.#showExact();
  }

  /** Exact values decide a game: in one with a clock they wait until it is over. */
  #exactTerms() {
    const { outcome, clocks, is_thinking: isThinking } = this.#status;
    return { isBusy: isThinking, isAllowed: outcome !== null || (clocks === null && !this.#place?.is_shared) };
  }

  #showExact() {
    find("#exact", HTMLElement).hidden = !this.#exact.isOn;
    find("#exact-later", HTMLElement).hidden = this.#exactTerms().isAllowed;
  }

  #offerActions() {
    const { outcome, is_thinking: isThinking, is_paused: isPaused, can_undo: canUndo } = this.#status;
    const { people } = this.#state;
    const isWatched = !people[0] && !people[1];
    const isOver = outcome !== null;
    const { is_shared: isShared = false, is_guest: isGuest = false, can_share: canShare = false } = this.#place ?? {};
    const mayShare = this.#place ? canShare : people[0] && people[1]; // its room is taken from the beginning
    this.#actions.offer({
      ...(isWatched && !isOver ? (isPaused ? { go: true } : { pause: true }) : {}),
      ...(isWatched ? {} : { undo: canUndo && this.#isJoined }),
      ...(isWatched || isOver || isShared ? {} : isThinking ? { stop: true } : { hint: this.#isMyTurn }),
      flip: true,
      ...(mayShare && !isOver ? { share: canShare } : {}),
      ...(isOver && isGuest ? {} : isOver ? { rematch: true } : isWatched ? {} : { resign: true }),
    });
    const asksUndo = isShared && this.#place?.undo_asked_by !== null;
    this.#actions.rename("undo", asksUndo ? (this.#isAskedToUndo ? "Allow undo" : "Asked …") : null);
    this.#actions.setBusy("hint", this.#isHintComing ? "Wait …" : null);
  }

  /** @param {Action} action */
  #act(action) {
    if (action === "flip") this.#flip();
    else if (action === "rematch") this.#fork(0, true);
    else if (action === "resign") find("#resigning", HTMLDialogElement).showModal();
    else if (action === "hint") this.#askHint();
    else if (action === "share") void this.#share();
    else this.#send({ type: action });
  }

  /** Give a side to another device. */
  async #share() {
    this.#sharing ??= import("./play/sharing.js").then(
      ({ Sharing }) => new Sharing(this.#state.game, (side) => this.#send({ type: "share", side })),
    );
    const own = this.#place?.own ?? [];
    const given = this.#place?.is_shared ? (own.includes(0) ? 1 : 0) : null;
    (await this.#sharing).open(given, this.#place?.is_public ?? false);
  }

  /** @param {LinkMessage} link for another device, or to a rematch */
  #takeLink(link) {
    if (this.#place?.is_guest) location.assign(link.path);
    else void this.#sharing?.then((sharing) => sharing.showLink(link));
  }

  #askHint() {
    if (this.#isHintComing) return;
    this.#isHintComing = this.#send({ type: "hint" });
    this.#offerActions();
  }

  #flip() {
    this.#board.isFlipped = !this.#board.isFlipped;
    this.#seats.swap();
    this.#refresh();
  }

  /** @param {string} move */
  #play(move) {
    return this.#send({ type: "move", at: this.#status.ply, move });
  }

  /** @param {string} move */
  #playTyped(move) {
    this.#look(this.#last);
    return this.#play(move);
  }

  /** Tell the server what the switches say. */
  #sayWishes() {
    const { checked } = find("#shows-thinking", HTMLInputElement);
    find("#thinking", HTMLElement).hidden = !checked;
    this.#send({ type: "thinking", is_shown: checked });
    this.#send({ type: "auto_pass", is_on: find("#auto-pass", HTMLInputElement).checked });
  }

  /**
   * Send something; returns whether there was somebody to hear it.
   * @param {PlayOrder} order
   */
  #send(order) {
    const isHeard = this.#connection.send(order);
    if (!isHeard) {
      tell("There is no connection to the server just now.", "bad", CONNECTION);
      this.#look(this.#shown); // a piece that was dropped goes back
    }
    return isHeard;
  }

  /**
   * Begin another game from an earlier position of this one.
   * @param {number} ply
   * @param {boolean} isSwapped whether the sides are swapped
   */
  async #fork(ply, isSwapped = false) {
    try {
      const { id } = await send(`${this.#address}/fork`, { ply, is_swapped: isSwapped });
      location.assign(`/play/${encodeURIComponent(id)}`);
    } catch (error) {
      tellProblem(error);
    }
  }
}

async function begin() {
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  try {
    const state = await ask(`/api/play/${encodeURIComponent(id)}`);
    find("#panel", HTMLElement).hidden = false;
    new PlayPage(id, state);
    // Nobody reads rules while a clock runs.
    if (state.status.outcome === null && state.status.clocks === null) openRulesOnce(state.game);
  } catch (error) {
    showEmpty("No game", `${problemText(error)}.`, element("a", { class: "button", href: "/" }, "Start another game"));
  }
}

await begin();
