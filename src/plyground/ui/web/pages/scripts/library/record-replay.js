/** A game played again on the board: step by step, or by itself. */

import { signed } from "../analyse/numbers.js";
import { ask } from "../api.js";
import { Board } from "../board.js";
import { element, icon, iconButton } from "../dom.js";
import { ownStart, writeLine } from "../line-address.js";
import { listenForSteps, markEnds } from "../stepping.js";
import { tellProblem } from "../toast.js";
import { clockText, titled } from "../words.js";
import { RemarkPanel } from "./remark-panel.js";
import { MoveList } from "./record-moves.js";
import { makeSideMark } from "./row.js";
import { dayOf, durationText, endOf, scoresOf } from "./record-text.js";

/** Moves after which most games have left those that others played. */
const OPENING_MOVES = 8;

const PACES = [
  { name: "slow", seconds: 2 },
  { name: "normal", seconds: 1 },
  { name: "fast", seconds: 0.35 },
];

export class Replay {
  /** @type {HTMLElement} */ #panel;
  #close = element("button", { class: "button small record-close", type: "button" }, icon("back"), "All games");
  #title = element("div", { class: "record-players" });
  #box = element("div", { class: "board-box" });
  #told = element("p", { class: "record-told", role: "status" });
  #pace = element(
    "select",
    { class: "select", "aria-label": "Speed", onchange: () => this.#keepTime() },
    ...PACES.map(({ name, seconds }) => element("option", { value: seconds, selected: name === "normal" }, titled(name))),
  );
  #buttons = {
    first: iconButton("first", "First position", () => this.#go(0)),
    back: iconButton("back", "Back", () => this.#go(this.#at - 1)),
    play: iconButton("go", "Play", () => this.#toggle()),
    forth: iconButton("forth", "Forward", () => this.#go(this.#at + 1)),
    last: iconButton("last", "Last position", () => this.#go(Infinity)),
    flip: iconButton("flip", "Flip the board", () => this.#flip()),
  };
  #moves = new MoveList((at) => this.#go(at));
  #facts = element("dl", { class: "facts" });
  #links = element("div", { class: "button-row" });
  /** @type {RemarkPanel} */ #remark;
  /** @type {Board | null} */ #board = null;
  /** @type {RecordView | null} */ #view = null;
  #at = 0;
  #timer = 0;

  /**
   * @param {HTMLElement} panel
   * @param {{ onClose: () => void, onChange: (game: ListedGame) => void, onDelete: () => void }} hearing
   */
  constructor(panel, { onClose, onChange, onDelete }) {
    this.#panel = panel;
    this.#remark = new RemarkPanel(onChange, onDelete);
    const { first, back, play, forth, last, flip } = this.#buttons;
    this.#close.addEventListener("click", onClose);
    panel.append(
      this.#close,
      element(
        "div",
        { class: "record-stage" },
        this.#title,
        this.#box,
        this.#told,
        element("div", { class: "record-controls" }, first, back, play, forth, last, flip, this.#pace),
      ),
      element("div", { class: "record-side" }, this.#remark.element, this.#moves.element, this.#facts, this.#links, makeKeys()),
    );
    listenForSteps((way) => this.#go({ first: 0, back: this.#at - 1, forth: this.#at + 1, last: Infinity }[way]), () => !panel.hidden);
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** The number of the game that is shown, null if there is none. */
  get record() {
    return this.#view?.listed.id ?? null;
  }

  /**
   * Show a game.
   * @param {number} record
   */
  async show(record) {
    this.#pause();
    try {
      this.#open(await ask(`/api/records/${record}`));
    } catch (error) {
      tellProblem(error);
      this.hide();
    }
  }

  /** Let the keys begin here, where the panel is all there is to see. */
  focus() {
    this.#close.focus();
  }

  hide() {
    this.#pause();
    this.#view = null;
    this.#panel.hidden = true;
  }

  /** @param {RecordView} view */
  #open(view) {
    this.#view = view;
    this.#panel.hidden = false;
    if (this.#board) this.#board.setGame(view.game);
    else this.#board = new Board(this.#box, view.game);
    this.#moves.fill(view.game, view.plies, view.opening);
    this.#title.replaceChildren(...playersOf(view));
    this.#remark.show(view.listed);
    this.#facts.replaceChildren(...factsOf(view));
    this.#links.replaceChildren(...linksOf(view));
    this.#at = 0;
    this.#show(false);
  }

  /** @param {number} at */
  #go(at) {
    this.#pause();
    this.#step(at);
  }

  /** @param {number} at */
  #step(at) {
    const last = (this.#view?.plies.length ?? 1) - 1;
    const target = Math.min(Math.max(at, 0), last);
    const isNext = target === this.#at + 1;
    this.#at = target;
    this.#show(isNext);
  }

  /** @param {boolean} isAnimated */
  #show(isAnimated) {
    const { plies = [] } = this.#view ?? {};
    const ply = plies[this.#at];
    if (!ply || !this.#view) return;
    this.#board?.show({ ...ply, isAnimated });
    this.#moves.mark(this.#at);
    const isLast = this.#at === plies.length - 1;
    this.#told.textContent = toldOf(this.#view, ply, isLast);
    markEnds(this.#buttons, this.#at === 0, isLast);
    this.#showClocks(ply);
  }

  /** @param {Ply} ply */
  #showClocks({ clocks }) {
    this.#title.querySelectorAll("time").forEach((clock, side) => {
      clock.textContent = clocks ? clockText(clocks[side === 0 ? 0 : 1]) : "";
    });
  }

  #flip() {
    if (this.#board) this.#board.isFlipped = !this.#board.isFlipped;
  }

  #toggle() {
    if (this.#timer) {
      this.#pause();
      return;
    }
    if (this.#at === (this.#view?.plies.length ?? 1) - 1) this.#step(0);
    this.#timer = setInterval(() => this.#tick(), 1000 * Number(this.#pace.value));
    this.#nameTheButton("pause", "Pause");
  }

  #tick() {
    this.#step(this.#at + 1);
    if (this.#at === (this.#view?.plies.length ?? 1) - 1) this.#pause();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#nameTheButton("go", "Play");
  }

  /** Go on in the pace that is chosen now. */
  #keepTime() {
    if (!this.#timer) return;
    this.#pause();
    this.#toggle();
  }

  /**
   * @param {string} picture
   * @param {string} name
   */
  #nameTheButton(picture, name) {
    const { play } = this.#buttons;
    play.replaceChildren(icon(picture));
    play.setAttribute("aria-label", name);
    play.title = name;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { target } = event;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    // A square of the board, a field or a tab needs the key itself.
    const isElsewhere = target instanceof Element && target.closest("input, select, textarea, .board, [role=tablist]");
    if (this.#panel.hidden || isModified || isElsewhere) return;
    const isOnButton = target instanceof Element && target.closest("button, a, label, summary");
    if (event.key !== " " || isOnButton) return;
    event.preventDefault();
    this.#toggle();
  }
}

function makeKeys() {
  const keys = [["←", "→", "one move"], ["Home", "End", "all the way"], ["Space", "play"]];
  const told = keys.flatMap((words) => [...words.slice(0, -1).map((key) => element("kbd", {}, key)), `${words.at(-1)} `]);
  return element("p", { class: "small muted record-keys" }, ...told);
}

/** @param {RecordView} view */
function playersOf({ listed }) {
  const scores = scoresOf(listed);
  return listed.names.map((name, side) =>
    element(
      "span",
      { class: listed.winner === side ? "record-player is-winner" : "record-player" },
      makeSideMark(side),
      element("bdi", {}, name),
      element("time", { class: "muted" }),
      element("span", { class: "record-score" }, scores[side]),
    ),
  );
}

/**
 * @param {RecordView} view
 * @param {Ply} ply
 * @param {boolean} isLast
 */
function toldOf({ listed, reason }, { told, seconds, thought }, isLast) {
  const thoughts = [seconds === null ? "" : durationText(seconds), thought === null ? "" : signed(thought)];
  const end = endOf(listed, reason);
  return [titled(told), ...thoughts, isLast && listed.termination !== "unfinished" ? end : ""].filter(Boolean).join(" · ");
}

/** @param {RecordView} view */
function factsOf({ listed, game, tags, event_kind: kind, event_label: label, opening_name: opening, reason }) {
  /** @type {[string, string][]} */
  const facts = [
    ["Game", game.title],
    .../** @type {[string, string][]} */ (Object.entries(game.options)),
    ["Opening", opening ?? ""],
    ["Result", endOf(listed, reason)],
    ["Date", dayOf(listed.started)],
    // A game that somebody played here is an event of its own, and its label says who played it.
    ["Event", kind === "play" ? "" : label ?? ""],
    .../** @type {[string, string][]} */ (Object.entries(tags)),
  ];
  return facts
    .filter(([, value]) => value !== "")
    .flatMap(([name, value]) => [element("dt", {}, titled(name)), element("dd", {}, element("bdi", {}, value))]);
}

/**
 * The address of the explorer with the moves of a game, as far as it follows them.
 * @param {GameInfo} game
 * @param {Ply[]} plies
 */
function explorerOf(game, plies) {
  const moves = plies.slice(1, OPENING_MOVES + 1).flatMap(({ move }) => move ?? []);
  return `/openings?${writeLine({ game: game.name, options: game.options, position: ownStart(game, plies[0]), moves })}`;
}

/** @param {RecordView} view */
function linksOf({ listed, event_kind: kind, game, plies }) {
  const { id, event, termination } = listed;
  const link = (/** @type {string} */ address, /** @type {string} */ text) => element("a", { class: "button small", href: address }, text);
  const isContest = kind === "match" || kind === "tournament";
  const links = [link(`/report/record-${id}`, "Report"), link(`/analyse?record=${id}`, "Analyse"), link(explorerOf(game, plies), "Openings")];
  if (kind === "play" && event && termination === "unfinished") links.push(link(`/play/${encodeURIComponent(event)}`, "Continue playing"));
  if (isContest && event) links.push(link(`/contest/${encodeURIComponent(event)}`, "Its contest"));
  const save = link(`/api/records/${id}/text`, "Save as text");
  save.setAttribute("download", "");
  return [...links, save];
}
