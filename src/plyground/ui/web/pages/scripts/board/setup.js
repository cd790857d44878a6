/** Setting up a position by hand: a palette of pieces, and a board that takes them anywhere. */

import { drawn, element } from "../dom.js";
import { readPosition, writePosition } from "../notation.js";
import { drawLetter } from "./pieces.js";

/** @import { Board } from "../board.js" */
/** @import { Diagram } from "../notation.js" */

export class SetUp {
  /** @type {Board} */ #board;
  /** @type {(position: string) => void} */ #onChange;
  /** @type {Diagram} */ #diagram;
  /** @type {string} The letter that a click places; "" takes away. */ #letter;

  /**
   * Begin with a position; the palette is filled with the pieces of the board's game. The board's
   * listeners must hand on `onPlace` to `place` and `onCarry` to `carry`.
   * @param {Board} board
   * @param {HTMLElement} palette
   * @param {string} position
   * @param {(position: string) => void} onChange
   */
  constructor(board, palette, position, onChange) {
    this.#board = board;
    this.#onChange = onChange;
    this.#diagram = readPosition(position);
    this.#letter = board.game.pieces[0]?.letters[0] ?? "";
    board.isFree = true;
    fillPalette(palette, board.game, this.#letter, (letter) => {
      this.#letter = letter;
    });
  }

  /** The position as it stands. */
  get position() {
    return writePosition(this.#diagram);
  }

  /** @param {string} player whose turn it is to be */
  set player(player) {
    this.#diagram = { ...this.#diagram, player };
    this.#changed();
  }

  /**
   * Put the chosen piece on a square, or take it away if it stands there already.
   * @param {number} square
   */
  place(square) {
    this.#write(square, this.#diagram.letters[square] === this.#letter ? "" : this.#letter);
    this.#changed();
  }

  /**
   * Take a piece from a square to another, or off the board.
   * @param {number} origin
   * @param {number | null} target
   */
  carry(origin, target) {
    const letter = this.#diagram.letters[origin] ?? "";
    this.#write(origin, "");
    if (target !== null) this.#write(target, letter);
    this.#changed();
  }

  clear() {
    this.#diagram = { ...this.#diagram, letters: this.#diagram.letters.map(() => ""), counter: 0 };
    this.#changed();
  }

  /** Leave the board as it is; its pieces move by the rules again. */
  end() {
    this.#board.isFree = false;
  }

  /**
   * @param {number} square
   * @param {string} letter
   */
  #write(square, letter) {
    const letters = this.#diagram.letters.map((each, index) => (index === square ? letter : each));
    this.#diagram = { ...this.#diagram, letters, counter: 0 };
  }

  #changed() {
    this.#board.show({ position: this.position });
    this.#onChange(this.position);
  }
}

/**
 * @param {HTMLElement} palette
 * @param {GameInfo} game
 * @param {string} chosen
 * @param {(letter: string) => void} onChoose
 */
function fillPalette(palette, game, chosen, onChoose) {
  const things = [
    ...[0, 1].flatMap((side) => game.pieces.map((piece) => ({
      letter: piece.letters[side] ?? "",
      name: `${game.players[side]} ${piece.name}`,
    }))),
    ...game.scenery,
    { letter: "", name: "nothing" },
  ];
  /** @type {HTMLButtonElement[]} */
  const buttons = things.map(({ letter, name }) => {
    const isPressed = String(letter === chosen);
    const button = element(
      "button",
      { class: "palette-piece", type: "button", title: name, "aria-label": name, "aria-pressed": isPressed },
      drawn("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawChoice(game, letter)),
    );
    button.addEventListener("click", () => {
      buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
      onChoose(letter);
    });
    return button;
  });
  palette.classList.add("palette");
  palette.setAttribute("role", "group");
  palette.setAttribute("aria-label", "Pieces to place");
  palette.replaceChildren(...buttons);
}

/**
 * @param {GameInfo} game
 * @param {string} letter
 */
function drawChoice(game, letter) {
  if (letter !== "") return drawLetter(game, letter);
  return drawn("path", { class: "palette-nothing", d: "M25 25l50 50M75 25l-50 50" });
}
