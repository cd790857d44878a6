/** The first page: choose a game, say who plays, start; or resume one. */

import { ask, send } from "./api.js";
import { drawThumbnail } from "./board/thumbnail.js";
import { element, find, showProblem } from "./dom.js";
import { makeChoices, makeField } from "./home/fields.js";
import { makeNameList, OpponentPicker } from "./home/opponent.js";
import { showUnfinished } from "./home/unfinished.js";
import { recall, remember } from "./memory.js";
import { patiently } from "./patience.js";
import { listenForHelp, openRules } from "./teaching/opening.js";
import { problemText, titled } from "./words.js";

/** @typedef {"first" | "second" | "either" | "people" | "watch"} Sides */
/** @typedef {{ game: string, sides: string, level: number, clock: string }} Habits */

const SIDES = [
  { value: "first", text: "I begin" },
  { value: "second", text: "I reply" },
  { value: "either", text: "Either" },
  { value: "people", text: "Two people" },
  { value: "watch", text: "Watch" },
];
const CLOCKS = [
  { value: "", text: "None" },
  { value: "60", text: "1 min" },
  { value: "180+2", text: "3 min + 2 s" },
  { value: "600+5", text: "10 min + 5 s" },
  { value: "other", text: "Other" },
];
const USUAL_LEVEL = 3;

