/** What is known about the node that somebody looks at, with its board. */

import { drawThumbnail } from "../board/thumbnail.js";
import { element } from "../dom.js";

/** @import { Walk } from "./walk.js" */

/**
 * Fill the panel.
 * @param {{ heading: HTMLElement, board: HTMLElement, facts: HTMLElement, terms: HTMLElement }} parts
 * @param {Walk} walk
 * @param {number} node
 * @param {GameInfo | null} game
 * @param {string | null} position
 */
export function showNode(parts, walk, node, game, position) {
  parts.heading.textContent = walk.tree.path(node).join(" ") || "The root";
  parts.board.hidden = game === null;
  const key = `${game?.name} ${position}`;
  if (game && position && parts.board.dataset.shown !== key) {
    parts.board.replaceChildren(drawThumbnail(game, position));
    parts.board.dataset.shown = key;
  }
  const terms = walk.terms(node);
  parts.terms.replaceChildren(...(terms ? [terms] : []));
  parts.terms.hidden = terms === null;
  parts.facts.replaceChildren(
    ...walk.facts(node).flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]),
  );
}
