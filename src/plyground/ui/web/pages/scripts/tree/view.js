/** The tree in its box: scrolled, folded, walked through by mouse and keys. Only what is in sight is drawn. */

import { ROOT } from "./columns.js";
import { Folding } from "./folding.js";
import { Layout } from "./layout.js";
import { Picture } from "./tree-picture.js";

/** @import { Boards } from "./boards.js" */
/** @import { Walk } from "./walk.js" */

const SMALL_TREE = 60;

export class View {
  /** @type {{ walk: Walk, folding: Folding, layout: Layout } | null} */ #shown = null;
  #picture = new Picture();
  #selected = ROOT;
  #isDrawing = false;
  /** What of the box is in sight. To ask the browser in the middle of a step would make it lay out the page. */
  #sight = { top: 0, left: 0, width: 0, height: 0 };
  #hasMoved = false;

  /**
   * @param {HTMLElement} box
   * @param {(node: number) => void} onSelect
   */
  constructor(box, onSelect) {
    this.#box = box;
    this.onSelect = onSelect;
    box.replaceChildren(this.#picture.space);
    box.addEventListener("scroll", () => this.#look());
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#look()).observe(box);
  }

  /** @type {HTMLElement} */ #box;

  get selected() {
    return this.#selected;
  }

  /**
   * Show another tree; a small one is unfolded at once.
   * @param {Walk} walk
   * @param {GameInfo | null} game
   * @param {Boards | null} boards
   */
  show(walk, game, boards) {
    const { tree } = walk;
    const line = walk.line();
    const folding = new Folding(tree, line.length <= SMALL_TREE ? line : []);
    if (tree.size <= SMALL_TREE) folding.unfoldAll();
    this.#selected = ROOT;
    this.#picture.take(game, boards);
    this.#shown = { walk, folding, layout: layOut(walk, folding) };
    this.#resized();
    this.#moveTo(0, 0);
    if (walk.grows) this.#reveal(line[0] ?? ROOT); // a tall tree has its line anywhere
  }

  /**
   * Show another search of the same tree.
   * @param {Walk} walk
   */
  replace(walk) {
    if (this.#shown) this.#shown.walk = walk;
    this.redraw();
  }

  /** @param {boolean} isWanted */
  showBoards(isWanted) {
    this.#picture.hasBoards = isWanted;
    this.#resized();
    this.#reveal(this.#selected);
  }

  unfoldAll() {
    this.#shown?.folding.unfoldAll();
    this.#folded();
  }

  foldAll() {
    this.#shown?.folding.foldAll();
    this.#folded();
    this.select(ROOT);
  }

  /** Draw again after a step; if the search is followed, unfold the way to where it is. */
  stepped(/** @type {boolean} */ isFollowed) {
    if (!this.#shown) return;
    const { walk } = this.#shown;
    if (walk.grows) {
      if (!walk.isThere(this.#selected)) this.#selected = walk.node;
      this.#folded();
    }
    if (isFollowed) this.#goTo(walk.node, true, walk.way);
    else this.redraw();
  }

  /** @param {number} node */
  select(node) {
    this.#goTo(node, false);
  }

  /** Draw soon, however often it is asked for. */
  redraw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#draw();
    });
  }

  /**
   * @param {number} node
   * @param {boolean} isInside whether its children are to be seen, too
   * @param {number} [way] the node whose way from the root is unfolded
   */
  #goTo(node, isInside, way = node) {
    if (!this.#shown) return;
    this.#selected = node;
    if (this.#shown.folding.showWay(way, isInside)) this.#folded();
    this.#reveal(node);
    this.redraw();
    this.onSelect(node);
  }

  /** Lay out the tree again after something was folded or unfolded. */
  #folded() {
    if (!this.#shown) return;
    this.#shown.layout = layOut(this.#shown.walk, this.#shown.folding);
    this.#resized();
  }

  #resized() {
    if (this.#shown) this.#picture.resize(this.#shown.layout);
    this.redraw();
  }

  /** See what is in sight now. */
  #look() {
    const { scrollTop, scrollLeft, clientWidth: width, clientHeight: height } = this.#box;
    const { top, left } = this.#hasMoved ? this.#sight : { top: scrollTop, left: scrollLeft };
    this.#sight = { top, left, width, height };
    this.redraw();
  }

  /**
   * Scroll before the next drawing.
   * @param {number} top
   * @param {number} left
   */
  #moveTo(top, left) {
    const most = Math.max(this.#picture.height - this.#sight.height, 0);
    this.#sight = { ...this.#sight, top: Math.min(Math.max(top, 0), most), left: Math.max(left, 0) };
    this.#hasMoved = true;
    this.redraw();
  }

  #draw() {
    if (!this.#shown) return;
    if (this.#hasMoved) this.#box.scrollTo(this.#sight.left, this.#sight.top);
    this.#hasMoved = false;
    const { top, height } = this.#sight;
    const { nodes, isComplete } = this.#picture.draw({ ...this.#shown, selected: this.#selected, top, height });
    this.#box.setAttribute("aria-activedescendant", `node-${nodes.has(this.#selected) ? this.#selected : ROOT}`);
    if (!isComplete) this.redraw();
  }

  /**
   * Scroll so that a node is in sight.
   * @param {number} node
   */
  #reveal(node) {
    if (!this.#shown) return;
    const { layout } = this.#shown;
    const { rowHeight, boxWidth } = this.#picture;
    const { top, left, width, height } = this.#sight;
    const y = this.#picture.rowY(layout.middles[node] ?? 0);
    const x = this.#picture.columnX(layout.tree.ply(node));
    const isInSight = y - rowHeight / 2 >= top && y + rowHeight / 2 <= top + height;
    const isAcross = x >= left && x + boxWidth <= left + width;
    if (isInSight && isAcross) return;
    this.#moveTo(isInSight ? top : y - height / 2, isAcross ? left : x - (width - boxWidth) / 2);
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
    if (!this.#shown || this.#shown.walk.isEnd(node)) return;
    if (!this.#shown.folding.toggle(node)) {
      this.#selected = node; // what was selected may be out of sight now
      this.onSelect(node);
    }
    this.#folded();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#shown || event.ctrlKey || event.metaKey || event.altKey) return;
    const { walk, layout, folding } = this.#shown;
    const { tree } = layout;
    const node = this.#selected;
    const isUnfolded = folding.isUnfolded(node) && !walk.isEnd(node);
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

/**
 * @param {Walk} walk
 * @param {Folding} folding
 */
function layOut(walk, folding) {
  return new Layout(walk.tree, (node) => (folding.isUnfolded(node) && !walk.isEnd(node) ? walk.children(node) : []));
}
