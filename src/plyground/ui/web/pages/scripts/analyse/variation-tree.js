/** A line of play and the variations that branch off from it. */

import { readPosition } from "../notation.js";

/**
 * A line, with its players as people know them where that is not what the record calls them.
 * @typedef {ShownLine & { names?: [string, string] }} NamedLine
 */
/** @import { Run } from "./runs.js" */

/** A position in the tree. */
export class Spot {
  /** @type {Spot[]} The first one belongs to the line, the others are variations. */ children = [];
  /** @type {Spot | null} Where one went from here the last time. */ next = null;
  /** @type {MoveInfo[] | null} What can be played here, null until the server has been asked. */ moves = null;
  /** @type {Ending | null} */ ending = null;
  /** @type {Run | null} The last search. */ run = null;
  /** @type {Run | null} The one with other settings that it is compared with. */ earlierRun = null;
  /** @type {Judged | null} What a review said. */ judged = null;
  /** How many moves lead here. */ number = 0;
  /** Whether the second player is to move; known of the first position. */ isSecondToMove = false;
  /** How many moves the line has to which there are variations; known of the first position. */ mainLength = Infinity;

  /**
   * @param {Ply} ply
   * @param {Spot | null} parent
   */
  constructor(ply, parent) {
    this.ply = ply;
    this.parent = parent;
    if (parent) this.number = parent.number + 1;
  }

  /**
   * The positions from the first one to this.
   * @returns {Spot[]}
   */
  path() {
    const path = [];
    for (let spot = /** @type {Spot | null} */ (this); spot; spot = spot.parent) path.push(spot);
    return path.reverse();
  }

  /** The moves from the first position to this. */
  moveTexts() {
    return this.path().flatMap(({ ply }) => (ply.move === null ? [] : [ply.move]));
  }

  /** Whether it belongs to the line and not to a variation. */
  get isMain() {
    const path = this.path();
    return this.number <= (path[0]?.mainLength ?? 0) && path.every((spot) => !spot.parent || spot.parent.children[0] === spot);
  }
}

/**
 * The number of a move as records write it: "3." for the first player, "3…" for the second.
 * @param {Spot} spot
 */
export function numberOf(spot) {
  const [root] = spot.path();
  const ply = spot.number - 1 + (root?.isSecondToMove ? 1 : 0);
  return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;
}

export class Tree {
  /** How many positions there are. */ size = 1;

  /** @param {NamedLine} shown */
  constructor(shown) {
    this.game = shown.game;
    this.players = shown.players;
    this.names = shown.names ?? shown.players;
    const [first] = shown.plies;
    if (!first) throw new Error("a line has at least one position");
    /** @type {Spot} */
    this.root = new Spot(first, null);
    this.root.isSecondToMove = readPosition(first.position).player === shown.game.players[1];
    this.graft(shown);
    // A line that came from somewhere stays as it is. Where there is none yet, one is begun.
    if (shown.plies.length > 1) this.root.mainLength = shown.plies.length - 1;
  }

  /** The positions of the line, without variations. */
  mainLine() {
    const line = [this.root];
    for (let spot = this.root.children[0]; spot && line.length <= this.root.mainLength; spot = spot.children[0]) line.push(spot);
    return line;
  }

  /**
   * Add what is new in a line that begins with the same position; return its last position.
   * @param {ShownLine} shown
   */
  graft(shown) {
    /** @type {Spot} */
    let spot = this.root;
    for (const ply of shown.plies.slice(1)) {
      const known = spot.children.find((child) => child.ply.move === ply.move);
      const child = known ?? new Spot(ply, spot);
      if (!known) {
        spot.children.push(child);
        this.size += 1;
      }
      spot = child;
    }
    spot.moves = shown.moves;
    spot.ending = shown.ending;
    return spot;
  }

  /**
   * The way the server is told about moves from the first position.
   * @param {string[]} moves
   * @returns {GivenLine}
   */
  given(moves) {
    return { game: this.game.name, options: this.game.options, position: this.root.ply.position, moves };
  }
}
