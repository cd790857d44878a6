/** What the address asks for, and the form that changes it. */

import { element, find } from "../dom.js";
import { openAddress } from "../analyse/analysis-address.js";
import { writeLine } from "../line-address.js";

/** Alpha-beta cuts off five of its twelve leaves: one of them alone at MAX, and two pairs at MIN. */
export const EXAMPLE = "(((11 3) (14 9)) ((4 1) (15 12)) ((8 5) (13 6)))";
const USUAL = { depth: 3, nodes: 1000, simulations: 100, exploration: Math.SQRT2, seed: 0 };
export const ALGORITHMS = /** @type {const} */ (["minimax", "alphabeta", "pns", "uct"]);
const GOALS = { win: "win", draw: "at least a draw" };

/** @typedef {typeof ALGORITHMS[number]} Algorithm */

/**
 * Which tree is wanted, and how it is searched. The nodes are those of a proof-number search, what follows belongs to UCT;
 * the goal is of both.
 * @typedef {{ line: GivenLine | null, leaves: string | null, evaluate: string | null, order: string | null, algorithm: Algorithm, goal: string | null } & Record<keyof typeof USUAL, number>} Wanted
 */

/**
 * Read what an address asks for; without anything it is the example.
 * @param {URLSearchParams} query
 * @param {Catalogue} catalogue
 * @returns {Promise<Wanted>}
 */
export async function readAddress(query, catalogue) {
  const numbers = { ...USUAL };
  for (const name of /** @type {(keyof typeof USUAL)[]} */ (Object.keys(USUAL))) {
    const given = Number(query.get(name) ?? USUAL[name]);
    const isFine = name === "exploration" || name === "seed" ? given >= 0 : given > 0;
    if (isFine && (name === "exploration" || Number.isInteger(given))) numbers[name] = given;
  }
  const common = {
    ...numbers,
    evaluate: query.get("evaluate"),
    order: query.get("order"),
    algorithm: ALGORITHMS.find((name) => name === query.get("algorithm")) ?? "alphabeta",
    goal: query.get("goal"),
  };
  const hasLine = ["game", "play", "record"].some((name) => query.has(name));
  const leaves = query.get("leaves") ?? (hasLine ? null : EXAMPLE);
  if (leaves !== null) return { ...common, line: null, leaves };
  const { shown, number } = await openAddress(query, catalogue);
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
export function addressOf(wanted) {
  const { line, leaves, depth, evaluate, order, algorithm, goal, nodes } = wanted;
  const query = line ? writeLine(line) : new URLSearchParams();
  if (leaves !== null) query.set("leaves", leaves);
  if (algorithm !== "alphabeta") query.set("algorithm", algorithm);
  if (algorithm === "pns") {
    if (goal) query.set("goal", goal);
    query.set("nodes", String(nodes));
  } else if (algorithm === "uct") {
    if (goal && leaves !== null) query.set("goal", goal);
    for (const name of /** @type {const} */ (["simulations", "exploration", "seed"])) {
      if (wanted[name] !== USUAL[name] || name === "simulations") query.set(name, String(wanted[name]));
    }
  } else if (line) {
    query.set("depth", String(depth));
    if (evaluate) query.set("evaluate", evaluate);
    if (order) query.set("order", order);
  }
  return `/tree?${query}`;
}

/**
 * Write the address that analyses what moves lead to from the end of a line.
 * @param {GivenLine} line
 * @param {string[]} path
 */
export function analysisAddressOf(line, path) {
  return `/analyse?${writeLine({ ...line, moves: [...line.moves, ...path] })}`;
}

export class SettingsForm {
  #depth = find("#depth", HTMLInputElement);
  #evaluate = find("#evaluate", HTMLSelectElement);
  #order = find("#order", HTMLSelectElement);
  #goal = find("#goal", HTMLSelectElement);
  #points = find("#points", HTMLInputElement);
  #numbers = Object.fromEntries(["nodes", "simulations", "exploration", "seed"].map((name) => [name, find(`#${name}`, HTMLInputElement)]));
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
    this.#goal.addEventListener("change", () => onChange({ goal: this.#goal.value }));
    this.#points.addEventListener("change", () => onChange({ goal: this.#points.value || null }));
    for (const [name, field] of Object.entries(this.#numbers)) field.addEventListener("change", () => onChange({ [name]: Number(field.value) }));
    find("#leaves-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      onChange({ line: null, leaves: this.#leaves.value, goal: null });
    });
  }

  /**
   * Show what is set.
   * @param {Wanted} wanted
   * @param {{ evaluate?: string | null, goal?: string | null }} taken what the server took where nothing was said
   */
  show(wanted, taken) {
    const kind = wanted.algorithm === "pns" ? "proof" : wanted.algorithm === "uct" ? "uct" : "search";
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-for]"))) field.hidden = !field.dataset.for?.split(" ").includes(kind);
    find("#settings-panel", HTMLElement).hidden = wanted.line === null && kind === "search";
    this.#leaves.value = wanted.leaves ?? (this.#leaves.value || EXAMPLE);
    for (const [name, field] of Object.entries(this.#numbers)) field.value = String(Number(wanted[/** @type {keyof typeof USUAL} */ (name)].toPrecision(4)));
    if (kind === "search") this.#showSearch(wanted, taken.evaluate ?? null);
    else this.#showGoal(wanted, taken.goal ?? wanted.goal ?? "");
  }

  /**
   * @param {Wanted} wanted
   * @param {string} goal
   */
  #showGoal(wanted, goal) {
    const goals = Object.entries({ ...(goal in GOALS ? {} : { [goal]: `a margin of ${goal}` }), ...GOALS });
    find("#goal-field", HTMLElement).hidden = wanted.line === null || wanted.algorithm === "uct";
    find("#points-field", HTMLElement).hidden = wanted.line !== null;
    this.#points.value = goal;
    this.#goal.replaceChildren(...goals.map(([value, title]) => element("option", { value }, title)));
    this.#goal.value = goal;
  }

  /**
   * @param {Wanted} wanted
   * @param {string | null} evaluate
   */
  #showSearch(wanted, evaluate) {
    const game = this.catalogue.games.find((each) => each.game.name === wanted.line?.game);
    const options = () => (game?.evaluations ?? []).map(({ name }) => element("option", { value: name }, name));
    this.#depth.value = String(wanted.depth);
    this.#evaluate.replaceChildren(...options());
    this.#order.replaceChildren(element("option", { value: "" }, "as the rules list them"), ...options());
    for (const [field, value] of /** @type {const} */ ([[this.#evaluate, wanted.evaluate ?? evaluate], [this.#order, wanted.order]])) {
      if (value && ![...field.options].some((option) => option.value === value)) field.append(element("option", { value }, value));
      field.value = value ?? "";
    }
  }
}
