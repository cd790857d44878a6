/** Form fields made from the options that a game declares. */

import { element } from "../dom.js";
import { titled } from "../words.js";

/**
 * What a game declares that can be chosen.
 * @typedef {{ kind: "size", name: string, help: string, default: string, rows: number[], columns: number[], square: boolean }
 *   | { kind: "number", name: string, help: string, default: number, minimum: number, maximum: number }
 *   | { kind: "choice", name: string, help: string, default: string, choices: string[] }} Option
 */

/** @typedef {{ element: HTMLElement, value: () => string }} Field */

/**
 * Make the field of an option.
 * @param {Option} option
 * @returns {Field}
 */
export function makeField(option) {
  if (option.kind === "size") return option.square ? makeSquareSize(option) : makeSize(option);
  if (option.kind === "choice") return makeChoice(option, option.choices, titled(option.help));
  return makeNumber(option);
}

/**
 * Make a row of radio buttons.
 * @param {string} name
 * @param {{ value: string, text: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} [onChoose]
 */
export function makeChoices(name, choices, chosen, onChoose = () => {}) {
  return choices.map(({ value, text }) =>
    element(
      "label",
      { class: "choice" },
      element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }),
      element("span", {}, text),
    ),
  );
}

/**
 * @param {Extract<Option, { kind: "size" }>} option
 * @returns {Field}
 */
function makeSquareSize(option) {
  return makeChoice(option, option.rows.map(String), "Size", (size) => `${size} × ${size}`);
}

/**
 * @param {Option} option
 * @param {string[]} values
 * @param {string} title
 * @param {(value: string) => string} [show]
 * @returns {Field}
 */
function makeChoice(option, values, title, show = (value) => value) {
  const choices = values.map((value) => ({ value, text: show(value) }));
  const field = element(
    "fieldset",
    { class: "field" },
    element("legend", {}, title),
    element("div", { class: "choices" }, ...makeChoices(`option-${option.name}`, choices, String(option.default))),
  );
  return {
    element: field,
    value: () => field.querySelector("input:checked")?.getAttribute("value") ?? String(option.default),
  };
}

/**
 * @param {Extract<Option, { kind: "size" }>} option
 * @returns {Field}
 */
function makeSize(option) {
  const [rows = "", columns = rows] = option.default.split("x");
  const across = makeSelect("Columns", option.columns, columns);
  const down = makeSelect("Rows", option.rows, rows);
  const field = element(
    "fieldset",
    { class: "field" },
    element("legend", {}, "Size"),
    element("div", { class: "input-row" }, down, element("span", { "aria-hidden": "true" }, "×"), across),
  );
  return { element: field, value: () => `${down.value}x${across.value}` };
}

/**
 * @param {string} title
 * @param {number[]} numbers
 * @param {string} chosen
 */
function makeSelect(title, numbers, chosen) {
  const singular = title.toLowerCase();
  const options = numbers.map((number) =>
    element("option", { value: number, selected: String(number) === chosen }, `${number} ${singular}`),
  );
  return element("select", { class: "select", "aria-label": title }, ...options);
}

/**
 * @param {Extract<Option, { kind: "number" }>} option
 * @returns {Field}
 */
function makeNumber(option) {
  const id = `option-${option.name}`;
  const { minimum: min, maximum: max, default: value } = option;
  const input = element("input", { class: "input", id, type: "number", min, max, value, step: 1, required: true });
  const field = element(
    "div",
    { class: "field" },
    element("label", { for: id }, titled(option.name)),
    input,
    element("p", { class: "field-help" }, `${titled(option.help)}.`),
  );
  return { element: field, value: () => input.value };
}
