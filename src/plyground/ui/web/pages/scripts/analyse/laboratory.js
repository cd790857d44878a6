/** The laboratory: every choice there is about the search, as one form. */

import { element, field, find } from "../dom.js";

/** @import { Settings } from "./runs.js" */

const ROOMY = "(min-width: 40rem)";
const USUAL_ALGORITHM = "engine";
const WITH_PLAYOUTS = "mcts";
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
  /** The algorithms whose features are offered, by the name of the most usual one. */ #family = USUAL_ALGORITHM;

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
        algorithm: text("algorithm") || this.#family,
        features: [...given.getAll("feature"), ...given.getAll("playouts")].map(String),
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
    if (name === "feature" || name === "playouts") this.#chooseAlgorithm();
    const select = find("#evaluate", HTMLSelectElement, this.#form);
    const own = find("#expression", HTMLInputElement, this.#form);
    own.hidden = select.value !== OWN;
    if (changed === select && !own.hidden) own.focus();
    const chosen = this.#game?.evaluations.find((each) => each.name === select.value);
    find("#evaluate-help", HTMLElement, this.#form).textContent = chosen?.summary ?? "A sum such as 2*mobility + 0.5*piece.";
  }

  /** Switch the features of the algorithm that is chosen; without one they stay as somebody left them. */
  #switchChosen() {
    const algorithm = String(new FormData(this.#form).get("algorithm") ?? "");
    const features = this.algorithms[algorithm];
    if (!features) return;
    this.#family = this.#catalogue.families[algorithm] ?? USUAL_ALGORITHM;
    for (const part of /** @type {NodeListOf<HTMLFieldSetElement>} */ (this.#form.querySelectorAll("[data-family]"))) {
      part.hidden = part.disabled = part.dataset.family !== this.#family; // what is disabled is not sent
    }
    find("#features", HTMLElement, this.#form).hidden = (this.#catalogue.features[this.#family] ?? []).length === 0;
    for (const box of this.#boxes()) box.checked = features.includes(box.value);
  }

  /** Choose the algorithm that has just these features, or none. */
  #chooseAlgorithm() {
    const features = this.#boxes().filter((box) => box.checked).map((box) => box.value);
    for (const radio of this.#form.querySelectorAll("input")) {
      if (radio.name !== "algorithm") continue;
      const isOfFamily = this.#catalogue.families[radio.value] === this.#family;
      radio.checked = isOfFamily && this.algorithms[radio.value]?.join() === features.join();
    }
  }

  #boxes() {
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll(`[data-family="${this.#family}"] input`));
    return [...inputs].filter(({ name }) => name === "feature" || name === "playouts");
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
    const { playouts = [], ...families } = this.#catalogue.features;
    const parts = Object.entries(families).map(([family, features]) =>
      element(
        "fieldset",
        { class: "features", "data-family": family, hidden: family !== USUAL_ALGORITHM, disabled: family !== USUAL_ALGORITHM },
        element("legend", { class: "for-ears" }, "Features"),
        ...features.map((feature) => this.#featureSwitch(family, "feature", feature)),
        ...(family === WITH_PLAYOUTS ? playouts.map((kind) => this.#featureSwitch(family, "playouts", kind)) : []),
      ),
    );
    // On a phone, two dozen switches would push what follows out of sight.
    const open = matchMedia(ROOMY).matches;
    return element("details", { class: "fold", id: "features", open }, element("summary", {}, "Features"), ...parts);
  }

  /**
   * @param {string} family
   * @param {"feature" | "playouts"} name of which the first may be switched, and one of the others is chosen
   * @param {Named} described
   */
  #featureSwitch(family, name, { name: value, summary }) {
    const isSwitch = name === "feature";
    const [title, help] = [`${name}-${family}-${value}`, `${name}-${family}-${value}-help`];
    return element(
      "label",
      { class: "feature" },
      element("input", {
        type: isSwitch ? "checkbox" : "radio", role: isSwitch ? "switch" : null, name, value,
        checked: this.#catalogue.algorithms[family]?.includes(value) ?? false, "aria-labelledby": title, "aria-describedby": help,
      }),
      element("span", {}, element("b", { id: title }, isSwitch ? value : `playouts: ${value}`), " ", element("span", { class: "muted", id: help }, summary)),
    );
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
 * @param {string} name
 * @param {{ min: number, max: number, step: number, value: number | string }} bounds
 */
function numberInput(name, bounds) {
  return element("input", { class: "input", type: "number", id: name, name, inputmode: "decimal", placeholder: "–", ...bounds });
}
