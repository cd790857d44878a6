/** The tree as it is drawn: where its rows and columns are, and what stands there. */

import { drawn, element } from "../dom.js";
import { NOBODY, ROOT } from "./columns.js";
import { BoardPictures } from "./board-pictures.js";
import { KeptParts } from "./kept.js";
import { BOARD, BOX, drawNode } from "./node.js";

/** @import { Boards } from "./boards.js" */
/** @import { Folding } from "./folding.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Walk } from "./walk.js" */

/**
 * What is shown of a search, and which part of it is in sight.
 * @typedef {{ walk: Walk, layout: Layout, folding: Folding, selected: number, top: number, height: number }} Scene
 */

const GAP = 46;
const MARGIN = 14;
const ROW = 46;
const ROW_WITH_BOARD = 88;
const BEYOND = 200;
const ROOM_FOR_REASONS = 200;

export class Picture {
  /** What the picture lies in, as large as the whole tree. */ space = element("div", { class: "tree-space" });
  #branches = new KeptParts(drawn("g", { "aria-hidden": "true" }));
  #nodes = new KeptParts(drawn("g", { role: "presentation" }));
  #svg = drawn("svg", { class: "tree-picture", role: "presentation" }, this.#branches.group, this.#nodes.group);
  #boards = new BoardPictures();
  /** Whether nodes have their boards, if they have any. */ hasBoards = false;
  width = 0;
  height = 0;

  constructor() {
    this.space.append(this.#svg);
  }

  /**
   * Say what boards are drawn with.
   * @param {GameInfo | null} game
   * @param {Boards | null} boards
   */
  take(game, boards) {
    this.#boards.take(game, boards);
    this.#branches.clear();
    this.#nodes.clear();
  }

  get rowHeight() {
    return this.#showsBoards ? ROW_WITH_BOARD : ROW;
  }

  get boxWidth() {
    return BOX.width + (this.#showsBoards ? BOARD : 0);
  }

  /** @param {number} ply */
  columnX(ply) {
    return MARGIN + ply * (this.boxWidth + GAP);
  }

  /** @param {number} row */
  rowY(row) {
    return MARGIN + (row + 0.5) * this.rowHeight;
  }

  /** @param {Layout} layout */
  resize(layout) {
    this.height = layout.rows * this.rowHeight + 2 * MARGIN;
    this.width = this.columnX(layout.deepest) + this.boxWidth + ROOM_FOR_REASONS + 2 * MARGIN;
    this.space.style.height = `${this.height}px`;
    this.space.style.width = `${this.width}px`;
  }

  /**
   * Draw what is in sight, and a little more.
   * @param {Scene} scene
   * @returns {{ nodes: Set<number>, isComplete: boolean }} the nodes that are there, and whether nothing is left to be drawn
   */
  draw(scene) {
    const { walk, layout, top, height } = scene;
    const origin = Math.max(Math.floor(top / BEYOND - 1) * BEYOND, 0); // in steps, so that scrolling moves nothing
    const [first, last] = [this.#rowAt(top), this.#rowAt(top + height)];
    const reach = Math.ceil(BEYOND / this.rowHeight);
    const nodes = layout.between(first - reach, last + reach);
    const places = new Map(nodes.map((node) => [node, this.rowY(layout.row(node, Math.ceil(first), Math.floor(last) - 1)) - origin]));
    const chosen = new Set(walk.line());
    this.#svg.style.top = `${origin}px`;
    this.#svg.setAttribute("width", String(this.width));
    this.#svg.setAttribute("height", String(Math.max(Math.min(height + 3 * BEYOND, this.height - origin), 1)));
    const { boards, isComplete } = this.#boards.show(this.#showsBoards ? nodes : []);
    this.#drawBranches(walk, nodes, places, chosen);
    this.#drawNodes(scene, nodes, places, chosen, boards);
    return { nodes: new Set(nodes), isComplete };
  }

  get #showsBoards() {
    return this.hasBoards && this.#boards.hasAny;
  }

  /** @param {number} y */
  #rowAt(y) {
    return (y - MARGIN) / this.rowHeight;
  }

  /**
   * @param {Walk} walk
   * @param {number[]} nodes
   * @param {Map<number, number>} places
   * @param {Set<number>} chosen
   */
  #drawBranches(walk, nodes, places, chosen) {
    const { tree } = walk;
    const parentOf = (/** @type {number} */ node) => tree.parents[node] ?? NOBODY;
    const classOf = (/** @type {number} */ node) =>
      ["tree-branch", ...walk.marks(node), walk.isBest(node) && "is-best", chosen.has(node) && "is-chosen"].filter(Boolean).join(" ");
    const pathOf = (/** @type {number} */ node) => {
      const [start, end] = [this.columnX(tree.ply(node) - 1) + this.boxWidth, this.columnX(tree.ply(node))];
      const [from, to] = [places.get(parentOf(node)) ?? 0, places.get(node) ?? 0];
      const middle = (start + end) / 2;
      return `M${start} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}`;
    };
    const slashOf = (/** @type {number} */ node) => {
      const [x, y] = [this.columnX(tree.ply(node)), places.get(node) ?? 0];
      return walk.isSlashed(node) ? `M${x - 15} ${y + 8}L${x - 7} ${y - 8}` : null;
    };
    this.#branches.show(
      nodes.filter((node) => node !== ROOT),
      (node) => `${classOf(node)}|${pathOf(node)}|${slashOf(node)}`,
      (node) => {
        const slash = slashOf(node);
        return drawn("g", {}, drawn("path", { class: classOf(node), d: pathOf(node) }), slash && drawn("path", { class: "tree-slash", d: slash }));
      },
    );
  }

  /**
   * @param {Scene} scene
   * @param {number[]} nodes
   * @param {Map<number, number>} places
   * @param {Set<number>} chosen
   * @param {Map<number, SVGElement>} boards
   */
  #drawNodes({ walk, folding, selected }, nodes, places, chosen, boards) {
    const isChosen = (/** @type {number} */ node) => chosen.has(node) || (node === ROOT && chosen.size > 0);
    const isBare = (/** @type {number} */ node) => !folding.isUnfolded(node) || walk.isEnd(node);
    const reasonOf = (/** @type {number} */ node) => (isBare(node) ? walk.reason(node) : "");
    this.#nodes.show(
      nodes,
      (node) => {
        const flags = [isChosen(node), node === selected, folding.isUnfolded(node), walk.isEnd(node), this.#showsBoards, boards.has(node)].map(Number).join("");
        const heard = `${walk.described(node)}|${walk.marks(node)}|${walk.detail(node)}`;
        return `${flags}|${heard}|${reasonOf(node)}`;
      },
      (node) =>
        drawNode(walk, node, {
          isChosen: isChosen(node),
          isSelected: node === selected,
          isUnfolded: folding.isUnfolded(node),
          reason: reasonOf(node),
          board: boards.get(node) ?? null,
          hasRoom: this.#showsBoards,
        }),
      (node) => `translate(${this.columnX(walk.tree.ply(node))} ${places.get(node) ?? 0})`,
    );
  }
}
