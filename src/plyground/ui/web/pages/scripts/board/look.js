/** What a board looks like: the colours that its game declares. */

/** @typedef {import("../messages.js").GameInfo} GameInfo */

/**
 * Give an element the colours of a game's board; the style sheets read them.
 * @template {HTMLElement | SVGElement} Dressed
 * @param {Dressed} board
 * @param {GameInfo} game
 * @returns {Dressed}
 */
export function dress(board, game) {
  for (const [name, [day, night]] of Object.entries(game.look.colours)) {
    board.style.setProperty(`--board-${name}`, `light-dark(${day}, ${night})`);
  }
  return board;
}