class NewGameForm {
  #form = find("#new-game", HTMLFormElement);
  #sheetTitle = find("#sheet-title", HTMLElement);
  #options = find("#options", HTMLElement);
  #moreOptions = find("#more-options", HTMLElement);
  #opponents = find("#opponents", HTMLElement);
  #sideHelp = find("#side-help", HTMLElement);
  #otherClock = find("#other-clock", HTMLElement);
  #problem = find("#start-problem", HTMLElement);
  #waiting = find("#start-waiting", HTMLElement);
  #submit = find("button[type=submit]", HTMLButtonElement);
  #habits = readHabits();
  /** @type {Map<string, () => string>} */ #optionValues = new Map();
  /** @type {OpponentPicker[]} */ #pickers = [];
  /** @type {CatalogueGame} */ #chosen;

  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    const [first] = catalogue.games;
    if (!first) throw new Error("there are no games");
    this.#chosen = catalogue.games.find(({ game }) => game.name === this.#habits.game) ?? first;
    this.#form.append(makeNameList(catalogue.players));
    find("#games", HTMLElement).append(...catalogue.games.map((each) => this.#makeCard(each)));
    find("#sides", HTMLElement).append(
      ...makeChoices("sides", SIDES, this.#habits.sides, () => this.#chooseSides()),
    );
    find("#clocks", HTMLElement).append(
      ...makeChoices("clock", CLOCKS, this.#habits.clock, () => this.#chooseClock()),
    );
    this.#form.addEventListener("submit", (event) => this.#start(event));
    this.#form.addEventListener("input", () => (this.#problem.hidden = true));
    listenForHelp(() => this.#chosen.game);
    this.#chooseGame(this.#chosen);
    this.#chooseClock();
    this.#form.hidden = false;
  }

  /** @param {CatalogueGame} entry */
  #makeCard(entry) {
    const { game } = entry;
    const card = element(
      "label",
      { class: "game-card" },
      element("input", {
        type: "radio",
        name: "game",
        value: game.name,
        checked: entry === this.#chosen,
        onchange: () => this.#chooseGame(entry),
      }),
      drawThumbnail(game, game.start),
      element("span", { class: "game-card-title" }, game.title),
      element("span", { class: "game-card-summary" }, game.summary),
    );
    const open = () => void openRules(game);
    const rules = element("button", { class: "button quiet small", type: "button", onclick: open }, "How to play", element("span", { class: "for-ears" }, ` ${game.title}`));
    return element("div", { class: "game-card-box" }, card, rules);
  }

  /** @param {CatalogueGame} entry */
  #chooseGame(entry) {
    this.#chosen = entry;
    this.#sheetTitle.textContent = entry.game.title;
    this.#submit.textContent = `Start ${entry.game.title}`;
    const fields = entry.choices.map((option) => ({ option, field: makeField(option) }));
    this.#optionValues = new Map(fields.map(({ option, field }) => [option.name, field.value]));
    const isSize = (/** @type {{ option: { kind: string } }} */ { option }) => option.kind === "size";
    this.#options.replaceChildren(...fields.filter(isSize).map(({ field }) => field.element));
    this.#moreOptions.replaceChildren(...fields.filter((each) => !isSize(each)).map(({ field }) => field.element));
    this.#chooseSides();
  }

  /** @returns {Sides} */
  get #sides() {
    return /** @type {Sides} */ (this.#radio("sides"));
  }

  #chooseSides() {
    const { game, levels } = this.#chosen;
    const level = this.#pickers[0]?.level ?? this.#habits.level;
    const [first, second] = game.players;
    const titles = { people: [], watch: [first, second] }[/** @type {string} */ (this.#sides)] ?? ["Opponent"];
    this.#pickers = titles.map((title, index) => new OpponentPicker(`opponent-${index}`, titled(title), levels, level));
    this.#opponents.replaceChildren(...this.#pickers.map((picker) => picker.element));
    this.#sideHelp.textContent = {
      first: `You are ${first} and move first.`,
      second: `You are ${second}; ${first} moves first.`,
      either: `A coin decides whether you are ${first}, who moves first, or ${second}.`,
      people: `You share the screen, or invite another device: ${first} moves first, then ${second}.`,
      watch: "Two engines play; you can pause them, and set the pace.",
    }[this.#sides];
  }

  #chooseClock() {
    this.#otherClock.hidden = this.#radio("clock") !== "other";
  }

  /** @param {string} name */
  #radio(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }

  /** @returns {[string, string]} */
  #players() {
    const [one = "human", other = "human"] = this.#pickers.map((picker) => picker.value);
    const isSecond = this.#sides === "second" || (this.#sides === "either" && Math.random() < 0.5);
    if (this.#sides === "people") return ["human", "human"];
    if (this.#sides === "watch") return [one, other];
    return isSecond ? [one, "human"] : ["human", one];
  }

  #clock() {
    const chosen = this.#radio("clock");
    const typed = find("#clock-text", HTMLInputElement).value.trim();
    return (chosen === "other" ? typed : chosen) || null;
  }

  /** @returns {NewGame} */
  #wanted() {
    const seconds = find("#seconds", HTMLInputElement).value;
    return {
      game: this.#chosen.game.name,
      options: Object.fromEntries([...this.#optionValues].map(([name, value]) => [name, value()])),
      players: this.#players(),
      clock: this.#clock(),
      seconds: seconds === "" ? null : Number(seconds),
      seed: null,
      position: null,
      moves: null,
    };
  }

  /** @param {SubmitEvent} event */
  async #start(event) {
    event.preventDefault();
    this.#submit.disabled = true;
    this.#problem.hidden = true;
    const { textContent: usual } = this.#submit;
    try {
      const { id } = await patiently(send("/api/play", this.#wanted()), () => this.#tellToWait());
      this.#keepHabits();
      location.assign(`/play/${encodeURIComponent(id)}`);
    } catch (error) {
      showProblem(problemText(error), this.#problem);
    } finally {
      this.#submit.textContent = usual;
      this.#waiting.textContent = "";
      this.#submit.disabled = false;
    }
  }

  #tellToWait() {
    this.#submit.textContent = `Getting ${this.#chosen.game.title} ready …`;
    this.#waiting.textContent = "The server is busy: this takes a moment.";
  }

  #keepHabits() {
    const clock = this.#radio("clock");
    /** @type {Habits} */
    const habits = {
      game: this.#chosen.game.name,
      sides: this.#sides,
      level: this.#pickers[0]?.level ?? this.#habits.level,
      clock: clock === "other" ? "" : clock,
    };
    remember("new-game", JSON.stringify(habits));
  }
}

/** @returns {Habits} what was chosen last time, unless the address asks for a game or a level */
function readHabits() {
  const asked = new URLSearchParams(location.search);
  const usual = { game: "", sides: "first", level: USUAL_LEVEL, clock: "" };
  const habits = { ...usual, ...recallHabits() };
  const level = Number(asked.get("level") ?? habits.level);
  return { ...habits, game: asked.get("game") ?? habits.game, level: Number.isInteger(level) ? level : USUAL_LEVEL };
}

function recallHabits() {
  try {
    return JSON.parse(recall("new-game") ?? "{}");
  } catch {
    return {}; // somebody else wrote there
  }
}

async function begin() {
  // Unfinished games are replayed on the server: they may come much later than the form.
  const unfinished = ask("/api/play");
  unfinished.catch(() => {}); // is told below, where it is waited for
  try {
    new NewGameForm(await ask("/api/catalogue"));
    await showUnfinished(unfinished);
  } catch (error) {
    showProblem(problemText(error));
  }
}

await begin();
