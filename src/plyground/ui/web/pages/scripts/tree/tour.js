/** A tour of the page of the tree: a few steps on a small example, each pointing at a part of the page. */

import { element, icon } from "../dom.js";

/**
 * A step points at an element and may take the search somewhere first.
 * @typedef {"begin" | "cut" | "end" | "uct"} Act
 * @typedef {{ at: string, title: string, text: string, act?: Act }} Step
 */

/** @type {Step[]} */
const STEPS = [
  {
    at: "#tree",
    title: "A tree of moves",
    text: "▲ MAX moves at the root and wants a large value, ▼ MIN answers and wants a small one. A box at the end is a position with its score. Each node takes the best value of its moves.",
    act: "end",
  },
  {
    at: ".walkthrough-steps",
    title: "Step by step",
    text: "These buttons, the slider and the arrow keys step through the search, forward and back. It has not begun yet: every node is still unknown.",
    act: "begin",
  },
  {
    at: ".walkthrough-news",
    title: "Why a branch is cut off",
    text: "This line says what happens and why. Here alpha-beta skips the grey leaf: MAX already has more at this node than MIN would ever allow. Next cut leads to the next one.",
    act: "cut",
  },
  {
    at: "[aria-labelledby=node-heading]",
    title: "One node",
    text: "Click a node: here are its value, and alpha and beta at this moment of the search. In a real game its board is shown too.",
  },
  {
    at: "[aria-labelledby=comparison-heading]",
    title: "What it saves",
    text: "Minimax and alpha-beta search the same tree and find the same value. Alpha-beta needs fewer nodes: compare them here.",
    act: "end",
  },
  {
    at: "[aria-labelledby=comparison-heading]",
    title: "Monte Carlo tree search",
    text: "The same tree again: UCT grows it where results are good. Numbers are visits; the thick line is the most visited. Step through it: select, expand, simulate, back up. Click a node for the bounds of its moves.",
    act: "uct",
  },
  {
    at: ".walkthrough-title + .button-row",
    title: "Your own position",
    text: "Choose a position of any game here, or come from the analysis of your game. The exercises let you find values, cuts and bounds yourself.",
    act: "end",
  },
];

const AIR = 12;

export class Tour {
  #number = 0;
  #count = element("span", { class: "small muted" });
  #title = element("h2", { id: "tour-title" });
  #text = element("p", { id: "tour-text" });
  #back = element("button", { class: "button small", type: "button", onclick: () => this.#show(this.#number - 1) }, "Back");
  #next = element("button", { class: "button small primary", type: "button", onclick: () => this.#goOn() });
  #card = element(
    "section",
    { class: "tour", role: "dialog", "aria-labelledby": "tour-title", "aria-describedby": "tour-text" },
    element("div", { class: "tour-top" }, this.#title, element("button", { class: "button quiet small icon-only", type: "button", "aria-label": "Skip the tour", onclick: () => this.end() }, icon("close"))),
    this.#text,
    element("div", { class: "row-apart" }, this.#count, element("div", { class: "button-row" }, this.#back, this.#next)),
  );
  #place = () => this.#put();
  /** @type {(act: Act) => void} */ #act;
  /** @type {() => void} */ #onEnd;

  /**
   * Begin the tour; the example is on the page already.
   * @param {(act: Act) => void} act takes the search somewhere
   * @param {() => void} onEnd
   */
  constructor(act, onEnd) {
    this.#act = act;
    this.#onEnd = onEnd;
    this.#card.addEventListener("keydown", (event) => event.key === "Escape" && this.end());
    addEventListener("resize", this.#place);
    addEventListener("scroll", this.#place, { passive: true });
    document.body.append(this.#card);
    this.#show(0);
  }

  get isOver() {
    return !this.#card.isConnected;
  }

  end() {
    if (this.isOver) return;
    removeEventListener("resize", this.#place);
    removeEventListener("scroll", this.#place);
    this.#point(null);
    this.#card.remove();
    this.#onEnd();
  }

  #goOn() {
    if (this.#number < STEPS.length - 1) this.#show(this.#number + 1);
    else this.end();
  }

  /** @param {number} number */
  #show(number) {
    const step = STEPS[number];
    if (!step) return;
    this.#number = number;
    if (step.act) this.#act(step.act);
    this.#title.textContent = step.title;
    this.#text.textContent = step.text;
    this.#count.textContent = `${number + 1} of ${STEPS.length}`;
    this.#back.hidden = number === 0;
    this.#next.textContent = number < STEPS.length - 1 ? "Next" : "Done";
    this.#point(document.querySelector(step.at));
    this.#put();
    this.#next.focus({ preventScroll: true });
  }

  /** @param {Element | null} target */
  #point(target) {
    for (const marked of document.querySelectorAll(".tour-target")) marked.classList.remove("tour-target");
    target?.classList.add("tour-target");
    target?.scrollIntoView({ block: "nearest" });
  }

  /** Put the card below what it points at, above it where there is more room, or at its foot. */
  #put() {
    const target = document.querySelector(".tour-target")?.getBoundingClientRect();
    if (!target) return;
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const below = target.bottom + AIR;
    const above = target.top - AIR - height;
    const top = below + height <= innerHeight ? below : above >= AIR ? above : innerHeight - height - AIR;
    const left = Math.max(AIR, Math.min(target.left + AIR, innerWidth - width - AIR));
    Object.assign(this.#card.style, { left: `${left}px`, top: `${top}px` });
  }
}
