/** The page of the tree: a search of a real position or of an abstract tree, walked through event by event. */

import { Choosing } from "../analyse/choosing.js";
import { ask, send } from "../api.js";
import { find, icon } from "../dom.js";
import { recall, remember } from "../memory.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { Boards } from "./boards.js";
import { Columns } from "./columns.js";
import { compare, compareMoves, summarise } from "./tree-comparison.js";
import { showNode } from "./tree-panel.js";
import { ProofWalk } from "./proof-walk.js";
import { SearchWalk } from "./search-walk.js";
import { addressOf, ALGORITHMS, analysisAddressOf, EXAMPLE, lineOf, readAddress, SettingsForm } from "./settings.js";
import { typeset } from "./tree-text.js";
import { UctWalk } from "./uct-walk.js";
import { View } from "./view.js";
import { Waiting } from "./waiting.js";

/** @import { Algorithm, Wanted } from "./settings.js" */
/** @import { Walk } from "./walk.js" */

const KEYS = /** @type {Record<string, (walk: Walk) => number>} */ ({
  ArrowLeft: ({ step }) => step - 1,
  ArrowRight: ({ step }) => step + 1,
  Home: () => 0,
  End: ({ length }) => length,
});

/** Screens on which boards leave room for the tree. */
const WITH_ROOM = "(min-width: 60rem)";

/** Set once the tour was taken or skipped. */
const TOUR = "tour-tree";

/** Where the keys mean something else. */
const WITH_KEYS = "input, select, textarea, dialog, [role=tree]";

class Walkthrough {
  #heading = find("#title", HTMLElement);
  #slider = find("#steps", HTMLInputElement);
  #count = find("#step-count", HTMLElement);
  #told = find("#told", HTMLElement);
  #follow = find("#follow", HTMLInputElement);
  #toAnalysis = find("#to-analysis", HTMLAnchorElement);
  #panel = { heading: find("#node-heading", HTMLElement), board: find("#node-board", HTMLElement), facts: find("#node-facts", HTMLElement), terms: find("#node-terms", HTMLElement) };
  #view = new View(find("#tree", HTMLElement), () => this.#showNode());
  #waiting = new Waiting(() => this.#stay());
  /** @type {TreeMessage | ProofMessage | UctMessage | null} */ #message = null;
  /** @type {Walk | null} */ #walk = null;
  /** @type {Partial<Record<Algorithm, Walk>>} The searches of the tree that is shown. */ #walks = {};
  /** @type {Boards | null} */ #boards = null;
  /** @type {import("./tour.js").Tour | null} */ #tour = null;

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
    const { line, leaves, depth, evaluate, order, algorithm, goal, nodes, simulations, exploration, seed } = wanted;
    try {
      if (algorithm === "pns") {
        /** @type {ProofMessage} */
        const message = await send("/api/tree/proof", { line, leaves, goal, nodes }, signal);
        if (!signal.aborted) this.#showProof(wanted, message);
      } else if (algorithm === "uct") {
        /** @type {UctMessage} */
        const message = await send("/api/tree/uct", { line, leaves, goal, depth, simulations, exploration, seed }, signal);
        if (!signal.aborted) this.#showUct(wanted, message);
      } else {
        /** @type {TreeMessage} */
        const message = await send("/api/tree", { line, leaves, depth, evaluate, order }, signal);
        if (!signal.aborted) this.#showSearch(wanted, message);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#waiting.end();
    }
  }

  /** Stay with the tree that is shown. */
  #stay() {
    this.form.show(this.wanted, this.#message ?? {});
    this.#showAlgorithm();
    this.#showStep(false);
  }

  /**
   * Go to where so many events have happened.
   * @param {(walk: Walk) => number} where
   */
  go(where) {
    const walk = this.#walk;
    if (!walk) return;
    walk.goTo(where(walk));
    this.#showStep(this.#follow.checked);
  }

