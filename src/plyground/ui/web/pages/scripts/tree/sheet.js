/** The tree of an exercise as a list of lists, with a field at every node that has no value yet. */

import { drawn, element } from "../dom.js";
import { typeset } from "./tree-text.js";

/**
 * @typedef {{ name: string, box: HTMLElement, item: HTMLElement, value: HTMLInputElement | null, cut: HTMLInputElement | null }} Spot
 */

/** What counts as an answer: a comma and the sign of print are fine; who has no ∞ on the keyboard writes inf or oo. */
const FORMS = {
  number: { pattern: /^[+-]?\d+(\.\d+)?$/, names: ["a number", "numbers"], example: "3 or −1.5" },
  pair: { pattern: /^(\d{1,6}|∞) ?\/ ?(\d{1,6}|∞)$/, names: ["a pair of numbers", "pairs of numbers"], example: "2/3 or ∞/0" },
  fraction: { pattern: /^[+-]?\d{1,6} ?\/ ?\d{1,6}$/, names: ["a sum and visits", "sums and visits"], example: "−1/3" },
};

export class Sheet {
  /** @type {Spot[]} */ #spots = [];
  /** @type {keyof typeof FORMS} */ #form = "number";

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
    this.#form = message.words.form;
    const lists = message.parents.map(() => element("ul", { class: "sheet-branches" }));
    this.#spots = message.parents.map((_, node) => this.#makeSpot(message, node));
    message.parents.forEach((parent, node) => {
      const { item } = /** @type {Spot} */ (this.#spots[node]);
      if (message.parents.includes(node)) item.append(/** @type {HTMLElement} */ (lists[node]));
      if (parent >= 0) lists[parent]?.append(item);
    });
    this.place.classList.toggle("is-wide", message.asked.some((node) => message.shown[node] !== null));
    this.verdicts.replaceChildren();
    const root = this.#spots[0];
    this.place.replaceChildren(element("ul", { class: "sheet-branches sheet-root" }, ...(root ? [root.item] : [])));
  }

  /** What was filled in and marked; `wrong` are the nodes whose text is no number. */
  answers() {
    const filled = this.#spots.flatMap(({ value }, node) => {
      const text = value?.value.trim().replace("−", "-").replace(",", ".").replace(/\b(inf|oo)\b/gi, "∞");
      return text ? [{ node, text }] : [];
    });
    const cuts = this.#spots.flatMap(({ cut }, node) => (cut?.checked ? [node] : []));
    const wrong = filled.flatMap(({ node, text }) => (FORMS[this.#form].pattern.test(text) ? [] : [node]));
    const found = (/** @type {(text: string) => any} */ read) => Object.fromEntries(filled.map(({ node, text }) => [String(node), read(text)]));
    return this.#form === "number" ? { values: found(Number), cuts, wrong } : { texts: found(String), cuts, wrong };
  }

  /**
   * Say what answers have to be.
   * @param {number} count how many answers
   */
  told(count) {
    return FORMS[this.#form].names[count === 1 ? 0 : 1] ?? "";
  }

  /**
   * Say which texts are no numbers; nothing is said about the other answers.
   * @param {number[]} nodes
   */
  refuse(nodes) {
    const told = (/** @type {number} */ node) => `“${this.#spots[node]?.value?.value}” is not ${this.told(1)}, such as ${FORMS[this.#form].example}.`;
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
    const { words } = message;
    const path = pathOf(message, node);
    const name = path.join(" ") || "the root";
    const isMax = path.length % 2 === 0;
    const kind = words.roles[isMax ? 0 : 1];
    const hasChildren = message.parents.includes(node);
    const onInput = () => {
      this.#forget();
      this.onAnswer();
    };
    const label = `${words.asked} of ${name}${hasChildren ? `, ${kind}` : ""}`;
    const value = message.asked.includes(node) ? element("input", { class: "input sheet-value", inputmode: "text", autocomplete: "off", "aria-label": label, oninput: onInput }) : null;
    const mayMark = words.marks_many ? node > 0 : message.candidates.includes(node);
    const cut = mayMark ? element("input", { type: words.marks_many ? "checkbox" : "radio", name: "mark", "aria-label": `${name} is ${words.mark}`, onchange: onInput }) : null;
    const shown = message.shown[node] ?? null;
    const box = element(
      "div",
      { class: hasChildren ? "sheet-node" : "sheet-node is-leaf" },
      cut && words.marks_many && element("label", { class: "sheet-cut", title: "Cut this branch off" }, cut, drawSlash()),
      hasChildren && drawTriangle(isMax, kind),
      cut && !words.marks_many && element("label", { class: "sheet-pick", title: `This is ${words.mark}` }, cut),
      element("span", { class: "sheet-move" }, path.at(-1) ?? kind),
      shown !== null && element("span", { class: "sheet-leaf" }, shown.replace("-", "−")),
      value,
    );
    return { name, box, value, cut, item: element("li", { class: "sheet-item" }, box) };
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
