/** The explorer of openings: a board, the moves that were played from its position, and how they scored. */

import { Searcher } from "../analyse/searcher.js";
import { ask, send } from "../api.js";
import { Board } from "../board.js";
import { element, find, iconButton } from "../dom.js";
import { makeField } from "../home/fields.js";
import { countText, dayOf, scoresOf } from "../library/record-text.js";
import { makeDamagedRow, makePlayers } from "../library/row.js";
import { listenForSteps, makeSteps, markEnds } from "../stepping.js";
import { tellProblem } from "../toast.js";
import { titled } from "../words.js";
import { addressOf, readAddress } from "./explorer-address.js";
import { drawMoves, gamesIn } from "./move-table.js";

const TYPING_PAUSE = 250;
const ENGINE_SECONDS = 3;

class Explorer {
  #filters = find("#filters", HTMLFormElement);
  #options = find("#board-options", HTMLFormElement);
  #table = find("#moves", HTMLElement);
  #askButton = find("#ask", HTMLButtonElement);
  /** @type {Catalogue} */ #catalogue;
  /** @type {Exploration} */ #asked;
  /** @type {string[]} The line that was walked along, beyond the position that is shown. */ #line;
  /** @type {Explored | null} */ #explored = null;
  /** @type {FoundLine[]} */ #lines = [];
  /** @type {Board | null} */ #board = null;
  /** @type {Searcher | null} */ #searcher = null;
  /** @type {Map<string, () => string>} */ #optionValues = new Map();
  #steps = makeSteps((way) => this.#step(way));
  #question = 0;
  #typing = 0;

  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    const [usual] = catalogue.games;
    this.#catalogue = catalogue;
    const { asked, line } = readAddress(usual?.game.name ?? "");
    this.#asked = asked;
    this.#line = line;
    find("#explorer-game", HTMLSelectElement).append(...catalogue.games.map(({ game }) => element("option", { value: game.name }, game.title)));
    find("#walk", HTMLElement).append(...Object.values(this.#steps), iconButton("flip", "Flip the board", () => this.#flip()));
    this.#furnish();
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("input", (event) => this.#onFilter(event));
    this.#options.addEventListener("submit", (event) => event.preventDefault());
    this.#options.addEventListener("change", () => this.#onBoard());
    this.#askButton.addEventListener("click", () => this.#askEngine());
    addEventListener("popstate", () => {
      const { asked: again, line: whole } = readAddress(this.#asked.game);
      this.#asked = again;
      this.#line = whole;
      this.#furnish();
      this.#look();
    });
    listenForSteps((way) => this.#step(way), () => this.#explored !== null);
  }

  /** Look the position of the address up. */
  begin() {
    return this.#look();
  }

  /** Let the fields show what is asked. */
  #furnish() {
    const { game: name, source, player, options } = this.#asked;
    const entry = this.#catalogue.games.find(({ game }) => game.name === name);
    find("#explorer-game", HTMLSelectElement).value = name;
    find("#explorer-source", HTMLSelectElement).value = source ?? "";
    find("#explorer-player", HTMLInputElement).value = player ?? "";
    const levels = Array.from({ length: entry?.levels ?? 0 }, (_, index) => `Level ${index + 1}`);
    find("#explorer-players", HTMLElement).replaceChildren(...["You", ...levels].map((value) => element("option", { value })));
    const fields = (entry?.choices ?? []).map((option) => {
      const given = options[option.name] ?? option.default;
      const shown = /** @type {import("../home/fields.js").Option} */ ({ ...option, default: option.kind === "number" ? Number(given) : String(given) });
      return { option, field: makeField(shown) };
    });
    this.#optionValues = new Map(fields.map(({ option, field }) => [option.name, field.value]));
    this.#options.replaceChildren(...fields.map(({ field }) => field.element));
    find("#board-fold", HTMLElement).hidden = fields.length === 0;
  }

  /** @param {Event} event */
  #onFilter(event) {
    clearTimeout(this.#typing);
    const isTyped = event.target instanceof HTMLInputElement;
    this.#typing = setTimeout(() => {
      const given = new FormData(this.#filters);
      const game = String(given.get("game"));
      const source = /** @type {Exploration["source"]} */ (String(given.get("source")) || null);
      const player = String(given.get("player")).trim() || null;
      const isOther = game !== this.#asked.game;
      this.#go({ ...(isOther ? { game, options: {}, position: null, moves: [] } : this.#asked), source, player }, isOther);
      if (isOther) this.#furnish();
    }, isTyped ? TYPING_PAUSE : 0);
  }

  #onBoard() {
    const options = Object.fromEntries([...this.#optionValues].map(([name, value]) => [name, value()]));
    this.#go({ ...this.#asked, options, position: null, moves: [] });
  }

  /**
   * @param {Exploration} asked
   * @param {boolean} [canGoBack] whether what is shown now is a place to come back to
   */
  #go(asked, canGoBack = true) {
    const { moves } = asked;
    const isAlong = asked.game === this.#asked.game && moves.every((move, index) => move === this.#line[index]);
    if (!isAlong || moves.length > this.#line.length || asked.options !== this.#asked.options) this.#line = moves;
    this.#asked = asked;
    if (canGoBack) history.pushState(null, "", addressOf(asked));
    else history.replaceState(null, "", addressOf(asked));
    this.#look();
  }

  /** @param {string} move */
  #play(move) {
    this.#go({ ...this.#asked, moves: [...this.#asked.moves, move] });
  }

  /** @param {import("../stepping.js").Way} way */
  #step(way) {
    const at = this.#asked.moves.length;
    const target = { first: 0, back: at - 1, forth: at + 1, last: this.#line.length }[way];
    const to = Math.min(Math.max(target, 0), this.#line.length);
    if (to !== at) this.#go({ ...this.#asked, moves: this.#line.slice(0, to) });
  }

  #flip() {
    if (this.#board) this.#board.isFlipped = !this.#board.isFlipped;
  }

  /** Ask about the position, and again while the library is being read. */
  async #look() {
    this.#question += 1;
    const question = this.#question;
    this.#searcher?.giveUp();
    this.#lines = [];
    this.#tellEngine("");
    try {
      for (let isFirst = true; ; isFirst = false) {
        /** @type {Explored} */
        const explored = await send("/api/openings", this.#asked);
        if (question !== this.#question) return;
        this.#show(explored, isFirst);
        if (explored.read >= explored.total) return;
      }
    } catch (error) {
      if (question === this.#question) tellProblem(error);
    }
  }

  /**
   * @param {Explored} explored
   * @param {boolean} isFirst
   */
  #show(explored, isFirst) {
    const before = this.#explored;
    this.#explored = explored;
    const { game, plies, choices, opening, read, total } = explored;
    const last = plies.at(-1);
    if (!this.#board) this.#board = new Board(find("#board", HTMLElement), game, { onMove: ({ move }) => this.#play(move) });
    else if (JSON.stringify(this.#board.game) !== JSON.stringify(game)) this.#board.setGame(game);
    if (isFirst && last) this.#board.show({ ...last, moves: choices, isAnimated: plies.length === (before?.plies.length ?? 0) + 1 });
    find("#name", HTMLElement).textContent = opening ?? "Openings";
    this.#showLine();
    const reading = find("#reading", HTMLProgressElement);
    reading.hidden = read >= total;
    reading.max = Math.max(total, 1);
    reading.value = read;
    markEnds(this.#steps, this.#asked.moves.length === 0, this.#asked.moves.length === this.#line.length);
    this.#showMoves();
    this.#showGames(explored);
    const { source, player } = this.#asked;
    const analyse = addressOf(this.#asked, "/analyse");
    find("#links", HTMLElement).replaceChildren(element("a", { class: "button small", href: analyse }, "Analyse"));
    const counted = read < total ? `${read.toLocaleString("en")} of ${countText(total, "game")} read` : countText(gamesIn(explored.results), "game");
    find("#counted", HTMLElement).textContent = counted;
    this.#askButton.disabled = choices.length === 0;
    this.#showNothing(explored, source !== null || player !== null);
  }

  #showLine() {
    const place = find("#line", HTMLElement);
    const { moves } = this.#asked;
    const buttons = moves.map((move, index) =>
      element("button", { class: "explorer-step", type: "button", onclick: () => this.#go({ ...this.#asked, moves: moves.slice(0, index + 1) }) }, move),
    );
    if (buttons.length > 0) place.replaceChildren(...buttons);
    else place.textContent = "Play a move on the board, or choose one of the table.";
  }

  #showMoves() {
    const explored = this.#explored;
    if (!explored) return;
    const hasMoves = explored.moves.length > 0 || this.#lines.length > 0;
    const table = drawMoves(explored, this.#lines, { onChoose: (move) => this.#play(move), onPoint: (move) => this.#board?.showHint(move) });
    this.#table.replaceChildren(...(hasMoves ? [table] : []));
  }

  /**
   * @param {Explored} explored
   * @param {boolean} isFiltered
   */
  #showNothing({ moves, read, total, choices, followed, plies }, isFiltered) {
    const place = find("#nothing", HTMLElement);
    place.hidden = moves.length > 0 || read < total;
    if (choices.length === 0) place.replaceChildren(element("p", {}, "The game is over in this position."));
    else if (plies.length > followed) place.replaceChildren(element("p", {}, `The explorer follows the first ${followed} moves of a game.`));
    else if (isFiltered && total > 0) place.replaceChildren(element("p", {}, "None of these games came here. Count those of the whole library, or of another player."));
    else if (total > 0) place.replaceChildren(element("p", {}, "No game of the library came here. The engine has an opinion all the same."));
    else {
      place.replaceChildren(
        element("p", {}, "The library has no finished game on this board. Games that you play, contests, and imported files are all counted here."),
        element(
          "div",
          { class: "button-row" },
          element("a", { class: "button", href: "/" }, "Play a game"),
          element("a", { class: "button", href: "/library" }, "Import games"),
        ),
      );
    }
  }

  /** @param {Explored} explored */
  #showGames({ games, damaged }) {
    find("#games", HTMLElement).hidden = games.length === 0 && damaged.length === 0;
    find("#game-list", HTMLElement).replaceChildren(...games.map(gameRow), ...damaged.map(makeDamagedRow));
  }

  #askEngine() {
    const explored = this.#explored;
    if (!explored) return;
    this.#searcher ??= new Searcher();
    const { game, options, position, moves } = this.#asked;
    const entry = this.#catalogue.games.find((each) => each.game.name === game);
    const search = { evaluate: null, order: null, algorithm: "engine", features: entry?.algorithms.engine ?? [], threads: 1, megabytes: 64 };
    const lines = Math.min(explored.choices.length, Number(this.#catalogue.limits.lines));
    const effort = { seconds: ENGINE_SECONDS, depth: null, nodes: null };
    this.#tellEngine("Thinking …");
    this.#searcher.analyse({ game, options, position, moves }, { search, lines, effort }, {
      onCompiling: () => this.#tellEngine("Compiling …"),
      onReport: (report) => {
        this.#lines = report.lines;
        this.#tellEngine(report.is_done ? `Engine: depth ${report.depth}` : `Thinking: depth ${report.depth}`);
        this.#showMoves();
      },
      onEnd: () => {},
      onRefused: (problem) => this.#tellEngine(titled(problem)),
    });
  }

  /** @param {string} text what the engine is doing; the empty text offers to ask it */
  #tellEngine(text) {
    this.#askButton.textContent = text === "" ? "Ask the engine" : text;
  }
}

/** @param {ReachedGame} game */
function gameRow({ id, names, winner, started }) {
  const players = makePlayers(names, winner, scoresOf({ winner, termination: "normal" }));
  return element("li", {}, element("a", { class: "game-entry", href: `/library?record=${id}` }, ...players, element("span", { class: "game-entry-about" }, dayOf(started))));
}

async function begin() {
  try {
    await new Explorer(await ask("/api/catalogue")).begin();
  } catch (error) {
    tellProblem(error);
  }
}

await begin();
