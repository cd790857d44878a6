/** The picture of the tree: only what is unfolded and in sight is drawn. */

import { drawn, element } from "../dom.js";
import { NOBODY, ROOT } from "./columns.js";
import { Layout } from "./layout.js";
import { BOARD, BOX, drawNode, standing } from "./node.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("./boards.js").Boards} Boards */
/** @typedef {import("./replay.js").Replay} Replay */

const GAP = 46;
const MARGIN = 14;
const ROW = 46;
const ROW_WITH_BOARD = 88;
const BEYOND = 200;
const SMALL_TREE = 60;

export class View {
  /** @type {Replay | null} */ #replay = null;
  /** @type {Layout | null} */ #layout = null;
  /** @type {Boards | null} */ #boards = null;
  /** @type {GameInfo | null} */ #game = null;
  /** @type {Set<number>} What somebody has unfolded. */ #unfolded = new Set();
  /** @type {Set<number>} What is unfolded because the search is there. */ #way = new Set();
  #selected = ROOT;
  #hasBoards = false;
  #isDrawing = false;
  #space = element("div", { class: "tree-space" });
  #branches = drawn("g", { "aria-hidden": "true" });
  #nodes = drawn("g", { role: "presentation" });
  #picture = drawn("svg", { class: "tree-picture", role: "presentation" }, this.#branches, this.#nodes);

  /**
   * @param {HTMLElement} box
   * @param {(node: number) => void} onSelect
   */
  constructor(box, onSelect) {
    this.#box = box;
    this.onSelect = onSelect;
    this.#space.append(this.#picture);
    box.replaceChildren(this.#space);
    box.addEventListener("scroll", () => this.#redraw());
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#redraw()).observe(box);
  }

  /** @type {HTMLElement} */ #box;

  get selected() {
    return this.#selected;
  }

  /**
   * Show another tree; a small one is unfolded at once.
   * @param {Replay} replay
   * @param {GameInfo | null} game
   * @param {Boards | null} boards
   */
  show(replay, game, boards) {
    const { tree } = replay;
    this.#replay = replay;
    this.#game = game;
    this.#boards = boards;
    this.#selected = ROOT;
    this.#way.clear();
    this.#unfolded = new Set([ROOT, ...replay.line()]);
    if (tree.size <= SMALL_TREE) this.unfoldAll();
    this.#relayOut();
    this.#box.scrollTo(0, 0);
  }

  /**
   * Show another search of the same tree.
   * @param {Replay} replay
   */
  replace(replay) {
    this.#replay = replay;
    this.#redraw();
  }

  /** @param {boolean} isWanted */
  showBoards(isWanted) {
    this.#hasBoards = isWanted;
    this.#relayOut();
  }

  unfoldAll() {
    const tree = this.#replay?.tree;
    if (!tree) return;
    for (let node = 0; node < tree.size; node += 1) if (!tree.isLeaf(node)) this.#unfolded.add(node);
    this.#relayOut();
  }

  foldAll() {
    this.#unfolded = new Set([ROOT]);
    this.#way.clear();
    this.select(ROOT);
    this.#relayOut();
  }

  /** Draw again after a step; if the search is followed, unfold the way to where it is. */
  stepped(/** @type {boolean} */ isFollowed) {
    const replay = this.#replay;
    if (!replay) return;
    if (isFollowed) {
      this.#unfoldWay(replay.node, true);
      this.#selected = replay.node;
      this.onSelect(replay.node);
      this.#reveal(replay.node);
    }
    this.#redraw();
  }

  /** @param {number} node */
  select(node) {
    this.#selected = node;
    this.#unfoldWay(node);
    this.#reveal(node);
    this.#redraw();
    this.onSelect(node);
  }

  /** Draw soon, however often it is asked for. */
  redraw() {
    this.#redraw();
  }

  /**
   * @param {number} node
   * @param {boolean} [isInside] whether its children are to be seen, too
   */
  #unfoldWay(node, isInside = false) {
    const tree = this.#replay?.tree;
    if (!tree) return;
    const way = tree.way(node).slice(0, isInside ? undefined : -1).filter((each) => !this.#unfolded.has(each));
    if (way.length === this.#way.size && way.every((each) => this.#way.has(each))) return;
    this.#way = new Set(way);
    this.#relayOut();
  }

  #relayOut() {
    const replay = this.#replay;
    if (!replay) return;
    this.#layout = new Layout(replay.tree, (node) => this.#isUnfolded(node));
    this.#space.style.height = `${this.#layout.rows * this.#rowHeight + 2 * MARGIN}px`;
    this.#space.style.width = `${this.#columnX(replay.tree.depth) + this.#boxWidth + 2 * MARGIN}px`;
    this.#redraw();
  }

  /** @param {number} node */
  #isUnfolded(node) {
    return this.#unfolded.has(node) || this.#way.has(node);
  }

  get #rowHeight() {
    return this.#hasBoards && this.#game ? ROW_WITH_BOARD : ROW;
  }

  get #boxWidth() {
    return BOX.width + (this.#hasBoards && this.#game ? BOARD : 0);
  }

  /** @param {number} ply */
  #columnX(ply) {
    return MARGIN + ply * (this.#boxWidth + GAP);
  }

