/** The page of the tree: a search of a real position or of an abstract tree, walked through event by event. */

import { Choosing } from "../analyse/choosing.js";
import { ask, send } from "../api.js";
import { find, icon } from "../dom.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { Boards } from "./boards.js";
import { Columns } from "./columns.js";
import { compare } from "./comparison.js";
import { showNode } from "./panel.js";
import { Replay } from "./replay.js";
import { addressOf, analysisAddressOf, lineOf, readAddress, SettingsForm } from "./settings.js";
import { eventText } from "./telling.js";
import { View } from "./view.js";
import { Waiting } from "./waiting.js";

/** @typedef {import("../messages.js").Catalogue} Catalogue */
/** @typedef {import("./messages.js").TreeMessage} TreeMessage */
/** @typedef {import("./settings.js").Wanted} Wanted */

const KEYS = /** @type {Record<string, (replay: Replay) => number>} */ ({
  ArrowLeft: ({ step }) => step - 1,
  ArrowRight: ({ step }) => step + 1,
  Home: () => 0,
  End: ({ length }) => length,
});

/** Screens on which boards leave room for the tree. */
const WITH_ROOM = "(min-width: 60rem)";

/** Where the keys mean something else. */
const WITH_KEYS = "input, select, textarea, dialog, [role=tree]";

class Walkthrough {
  #heading = find("#title", HTMLElement);
  #slider = find("#steps", HTMLInputElement);
  #count = find("#step-count", HTMLElement);
  #told = find("#told", HTMLElement);
  #follow = find("#follow", HTMLInputElement);
  #toAnalysis = find("#to-analysis", HTMLAnchorElement);
  #panel = { heading: find("#node-heading", HTMLElement), board: find("#node-board", HTMLElement), facts: find("#node-facts", HTMLElement) };
  #view = new View(find("#tree", HTMLElement), () => this.#showNode());
  #waiting = new Waiting(() => this.#stay());
  /** @type {TreeMessage | null} */ #message = null;
  /** @type {Replay | null} */ #replay = null;
  /** @type {{ minimax: Replay, alphabeta: Replay } | null} */ #replays = null;
  /** @type {Boards | null} */ #boards = null;

  /**
   * @param {Catalogue} catalogue
   * @param {Wanted} wanted
   */
  constructor(catalogue, wanted) {
    this.wanted = wanted;
    this.form = new SettingsForm(catalogue, (changed) => this.change(changed));
    this.#connect(catalogue);
  }

  /**
   * Change what is wanted, and fetch it.
   * @param {Partial<Wanted>} changed
   */
  change(changed) {
    this.load({ ...this.wanted, ...changed }).catch((error) => {
      tellProblem(error);
      this.#stay();
    });
  }

  /**
   * Fetch a tree and show it, unless another one is asked for before it comes.
   * @param {Wanted} wanted
   */
  async load(wanted) {
    const signal = this.#waiting.begin();
    const { isMinimax, ...body } = wanted;
    try {
      /** @type {TreeMessage} */
      const message = await send("/api/tree", body, signal);
      if (!signal.aborted) this.#show({ ...wanted, isMinimax }, message);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#waiting.end();
    }
  }

  /** Stay with the tree that is shown. */
  #stay() {
    this.form.show(this.wanted, this.#message?.evaluate ?? null);
    this.#showStep(false);
  }

  /**
   * Go to where so many events have happened.
   * @param {(replay: Replay) => number} where
   */
  go(where) {
    const replay = this.#replay;
    if (!replay) return;
    replay.goTo(where(replay));
    this.#showStep(this.#follow.checked);
  }

