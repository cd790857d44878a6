/* Shows what the session in Python says, and tells it what was clicked. It knows no rules. */

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function render({ model, el }) {
  const say = (message) => model.send(message);
  const picture = make("div", { class: "plyground-picture" });
  const squares = make("div", { class: "plyground-squares", role: "group", "aria-label": "Board" });
  const status = make("p", { class: "plyground-status", "aria-live": "polite" });
  const analysis = make("p", { class: "plyground-analysis", "aria-live": "polite" });
  const button = (type, text) => {
    const made = make("button", { type: "button", class: "plyground-button" }, text);
    made.addEventListener("click", () => say({ type }));
    return made;
  };
  const [pass, back, reset, analyse] = [button("pass", "Pass"), button("back", "Take back"), button("reset", "Reset"), button("analyse", "Analyse")];
  const buttons = make("div", { class: "plyground-buttons" }, pass, back, reset, analyse);
  el.append(make("div", { class: "plyground-board" }, make("div", { class: "plyground-box" }, picture, squares), status, buttons, analysis));
  let current = 0;

  /** Lay a button over every square of the picture; they are there already unless the board is another. */
  function lay(count) {
    const svg = picture.querySelector("svg");
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const rectangles = [...svg.querySelectorAll('[data-layer="squares"] > rect')];
    while (squares.childElementCount > count) squares.lastChild.remove();
    while (squares.childElementCount < count) squares.append(makeSquare(squares.childElementCount));
    rectangles.forEach((rectangle, index) => {
      const part = (name, whole) => `${(100 * Number(rectangle.getAttribute(name))) / whole}%`;
      const { style } = squares.children[index];
      style.left = part("x", width);
      style.top = part("y", height);
      style.width = part("width", width);
      style.height = part("height", height);
    });
  }

  function makeSquare(number) {
    const square = make("button", { type: "button", class: "plyground-square", "data-square": number });
    square.addEventListener("click", () => {
      focusOn(number);
      say({ type: "click", square: number });
    });
    square.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation(); // a notebook would select another cell
      focusOn(beside(number, step));
    });
    return square;
  }

  function focusOn(number) {
    current = number;
    [...squares.children].forEach((each, index) => each.setAttribute("tabindex", index === current ? "0" : "-1"));
    squares.children[current]?.focus({ preventScroll: true });
  }

  /** The square that lies beside another in the picture, or that one itself at the edge. */
  function beside(number, [across, along]) {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = squares.children[number];
    const [left, top] = [offsetLeft + across * offsetWidth, offsetTop + along * offsetHeight];
    const found = [...squares.children].findIndex((each) =>
      Math.abs(each.offsetLeft - left) < offsetWidth / 2 && Math.abs(each.offsetTop - top) < offsetHeight / 2);
    return found === -1 ? number : found;
  }

  function show() {
    const view = model.get("view");
    picture.innerHTML = view.svg; // drawn by Plyground itself, with every text escaped
    picture.firstElementChild.setAttribute("aria-hidden", "true"); // the squares say it all
    lay(view.squares.length);
    view.squares.forEach((label, index) => {
      const square = squares.children[index];
      square.setAttribute("aria-label", label);
      square.setAttribute("aria-pressed", String(index === view.picked));
      square.setAttribute("tabindex", index === current ? "0" : "-1");
    });
    status.textContent = view.status;
    analysis.textContent = view.analysis;
    pass.hidden = !view.can_pass;
    back.disabled = !view.can_take_back;
    reset.disabled = !view.can_take_back;
    analyse.disabled = view.is_over;
  }

  model.on("change:view", show);
  show();
  return () => model.off("change:view", show);
}

export default { render };
