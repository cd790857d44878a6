/** Short messages at the foot of the page. */

import { element } from "./dom.js";

/** How long a message stays that nobody points at, in milliseconds. */
const LASTING = { plain: 6000, bad: 12_000 };
const MOST = 3;

/** The topic of messages that the server cannot be reached; they go as soon as it can. */
export const CONNECTION = "connection";

/**
 * Tell something in passing. What is told already is not told twice, and the oldest make room.
 * @param {string} text
 * @param {"plain" | "bad"} [kind]
 * @param {string} [topic] lets `settle` find it
 */
export function tell(text, kind = "plain", topic = "") {
  const toasts = area();
  for (const shown of toasts.children) if (shown.firstElementChild?.textContent === text) shown.remove();
  let timer = 0;
  const wait = () => clearTimeout(timer);
  const leave = () => {
    wait();
    timer = setTimeout(close, LASTING[kind]);
  };
  const close = () => toast.remove();
  const toast = element(
    "div",
    { class: `toast ${kind}`, "data-topic": topic, onmouseenter: wait, onmouseleave: leave, onfocusin: wait, onfocusout: leave },
    element("span", {}, text),
    element("button", { class: "button small", type: "button", onclick: close }, "Close"),
  );
  toasts.append(toast);
  leave();
  while (toasts.children.length > MOST) toasts.firstElementChild?.remove();
}

/**
 * Tell what went wrong.
 * @param {unknown} error
 */
export function tellProblem(error) {
  const isUnreachable = error instanceof Error && "status" in error && error.status === 0;
  tell(error instanceof Error ? error.message : String(error), "bad", isUnreachable ? CONNECTION : "");
}

/**
 * Take back what was told about something: it is so no longer.
 * @param {string} topic
 */
export function settle(topic) {
  for (const toast of document.querySelectorAll(`.toast[data-topic="${topic}"]`)) toast.remove();
}

function area() {
  const found = document.querySelector(".toast-area");
  if (found) return found;
  const made = element("div", { class: "toast-area", role: "status", "aria-live": "polite" });
  document.body.append(made);
  return made;
}
