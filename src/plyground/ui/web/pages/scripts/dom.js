/** Elements, made in one call. Texts become text nodes, never markup. */

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Value
 * @typedef {Node | string | number | null | undefined | false} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element. A function under "onclick" and the like listens; null and false leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * Make an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawn(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Make one of the icons of icons.svg.
 * @param {string} name
 */
export function icon(name) {
  const picture = drawn("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" });
  picture.append(drawn("use", { href: `/static/icons.svg#${name}` }));
  return picture;
}

/**
 * Make a button with a picture alone.
 * @param {string} picture
 * @param {string} name
 * @param {() => void} onClick
 */
export function iconButton(picture, name, onClick) {
  return element("button", { class: "button icon-only", type: "button", "aria-label": name, title: name, onclick: onClick }, icon(picture));
}

/**
 * Make a table.
 * @param {string} look
 * @param {HTMLElement[]} head the cells above its columns
 * @param {HTMLElement[]} rows
 * @param {HTMLElement | null} [caption]
 */
export function makeTable(look, head, rows, caption = null) {
  return element("table", { class: look }, caption, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/**
 * Make a field of a form: a control below its name.
 * @param {string} name
 * @param {HTMLElement} control
 */
export function field(name, control) {
  return element("div", { class: "field" }, element("label", { for: control.id }, name), control);
}

/**
 * Find the one element that a page must have.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new (...given: any[]) => Kind} kind
 * @param {ParentNode} [within]
 * @returns {Kind}
 */
export function find(selector, kind, within = document) {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}

/**
 * Show a page that has nothing but words and a way on.
 * @param {string} title
 * @param {string} told
 * @param {...Child} ways
 */
export function showEmpty(title, told, ...ways) {
  find("#content", HTMLElement).replaceChildren(element("div", { class: "empty" }, element("h1", {}, title), element("p", {}, told), ...ways));
}

/**
 * Show a problem in the place that a page has for it.
 * @param {string} text
 * @param {HTMLElement} [place]
 */
export function showProblem(text, place = find("#problem", HTMLElement)) {
  place.textContent = text;
  place.hidden = false;
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Record<string, Value>} attributes
 * @param {Child[]} children
 * @returns {Made}
 */
function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child instanceof Node) made.append(child);
    else if (child !== null && child !== undefined && child !== false) made.append(String(child));
  }
  return made;
}
