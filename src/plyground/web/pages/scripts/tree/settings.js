/** What the address asks for, and the form that changes it. */

import { element, find } from "../dom.js";
import { openAddress } from "../analyse/address.js";

/** @typedef {import("../messages.js").Catalogue} Catalogue */
/** @typedef {import("../analyse/messages.js").GivenLine} GivenLine */
/** @typedef {import("../analyse/messages.js").ShownLine} ShownLine */

export const EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))";
const USUAL = { depth: 3, size: "4x4", game: "breakthrough" };

/**
 * Which tree is wanted, and how it is searched.
 * @typedef {{ line: GivenLine | null, leaves: string | null, depth: number, evaluate: string | null, order: string | null, isMinimax: boolean }} Wanted
 */

/**
 * Read what an address asks for; without anything it is a small board.
 * @param {URLSearchParams} query
 * @param {Catalogue} catalogue
 * @returns {Promise<Wanted>}
 */
export async function readAddress(query, catalogue) {
  const depth = Number(query.get("depth") ?? USUAL.depth);
  const common = {
    depth: Number.isInteger(depth) && depth > 0 ? depth : USUAL.depth,
    evaluate: query.get("evaluate"),
    order: query.get("order"),
    isMinimax: query.get("algorithm") === "minimax",
  };
  const leaves = query.get("leaves");
  if (leaves !== null) return { ...common, line: null, leaves };
  const asked = new URLSearchParams(query);
  if (!["game", "play", "record"].some((name) => query.has(name))) {
    asked.set("game", USUAL.game);
    asked.set("option.size", USUAL.size);
  }
  const { shown, number } = await openAddress(asked, catalogue);
  return { ...common, line: lineOf(shown, number), leaves: null };
}

/**
 * The line to a position of a game.
 * @param {ShownLine} shown
 * @param {number} number
 * @returns {GivenLine}
 */
export function lineOf(shown, number) {
  const moves = shown.plies.slice(1, number + 1).flatMap(({ move }) => (move === null ? [] : [move]));
  return { game: shown.game.name, options: shown.game.options, position: shown.plies[0]?.position ?? null, moves };
}

/**
 * Write the address that asks for a tree.
 * @param {Wanted} wanted
 */
export function addressOf({ line, leaves, depth, evaluate, order, isMinimax }) {
  const query = line ? queryOf(line) : new URLSearchParams();
  if (leaves !== null) query.set("leaves", leaves);
  if (line) {
    query.set("depth", String(depth));
    if (evaluate) query.set("evaluate", evaluate);
    if (order) query.set("order", order);
  }
  if (isMinimax) query.set("algorithm", "minimax");
  return `/tree?${query}`;
}

/**
 * Write the address that analyses what moves lead to from the end of a line.
 * @param {GivenLine} line
 * @param {string[]} path
 */
export function analysisAddressOf(line, path) {
  return `/analyse?${queryOf({ ...line, moves: [...(line.moves ?? []), ...path] })}`;
}

/** @param {GivenLine} line */
function queryOf({ game, options, position, moves }) {
  const query = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(options ?? {})) query.set(`option.${name}`, value);
  if (position) query.set("position", position);
  if (moves?.length) query.set("moves", moves.join(","));
  return query;
}

export class SettingsForm {
  #depth = find("#depth", HTMLInputElement);
  #evaluate = find("#evaluate", HTMLSelectElement);
  #order = find("#order", HTMLSelectElement);
  #leaves = find("#leaves", HTMLTextAreaElement);

  /**
   * @param {Catalogue} catalogue
   * @param {(changed: Partial<Wanted>) => void} onChange
   */
  constructor(catalogue, onChange) {
    this.catalogue = catalogue;
    find("#settings", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    for (const field of [this.#depth, this.#evaluate, this.#order]) {
      field.addEventListener("change", () => {
        onChange({ depth: Number(this.#depth.value), evaluate: this.#evaluate.value || null, order: this.#order.value || null });
      });
    }
    find("#leaves-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      onChange({ line: null, leaves: this.#leaves.value });
    });
  }

  /**
   * Show what is set.
   * @param {Wanted} wanted
   * @param {string | null} evaluate what the server took where nothing was said
   */
  show(wanted, evaluate) {
    const game = this.catalogue.games.find((each) => each.game.name === wanted.line?.game);
    const options = () => (game?.evaluations ?? []).map(({ name }) => element("option", { value: name }, name));
    this.#depth.value = String(wanted.depth);
    this.#evaluate.replaceChildren(...options());
    this.#order.replaceChildren(element("option", { value: "" }, "as the rules list them"), ...options());
    for (const [field, value] of /** @type {const} */ ([[this.#evaluate, wanted.evaluate ?? evaluate], [this.#order, wanted.order]])) {
      if (value && ![...field.options].some((option) => option.value === value)) field.append(element("option", { value }, value));
      field.value = value ?? "";
    }
    this.#leaves.value = wanted.leaves ?? (this.#leaves.value || EXAMPLE);
    find("#settings-panel", HTMLElement).hidden = wanted.line === null;
  }
}
