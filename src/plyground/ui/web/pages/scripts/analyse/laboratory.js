/** The laboratory: every choice there is about the search, as one form. */

import { element, find } from "../dom.js";

/** @typedef {import("../messages.js").Catalogue} Catalogue */
/** @typedef {import("../messages.js").CatalogueGame} CatalogueGame */
/** @typedef {import("../messages.js").Named} Named */
/** @typedef {import("./messages.js").Settings} Settings */

const ROOMY = "(min-width: 40rem)";
const USUAL_ALGORITHM = "engine";
const USUAL_SECONDS = 10;
const USUAL_MEGABYTES = 64;
const BEST = "best";
const OWN = "=";
const LINES = [1, 3, 5];
const MEGABYTES = [1, 4, 16, 64, 256, 1024];

export class Laboratory {
  /** @type {HTMLFormElement} */ #form;
  /** @type {Catalogue} */ #catalogue;
  /** @type {CatalogueGame | null} */ #game = null;

  /**
   * @param {HTMLFormElement} form to be filled
   * @param {Catalogue} catalogue
   * @param {() => void} onChange
   */
  constructor(form, catalogue, onChange) {
    this.#form = form;
    this.#catalogue = catalogue;
    form.replaceChildren(
      this.#evaluationPart(),
      this.#algorithmPart(),
      this.#featurePart(),
      this.#effortPart(),
      this.#machinePart(),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => {
      this.#agree(event.target);
      onChange();
    });
  }

  /** The features of each algorithm, as they suit the game. */
  get algorithms() {
    return this.#game?.algorithms ?? this.#catalogue.algorithms;
  }

  /**
   * Offer the evaluations of a game, and an algorithm that was chosen as it suits the game.
   * @param {CatalogueGame} game
   */
  setGame(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.#fillEvaluations(game.evaluations);
    this.#switchChosen();
    this.#agree(null);
  }

  /** Choose what everything is at first. */
  reset() {
    this.#form.reset();
    if (this.#game) this.#fillEvaluations(this.#game.evaluations);
    this.#switchChosen();
    this.#agree(null);
  }

  /** @returns {Settings} */
  get settings() {
    const given = new FormData(this.#form);
    const text = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
    const number = (/** @type {string} */ name) => (text(name) === "" ? null : Number(text(name)));
    const evaluate = text("evaluate");
    return {
      search: {
        evaluate: (evaluate === OWN ? text("expression") : evaluate) || null,
        order: text("order") || null,
        algorithm: text("algorithm") || USUAL_ALGORITHM,
        features: given.getAll("feature").map(String),
        threads: number("threads") ?? 1,
        megabytes: number("megabytes") ?? USUAL_MEGABYTES,
      },
      lines: number("lines") ?? 1,
      effort: { seconds: number("seconds"), depth: number("depth"), nodes: number("nodes") },
    };
  }

  /**
   * Make the parts of the form agree with the one that was changed.
   * @param {EventTarget | null} changed
   */
  #agree(changed) {
    const { name = "" } = changed instanceof HTMLInputElement ? changed : {};
    if (name === "algorithm") this.#switchChosen();
    if (name === "feature") this.#chooseAlgorithm();
    const select = find("#evaluate", HTMLSelectElement, this.#form);
    const own = find("#expression", HTMLInputElement, this.#form);
    own.hidden = select.value !== OWN;
    if (changed === select && !own.hidden) own.focus();
    const chosen = this.#game?.evaluations.find((each) => each.name === select.value);
    find("#evaluate-help", HTMLElement, this.#form).textContent = chosen?.summary ?? "A sum such as 2*mobility + 0.5*piece.";
  }

  /** Switch the features of the algorithm that is chosen; without one they stay as somebody left them. */
  #switchChosen() {
    const features = this.algorithms[String(new FormData(this.#form).get("algorithm") ?? "")];
    if (!features) return;
    for (const box of this.#boxes()) box.checked = features.includes(box.value);
  }

  /** Choose the algorithm that has just these features, or none. */
  #chooseAlgorithm() {
    const features = this.#boxes().filter((box) => box.checked).map((box) => box.value);
    for (const radio of this.#form.querySelectorAll("input")) {
      if (radio.name !== "algorithm") continue;
      radio.checked = this.algorithms[radio.value]?.join() === features.join();
    }
  }

  #boxes() {
    return [...this.#form.querySelectorAll("input")].filter((input) => input.name === "feature");
  }

  /** @param {Named[]} evaluations */
  #fillEvaluations(evaluations) {
    const options = () => evaluations.map(({ name }) => element("option", { value: name }, name));
    const evaluate = find("#evaluate", HTMLSelectElement, this.#form);
    evaluate.replaceChildren(...options(), element("option", { value: OWN }, "an expression …"));
    evaluate.value = (evaluations.find(({ name }) => name === BEST) ?? evaluations[0])?.name ?? OWN;
    const own = element("option", { value: "" }, "the engine's own");
    find("#order", HTMLSelectElement, this.#form).replaceChildren(own, ...options());
  }

  #evaluationPart() {
    const select = element("select", { class: "select", id: "evaluate", name: "evaluate", "aria-describedby": "evaluate-help" });
    const expression = element("input", {
      class: "input mono", id: "expression", name: "expression", hidden: true, autocomplete: "off", spellcheck: "false",
      maxlength: 500, "aria-label": "Expression of heuristics",
    });
    const order = element("select", { class: "select", id: "order", name: "order" });
    return element(
      "div",
      { class: "stack-tight" },
      element("div", { class: "laboratory-pair" }, field("Evaluation", select), field("Order of moves", order)),
      expression,
      element("p", { class: "field-help", id: "evaluate-help" }),
    );
  }

  #algorithmPart() {
    const choices = Object.keys(this.#catalogue.algorithms).map((name) =>
      element(
        "label",
        { class: "choice" },
        element("input", { type: "radio", name: "algorithm", value: name, checked: name === USUAL_ALGORITHM }),
        element("span", {}, name),
      ),
    );
    const legend = element("legend", { class: "label" }, "Algorithm");
    return element("fieldset", { class: "field" }, legend, element("div", { class: "choices" }, ...choices));
  }

  #featurePart() {
    const usual = this.#catalogue.algorithms[USUAL_ALGORITHM] ?? [];
    const switches = this.#catalogue.features.map(({ name, summary }) => {
      const [title, help] = [`feature-${name}`, `feature-${name}-help`];
      return element(
        "label",
        { class: "feature" },
        element("input", {
          type: "checkbox", role: "switch", name: "feature", value: name, checked: usual.includes(name),
          "aria-labelledby": title, "aria-describedby": help,
        }),
        element("span", {}, element("b", { id: title }, name), " ", element("span", { class: "muted", id: help }, summary)),
      );
    });
    // On a phone, two dozen switches would push what follows out of sight.
    const open = matchMedia(ROOMY).matches;
    const details = element("details", { class: "fold", open }, element("summary", {}, "Features"), element("div", { class: "features" }, ...switches));
    return element("fieldset", { class: "field" }, element("legend", { class: "for-ears" }, "Features"), details);
  }

  #effortPart() {
    const { seconds, depth, nodes } = this.#catalogue.limits;
    return element(
      "fieldset",
      { class: "field" },
      element("legend", { class: "label" }, "Ends at the first of"),
      element(
        "div",
        { class: "laboratory-three" },
        field("seconds", numberInput("seconds", { min: 0.1, max: seconds, step: 0.1, value: USUAL_SECONDS })),
        field("depth", numberInput("depth", { min: 1, max: depth, step: 1, value: "" })),
        field("nodes", numberInput("nodes", { min: 1, max: nodes, step: 1, value: "" })),
      ),
    );
  }

  #machinePart() {
    const { lines, threads, megabytes } = this.#catalogue.limits;
    const valued = LINES.map((count) => element("option", { value: count }, count === 1 ? "best" : `best ${count}`));
    const all = element("option", { value: lines, selected: true }, "all");
    const sizes = MEGABYTES.filter((size) => size <= megabytes).map((size) =>
      element("option", { value: size, selected: size === USUAL_MEGABYTES }, `${size} MB`),
    );
    return element(
      "div",
      { class: "laboratory-three" },
      field("Moves valued", element("select", { class: "select", id: "lines", name: "lines" }, ...valued, all)),
      field("Threads", numberInput("threads", { min: 1, max: threads, step: 1, value: 1 })),
      field("Table", element("select", { class: "select", id: "megabytes", name: "megabytes" }, ...sizes)),
    );
  }
}

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} control
 */
function field(label, control) {
  return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
}

/**
 * @param {string} name
 * @param {{ min: number, max: number, step: number, value: number | string }} bounds
 */
function numberInput(name, bounds) {
  return element("input", { class: "input", type: "number", id: name, name, inputmode: "decimal", placeholder: "–", ...bounds });
}
