/** Pieces as drawings, cut out of pieces.svg. */

import { drawn } from "../dom.js";
import { meaning } from "../notation.js";

// The symbols are copied, not referred to: a copy can be animated, and saved as a picture.
const symbols = await loadSymbols("/static/pieces.svg");

/**
 * Draw what a letter stands for, on a square of 100 by 100.
 * @param {GameInfo} game
 * @param {string} letter
 * @returns {SVGGElement}
 */
export function drawLetter(game, letter) {
  const { name, side } = meaning(game, letter);
  if (side === null) return drawScenery(name, letter);
  const piece = drawn("g", { class: `piece side-${side}` });
  const symbol = symbols.get(`${name}-${side}`) ?? symbols.get(name);
  const base = symbols.get(`${symbol?.dataset.base ?? "token"}-${side}`);
  if (base && (!symbol || symbol.dataset.base)) piece.append(...copies(base));
  if (symbol) piece.append(...copies(symbol));
  else piece.append(drawn("text", { class: "piece-letter", x: 50, y: 66 }, letter));
  return piece;
}

/**
 * @param {string} name
 * @param {string} letter
 */
function drawScenery(name, letter) {
  const scenery = drawn("g", { class: "scenery" });
  const symbol = symbols.get(name);
  const shown = symbol ?? symbols.get("unknown-scenery");
  if (shown) scenery.append(...copies(shown));
  if (!symbol) scenery.append(drawn("text", { class: "scenery-letter", x: 50, y: 66 }, letter));
  return scenery;
}

/** @param {SVGSymbolElement} symbol */
function copies(symbol) {
  return [...symbol.children].map((child) => child.cloneNode(true));
}

/**
 * Read the symbols of a file; without it pieces are drawn as letters.
 * @param {string} path
 * @returns {Promise<Map<string, SVGSymbolElement>>}
 */
async function loadSymbols(path) {
  const text = await fetch(path).then((response) => response.text(), () => "<svg/>");
  const found = new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("symbol");
  return new Map([...found].map((symbol) => [symbol.id, document.importNode(symbol, true)]));
}

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
