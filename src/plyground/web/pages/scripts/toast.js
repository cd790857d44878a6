/** Short messages at the foot of the page. */

import { element } from "./dom.js";

const LASTING = 6000;

/**
 * Tell something in passing; what is bad stays until it is closed.
 * @param {string} text
 * @param {"plain" | "bad"} [kind]
 */
export function tell(text, kind = "plain") {
  const close = () => toast.remove();
  const toast = element(
    "div",
    { class: `toast ${kind}` },
    element("span", {}, text),
    element("button", { class: "button small", type: "button", onclick: close }, "Close"),
  );
  area().append(toast);
  if (kind === "plain") setTimeout(close, LASTING);
}

/**
 * Tell what went wrong.
 * @param {unknown} error
 */
export function tellProblem(error) {
  tell(error instanceof Error ? error.message : String(error), "bad");
}

function area() {
  const found = document.querySelector(".toast-area");
  if (found) return found;
  const made = element("div", { class: "toast-area", role: "status", "aria-live": "polite" });
  document.body.append(made);
  return made;
}
