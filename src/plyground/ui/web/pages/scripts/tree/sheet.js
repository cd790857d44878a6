/** The tree of an exercise as a list of lists, with a field at every node that has no value yet. */

import { drawn, element } from "../dom.js";
import { typeset } from "./tree-text.js";

/** @typedef {import("./messages.js").AnswerVerdict} AnswerVerdict */
/** @typedef {import("./messages.js").CheckedAnswers} CheckedAnswers */
/** @typedef {import("./messages.js").ExerciseMessage} ExerciseMessage */

/**
 * @typedef {{ name: string, box: HTMLElement, item: HTMLElement, value: HTMLInputElement | null, cut: HTMLInputElement | null }} Spot
 */

/** What counts as a number: a comma and the sign of print are fine, what only programs write is not. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A proof and a disproof number; who has no ∞ on the keyboard writes inf or oo. */
const PAIR = /^(\d{1,6}|∞) ?\/ ?(\d{1,6}|∞)$/;

export class Sheet {
  /** @type {Spot[]} */ #spots = [];
  #isProof = false;

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} verdicts where the answers are explained
   * @param {() => void} onAnswer
   */
  constructor(place, verdicts, onAnswer) {
    this.place = place;
    this.verdicts = verdicts;
    this.onAnswer = onAnswer;
  }

  /** @param {ExerciseMessage} message */
  show(message) {
    this.#isProof = message.is_proof;
    const lists = message.parents.map(() => element("ul", { class: "sheet-branches" }));
    this.#spots = message.parents.map((_, node) => this.#makeSpot(message, node));
    message.parents.forEach((parent, node) => {
      const { item } = /** @type {Spot} */ (this.#spots[node]);
      if (message.leaves[node] === null) item.append(/** @type {HTMLElement} */ (lists[node]));
      if (parent >= 0) lists[parent]?.append(item);
    });
    this.verdicts.replaceChildren();
    const root = this.#spots[0];
    this.place.replaceChildren(element("ul", { class: "sheet-branches sheet-root" }, ...(root ? [root.item] : [])));
  }

  /** What was filled in and marked; `wrong` are the nodes whose text is no number. */
  answers() {
    const filled = this.#spots.flatMap(({ value }, node) => {
      const text = this.#isProof ? value?.value.trim().replace(/\b(inf|oo)\b/gi, "∞") : value?.value.trim().replace("−", "-").replace(",", ".");
      return text ? [{ node, text }] : [];
    });
    const form = this.#isProof ? PAIR : NUMBER;
    const cuts = this.#spots.flatMap(({ cut }, node) => (cut?.checked ? [node] : []));
    const wrong = filled.flatMap(({ node, text }) => (form.test(text) ? [] : [node]));
    const found = (/** @type {(text: string) => any} */ read) => Object.fromEntries(filled.map(({ node, text }) => [String(node), read(text)]));
    return this.#isProof ? { numbers: found(String), cuts, wrong } : { values: found(Number), cuts, wrong };
  }

  /**
   * Say which texts are no numbers; nothing is said about the other answers.
   * @param {number[]} nodes
   */
  refuse(nodes) {
    const told = (/** @type {number} */ node) => `“${this.#spots[node]?.value?.value}” is not ${this.#isProof ? "a pair of numbers, such as 2/3 or ∞/0" : "a number, such as 3 or −1.5"}.`;
    this.judge({ values: nodes.map((node) => ({ node, is_right: false, told: told(node) })), cuts: [] });
    this.#spots[nodes[0] ?? 0]?.value?.focus();
  }

  /**
   * Show what is right and what is not, and why.
   * @param {Pick<CheckedAnswers, "values" | "cuts">} checked
   */
  judge({ values, cuts }) {
    this.#forget();
    const told = [...values.map((verdict) => this.#judgeOne(verdict, "value")), ...cuts.map((verdict) => this.#judgeOne(verdict, "cut"))];
    this.verdicts.replaceChildren(...told);
  }

  /**
   * @param {AnswerVerdict} verdict
   * @param {"value" | "cut"} asked
   */
  #judgeOne({ node, is_right: isRight, told }, asked) {
    const spot = this.#spots[node];
    const id = `${asked}-verdict-${node}`;
    spot?.[asked]?.setAttribute("aria-invalid", String(!isRight));
    spot?.[asked]?.setAttribute("aria-describedby", id);
    spot?.box.classList.add(isRight ? "is-right" : "is-wrong");
    return element(
      "li",
      { class: isRight ? "verdict is-right" : "verdict is-wrong", id },
      element("span", { class: "verdict-sign", role: "img", "aria-label": isRight ? "right" : "wrong" }, isRight ? "✓" : "✗"),
      element("strong", {}, spot?.name ?? ""),
      element("span", {}, typeset(told)),
    );
  }

  #forget() {
    this.verdicts.replaceChildren();
    for (const { box, value, cut } of this.#spots) {
      box.classList.remove("is-right", "is-wrong");
      for (const field of [value, cut]) {
        field?.removeAttribute("aria-invalid");
        field?.removeAttribute("aria-describedby");
      }
    }
  }

  /**
   * @param {ExerciseMessage} message
   * @param {number} node
   * @returns {Spot}
   */
  #makeSpot(message, node) {
    const leaf = message.leaves[node] ?? null;
    const path = pathOf(message, node);
    const name = path.join(" ") || "the root";
    const isMax = path.length % 2 === 0;
    const onInput = () => {
      this.#forget();
      this.onAnswer();
    };
    const [kind, asked] = message.is_proof ? [isMax ? "OR" : "AND", "Numbers"] : [isMax ? "MAX" : "MIN", "Value"];
    const value = leaf === null ? element("input", { class: "input sheet-value", inputmode: "text", autocomplete: "off", "aria-label": `${asked} of ${name}, ${kind}`, oninput: onInput }) : null;
    const cut = message.is_proof ? this.#makePick(message, node, name, onInput) : node > 0 ? element("input", { type: "checkbox", "aria-label": `${name} is cut off`, onchange: onInput }) : null;
    const box = element(
      "div",
      { class: leaf === null ? "sheet-node" : "sheet-node is-leaf" },
      cut && !message.is_proof && element("label", { class: "sheet-cut", title: "Cut this branch off" }, cut, drawSlash()),
      leaf === null && drawTriangle(isMax, kind),
      cut && message.is_proof && element("label", { class: "sheet-pick", title: "This is the most-proving node" }, cut),
      element("span", { class: "sheet-move" }, path.at(-1) ?? kind),
      value ?? element("span", { class: "sheet-leaf" }, (leaf ?? "").replace("-", "−")),
    );
    return { name, box, value, cut, item: element("li", { class: "sheet-item" }, box) };
  }

  /**
   * Make the button that marks a leaf as the most-proving node.
   * @param {ExerciseMessage} message
   * @param {number} node
   * @param {string} name
   * @param {() => void} onInput
   */
  #makePick(message, node, name, onInput) {
    if (!message.candidates.includes(node)) return null;
    return element("input", { type: "radio", name: "most-proving", "aria-label": `${name} is the most-proving node`, onchange: onInput });
  }
}

/**
 * @param {ExerciseMessage} message
 * @param {number} node
 */
function pathOf(message, node) {
  const path = [];
  for (let each = node; each > 0; each = message.parents[each] ?? 0) path.push(message.moves[each] ?? "");
  return path.reverse();
}

/**
 * @param {boolean} isMax
 * @param {string} kind
 */
function drawTriangle(isMax, kind) {
  const shape = drawn("path", { class: isMax ? "tree-max" : "tree-min", d: isMax ? "M7 2L13 12H1Z" : "M7 12L13 2H1Z" });
  return drawn("svg", { class: "sheet-triangle", viewBox: "0 0 14 14", role: "img", "aria-label": kind }, shape);
}

function drawSlash() {
  return drawn("svg", { class: "sheet-slash", viewBox: "0 0 20 20", "aria-hidden": "true" }, drawn("path", { d: "M6 17L14 3" }));
}