  /**
   * @param {Wanted} wanted
   * @param {TreeMessage} message
   */
  #show(wanted, message) {
    const tree = new Columns(message);
    this.wanted = wanted;
    this.#message = message;
    this.#replays = { minimax: new Replay(tree, message.minimax.events, false), alphabeta: new Replay(tree, message.alphabeta.events, true) };
    this.#boards = wanted.line && new Boards(tree, wanted.line, () => this.#boardsCame());
    this.#heading.textContent = message.title;
    find("#players", HTMLElement).textContent = message.game
      ? `▲ MAX is ${message.players[0]}, who is to move; ▼ MIN is ${message.players[1]}. Values are for MAX; W3 is a win in three plies, L3 a loss.`
      : "▲ MAX moves at the root; ▼ MIN answers. Values are for MAX.";
    find("#comparison", HTMLElement).replaceChildren(compare(message));
    find("#boards-label", HTMLElement).hidden = message.game === null;
    this.form.show(wanted, message.evaluate);
    const replay = this.#chosenReplay();
    replay.goTo(replay.length);
    this.#view.show(replay, message.game, this.#boards);
    this.#begin(replay);
  }

  /** The search that is chosen, of the two there are. */
  #chosenReplay() {
    const replays = /** @type {{ minimax: Replay, alphabeta: Replay }} */ (this.#replays);
    return this.wanted.isMinimax ? replays.minimax : replays.alphabeta;
  }

  /** @param {Replay} replay */
  #begin(replay) {
    this.#replay = replay;
    this.#slider.max = String(replay.length);
    find(`#algorithm-${this.wanted.isMinimax ? "minimax" : "alphabeta"}`, HTMLInputElement).checked = true;
    history.replaceState(null, "", addressOf(this.wanted));
    this.#showStep(false);
    this.#showNode();
  }

  /** @param {boolean} isFollowed */
  #showStep(isFollowed) {
    const replay = this.#replay;
    if (!replay) return;
    this.#slider.value = String(replay.step);
    this.#slider.style.setProperty("--filled", `${(100 * replay.step) / Math.max(replay.length, 1)}%`);
    this.#slider.setAttribute("aria-valuetext", `event ${replay.step} of ${replay.length}`);
    this.#count.textContent = `${replay.step.toLocaleString("en")} / ${replay.length.toLocaleString("en")}`;
    this.#told.textContent = titled(eventText(replay));
    this.#view.stepped(isFollowed);
    if (!isFollowed) this.#showNode();
  }

  #showNode() {
    const [replay, message] = [this.#replay, this.#message];
    if (!replay || !message) return;
    const node = this.#view.selected;
    const { line } = this.wanted;
    this.#boards?.want([node]);
    this.#toAnalysis.hidden = line === null;
    if (line) this.#toAnalysis.href = analysisAddressOf(line, replay.tree.path(node));
    showNode(this.#panel, replay, node, message.game, this.#boards?.get(node) ?? null);
  }

  #boardsCame() {
    this.#showNode();
    this.#view.redraw();
  }

  /** @param {boolean} isMinimax */
  #choose(isMinimax) {
    this.wanted = { ...this.wanted, isMinimax };
    if (!this.#replays) return;
    const replay = this.#chosenReplay();
    replay.goTo(replay.length);
    this.#view.replace(replay);
    this.#begin(replay);
  }

  /** @param {1 | -1} direction */
  #toCut(direction) {
    this.go((replay) => {
      for (let index = replay.step - 1 + direction; index >= 0 && index < replay.length; index += direction) {
        if (replay.kindOf(index) === "cut") return index + 1;
      }
      return direction === 1 ? replay.length : 0;
    });
  }

  /** @param {Catalogue} catalogue */
  #connect(catalogue) {
    const choosing = new Choosing(find("#position-dialog", HTMLDialogElement), catalogue, (shown) => {
      this.change({ line: lineOf(shown, shown.plies.length - 1), leaves: null, evaluate: null, order: null });
    });
    const connect = (/** @type {string} */ id, /** @type {() => void} */ act, /** @type {string} */ sign = "") => {
      const button = find(`#${id}`, HTMLButtonElement);
      if (sign) button.append(icon(sign));
      button.addEventListener("click", act);
    };
    connect("to-first", () => this.go(() => 0), "first");
    connect("to-back", () => this.go(({ step }) => step - 1), "back");
    connect("to-forth", () => this.go(({ step }) => step + 1), "forth");
    connect("to-last", () => this.go(({ length }) => length), "last");
    connect("to-cut", () => this.#toCut(1));
    connect("to-cut-before", () => this.#toCut(-1));
    connect("unfold-all", () => this.#view.unfoldAll());
    connect("fold-all", () => this.#view.foldAll());
    connect("open-position", () => choosing.open(this.wanted.line?.game ?? catalogue.games[0]?.game.name ?? ""));
    this.#slider.addEventListener("input", () => this.go(() => Number(this.#slider.value)));
    const boards = find("#boards", HTMLInputElement);
    boards.checked = matchMedia(WITH_ROOM).matches;
    this.#view.showBoards(boards.checked);
    boards.addEventListener("change", () => this.#view.showBoards(boards.checked));
    for (const name of ["minimax", "alphabeta"]) {
      find(`#algorithm-${name}`, HTMLInputElement).addEventListener("change", () => this.#choose(name === "minimax"));
    }
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const where = KEYS[event.key];
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (!where || isTaken || (event.target instanceof Element && event.target.closest(WITH_KEYS))) return;
    event.preventDefault();
    this.go(where);
  }
}

async function begin() {
  /** @type {Catalogue} */
  const catalogue = await ask("/api/catalogue");
  const usual = () => readAddress(new URLSearchParams(), catalogue);
  const wanted = await readAddress(new URLSearchParams(location.search), catalogue).catch((error) => {
    tellProblem(error);
    return usual();
  });
  const page = new Walkthrough(catalogue, wanted);
  await loadFirst(page, wanted).catch(async (error) => {
    tellProblem(error);
    await page.load(await usual());
  });
}

/**
 * Load the first tree. Where nobody has said how deep, it is as deep as it may be.
 * @param {Walkthrough} page
 * @param {Wanted} wanted
 * @returns {Promise<void>}
 */
async function loadFirst(page, wanted) {
  try {
    await page.load(wanted);
  } catch (error) {
    const isGiven = new URLSearchParams(location.search).has("depth");
    if (isGiven || wanted.leaves !== null || wanted.depth === 1) throw error;
    await loadFirst(page, { ...wanted, depth: wanted.depth - 1 });
  }
}

begin().catch(tellProblem);