  /** @param {number} row */
  #rowY(row) {
    return MARGIN + (row + 0.5) * this.#rowHeight;
  }

  #redraw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#draw();
    });
  }

  #draw() {
    const [replay, layout] = [this.#replay, this.#layout];
    if (!replay || !layout) return;
    const { scrollTop, clientHeight, scrollWidth } = this.#box;
    const origin = Math.max(scrollTop - BEYOND, 0);
    const height = Math.min(clientHeight + 2 * BEYOND, this.#space.clientHeight - origin);
    const [top, bottom] = [this.#rowAt(scrollTop), this.#rowAt(scrollTop + clientHeight)];
    const reach = Math.ceil(BEYOND / this.#rowHeight);
    const nodes = layout.between(top - reach, bottom + reach);
    const places = new Map(nodes.map((node) => [node, this.#rowY(layout.row(node, Math.ceil(top), Math.floor(bottom) - 1)) - origin]));
    const chosen = new Set(replay.line());
    this.#picture.style.top = `${origin}px`;
    this.#picture.setAttribute("width", String(Math.max(scrollWidth, 1)));
    this.#picture.setAttribute("height", String(Math.max(height, 1)));
    if (this.#hasBoards) this.#boards?.want(nodes);
    this.#branches.replaceChildren(...nodes.flatMap((node) => this.#drawBranch(node, places, chosen)));
    this.#nodes.replaceChildren(...nodes.map((node) => this.#drawNode(node, places.get(node) ?? 0, chosen)));
    this.#box.setAttribute("aria-activedescendant", `node-${places.has(this.#selected) ? this.#selected : ROOT}`);
  }

  /** @param {number} y */
  #rowAt(y) {
    return (y - MARGIN) / this.#rowHeight;
  }

  /**
   * @param {number} node
   * @param {Map<number, number>} places
   * @param {Set<number>} chosen
   */
  #drawBranch(node, places, chosen) {
    const replay = this.#replay;
    const tree = replay?.tree;
    const parent = tree?.parents[node] ?? NOBODY;
    if (!tree || parent === NOBODY) return [];
    const [start, end] = [this.#columnX(tree.ply(parent)) + this.#boxWidth, this.#columnX(tree.ply(node))];
    const [from, to] = [places.get(parent) ?? 0, places.get(node) ?? 0];
    const middle = (start + end) / 2;
    const state = standing(replay, node);
    const isBest = replay.best[parent] === node;
    const names = ["tree-branch", `is-${state}`, isBest && "is-best", chosen.has(node) && "is-chosen"].filter(Boolean).join(" ");
    const branch = drawn("path", { class: names, d: `M${start} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}` });
    const isTop = state === "cut" && standing(replay, parent) !== "cut";
    return isTop ? [branch, drawn("path", { class: "tree-slash", d: `M${end - 15} ${to + 8}L${end - 7} ${to - 8}` })] : [branch];
  }

  /**
   * @param {number} node
   * @param {number} y
   * @param {Set<number>} chosen
   */
  #drawNode(node, y, chosen) {
    const replay = /** @type {Replay} */ (this.#replay);
    return drawNode(replay, node, {
      x: this.#columnX(replay.tree.ply(node)),
      y,
      isChosen: chosen.has(node) || (node === ROOT && chosen.size > 0),
      isSelected: node === this.#selected,
      isUnfolded: this.#isUnfolded(node),
      board: this.#boards?.get(node) ?? null,
      game: this.#game,
      hasRoom: this.#hasBoards && this.#game !== null,
    });
  }

  /**
   * Scroll so that a node is in sight.
   * @param {number} node
   */
  #reveal(node) {
    const [layout, replay] = [this.#layout, this.#replay];
    if (!layout || !replay) return;
    const { clientHeight, clientWidth, scrollTop, scrollLeft } = this.#box;
    const y = this.#rowY(layout.middles[node] ?? 0);
    const x = this.#columnX(replay.tree.ply(node));
    const half = this.#rowHeight / 2;
    const isInSight = y - half >= scrollTop && y + half <= scrollTop + clientHeight;
    const isAcross = x >= scrollLeft && x + this.#boxWidth <= scrollLeft + clientWidth;
    this.#box.scrollTo({
      top: isInSight ? scrollTop : y - clientHeight / 2,
      left: isAcross ? scrollLeft : Math.max(0, x - (clientWidth - this.#boxWidth) / 2),
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    const node = Number(event.target.closest("[data-node]")?.getAttribute("data-node") ?? Number.NaN);
    if (Number.isNaN(node)) return;
    if (event.target.closest("[data-fold]")) this.#toggle(node);
    else this.select(node);
  }

  /** @param {number} node */
  #toggle(node) {
    if (this.#replay?.tree.isLeaf(node)) return;
    if (this.#isUnfolded(node)) {
      this.#unfolded.delete(node);
      this.#way.delete(node);
      this.#selected = node;
      this.onSelect(node);
    } else {
      this.#unfolded.add(node);
    }
    this.#relayOut();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [replay, layout] = [this.#replay, this.#layout];
    if (!replay || !layout || event.ctrlKey || event.metaKey || event.altKey) return;
    const { tree } = replay;
    const node = this.#selected;
    const isUnfolded = this.#isUnfolded(node) && !tree.isLeaf(node);
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => this.select(layout.neighbour(node, 1)),
      ArrowUp: () => this.select(layout.neighbour(node, -1)),
      ArrowRight: () => (isUnfolded ? this.select(tree.firstChild[node] ?? node) : this.#toggle(node)),
      ArrowLeft: () => (isUnfolded && node !== ROOT ? this.#toggle(node) : this.select(Math.max(tree.parents[node] ?? ROOT, ROOT))),
      Enter: () => this.#toggle(node),
      " ": () => this.#toggle(node),
      Home: () => this.select(ROOT),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