  /**
   * @param {Wanted} wanted
   * @param {TreeMessage} message
   */
  #showSearch(wanted, message) {
    const tree = new Columns(message);
    this.#walks = { minimax: new SearchWalk(tree, message.minimax.events, false), alphabeta: new SearchWalk(tree, message.alphabeta.events, true) };
    this.#show(wanted, message, compare(message), message.game
      ? `▲ MAX is ${message.players[0]}, who is to move; ▼ MIN is ${message.players[1]}. Values are for MAX; W3 is a win in three plies, L3 a loss.`
      : "▲ MAX moves at the root; ▼ MIN answers. Values are for MAX.");
  }

  /**
   * @param {Wanted} wanted
   * @param {ProofMessage} message
   */
  #showProof(wanted, message) {
    const [first, second] = message.players;
    this.#walks = { pns: new ProofWalk(new Columns(message), message) };
    this.#show(wanted, message, summarise(message), `▲ OR: ${first} moves; ▼ AND: ${second} moves. At each node stand proof and disproof number: 0/∞ is proved, ∞/0 disproved.`);
  }

  /**
   * @param {Wanted} wanted
   * @param {UctMessage} message
   */
  #showUct(wanted, message) {
    const [first, second] = message.players;
    const walk = new UctWalk(new Columns(message), message);
    this.#walks = { uct: walk };
    this.#show(wanted, message, compareMoves(walk), `▲ ${first} is to move; ▼ ${second} answers. At each node stand its visits and its mean result for ${first}, from −1 to 1. The thick line is the most visited.`);
  }

  /**
   * Show a tree at the end of its search.
   * @param {Wanted} wanted
   * @param {TreeMessage | ProofMessage | UctMessage} message
   * @param {HTMLElement} table
   * @param {string} told
   */
  #show(wanted, message, table, told) {
    const walk = /** @type {Walk} */ (this.#walks[wanted.algorithm]);
    this.wanted = wanted;
    this.#message = message;
    this.#boards = wanted.line && new Boards(walk.tree, wanted.line, () => this.#boardsCame());
    this.#heading.textContent = message.title;
    find("#players", HTMLElement).textContent = told;
    find("#comparison", HTMLElement).replaceChildren(table);
    find("#boards-label", HTMLElement).hidden = message.game === null;
    this.form.show(wanted, message);
    walk.goTo(walk.length);
    this.#view.show(walk, message.game, this.#boards);
    this.#begin(walk);
  }

  /** @param {Walk} walk */
  #begin(walk) {
    this.#walk = walk;
    this.#slider.max = String(walk.length);
    this.#told.classList.toggle("is-long", walk.grows);
    find("#to-cut", HTMLButtonElement).textContent = `Next ${walk.landmark}`;
    find("#to-cut-before", HTMLButtonElement).textContent = `Previous ${walk.landmark}`;
    this.#showAlgorithm();
    history.replaceState(null, "", addressOf(this.wanted));
    this.#showStep(false);
    this.#showNode();
  }

  #showAlgorithm() {
    find(`#algorithm-${this.wanted.algorithm}`, HTMLInputElement).checked = true;
  }

  /** @param {boolean} isFollowed */
  #showStep(isFollowed) {
    const walk = this.#walk;
    if (!walk) return;
    this.#slider.value = String(walk.step);
    this.#slider.style.setProperty("--filled", `${(100 * walk.step) / Math.max(walk.length, 1)}%`);
    const { unit, done, total } = walk.progress;
    this.#slider.setAttribute("aria-valuetext", `${unit} ${done} of ${total}`);
    this.#count.textContent = `${done.toLocaleString("en")} / ${total.toLocaleString("en")}`;
    this.#told.textContent = walk.grows ? typeset(walk.told()) : titled(walk.told());
    this.#view.stepped(isFollowed);
    if (!isFollowed) this.#showNode();
  }

  #showNode() {
    const [walk, message] = [this.#walk, this.#message];
    if (!walk || !message) return;
    const node = this.#view.selected;
    const { line } = this.wanted;
    this.#boards?.want([node]);
    this.#toAnalysis.hidden = line === null;
    if (line) this.#toAnalysis.href = analysisAddressOf(line, walk.tree.path(node));
    showNode(this.#panel, walk, node, message.game, this.#boards?.get(node) ?? null);
  }

  #boardsCame() {
    this.#showNode();
    this.#view.redraw();
  }

  /**
   * Show another search, of the same tree if it is there.
   * @param {Algorithm} algorithm
   */
  #choose(algorithm) {
    const walk = this.#walks[algorithm];
    if (!walk) {
      this.change({ algorithm });
      return;
    }
    this.wanted = { ...this.wanted, algorithm };
    walk.goTo(walk.length);
    this.#view.replace(walk);
    this.#begin(walk);
  }

  /** @param {1 | -1} direction */
  #toCut(direction) {
    this.go((walk) => {
      for (let index = walk.step - 1 + direction; index >= 0 && index < walk.length; index += direction) {
        if (walk.isLandmark(index)) return index + 1;
      }
      return direction === 1 ? walk.length : 0;
    });
  }

  /** Begin the tour, on its example. */
  async tour() {
    const isOn = () => this.#tour?.isOver === false;
    if (isOn()) return;
    try {
      const { Tour } = await import("./tour.js");
      await this.load({ ...this.wanted, line: null, leaves: EXAMPLE, algorithm: "alphabeta" });
      if (isOn()) return;
      this.#tour = new Tour(
        (act) => this.#act(act).catch(tellProblem),
        () => {
          remember(TOUR, "yes");
          find("#tour", HTMLElement).focus();
        },
      );
    } catch (error) {
      tellProblem(error);
    }
  }

  /**
   * Take the search of the example to where the tour wants it.
   * @param {import("./tour.js").Act} act
   */
  async #act(act) {
    const algorithm = act === "uct" ? "uct" : "alphabeta";
    if (this.wanted.algorithm !== algorithm) await this.load({ ...this.wanted, goal: null, algorithm });
    this.go(({ length }) => (act === "begin" || act === "cut" ? 0 : length));
    if (act === "cut") this.#toCut(1);
  }

  /** @param {Catalogue} catalogue */
  #connect(catalogue) {
    const choosing = new Choosing(find("#position-dialog", HTMLDialogElement), catalogue, (shown) => {
      this.change({ line: lineOf(shown, shown.plies.length - 1), leaves: null, evaluate: null, order: null, goal: null });
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
    connect("tour", () => void this.tour());
    connect("unfold-all", () => this.#view.unfoldAll());
    connect("fold-all", () => this.#view.foldAll());
    connect("open-position", () => choosing.open(this.wanted.line?.game ?? catalogue.games[0]?.game.name ?? ""));
    this.#slider.addEventListener("input", () => this.go(() => Number(this.#slider.value)));
    const boards = find("#boards", HTMLInputElement);
    boards.checked = matchMedia(WITH_ROOM).matches;
    this.#view.showBoards(boards.checked);
    boards.addEventListener("change", () => this.#view.showBoards(boards.checked));
    for (const name of ALGORITHMS) {
      find(`#algorithm-${name}`, HTMLInputElement).addEventListener("change", () => this.#choose(name));
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
  // Who follows a link to some tree wants to see that one.
  const isFirstVisit = location.search === "" && recall(TOUR) === null;
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
  if (isFirstVisit) await page.tour();
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
    if (isGiven || wanted.algorithm === "pns" || wanted.algorithm === "uct" || wanted.leaves !== null || wanted.depth === 1) throw error;
    await loadFirst(page, { ...wanted, depth: wanted.depth - 1 });
  }
}

begin().catch(tellProblem);
