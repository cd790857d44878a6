/** The form in which a contest is begun. */

import { send } from "../api.js";
import { element, find, showProblem } from "../dom.js";
import { makeChoices, makeField } from "../home/fields.js";
import { problemText } from "../words.js";
import { PlayerChips } from "./chips.js";
import { countText } from "./record-text.js";

/** @typedef {NonNullable<NewContest["format"]>} Format */

/** @type {Record<string, { text: string, help: string }>} */
const FORMATS = {
  "round-robin": { text: "Round robin", help: "Everybody meets everybody." },
  gauntlet: { text: "Gauntlet", help: "The first player meets all others." },
  swiss: { text: "Swiss", help: "In every round, players with similar scores meet." },
  knockout: { text: "Knockout", help: "The loser of an encounter is out." },
};
const USUAL_PLAYERS = ["random", "engine:seconds=0.1", "alphabeta:depth=4", "minimax:depth=2"];
const USUAL_LEVELS = [1, 3, 5, 8];

export class NewContestForm {
  #form = find("#new-contest", HTMLFormElement);
  #game = find("#contest-game", HTMLSelectElement);
  #options = find("#contest-options", HTMLElement);
  #help = find("#format-help", HTMLElement);
  #size = find("#contest-size", HTMLElement);
  #problem = find("#contest-problem", HTMLElement);
  #submit = find("button[type=submit]", HTMLButtonElement, this.#form);
  #chips = new PlayerChips(find("#contest-players", HTMLElement), () => this.#tell());
  /** @type {Map<string, () => string>} */ #optionValues = new Map();
  /** @type {Catalogue} */ #catalogue;

  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.#catalogue = catalogue;
    this.#game.append(...catalogue.games.map(({ game }) => element("option", { value: game.name }, game.title)));
    this.#game.addEventListener("change", () => this.#chooseGame());
    find("#contest-formats", HTMLElement).append(
      ...makeChoices(
        "format",
        Object.entries(FORMATS).map(([value, { text }]) => ({ value, text })),
        "round-robin",
        () => this.#tell(),
      ),
    );
    find("#contest-games", HTMLInputElement).addEventListener("input", () => this.#tell());
    this.#form.addEventListener("submit", (event) => this.#begin(event));
    this.#chooseGame();
  }

  /** @returns {CatalogueGame | undefined} */
  get #chosen() {
    return this.#catalogue.games.find(({ game }) => game.name === this.#game.value);
  }

  /** @returns {Format} */
  get #format() {
    return /** @type {Format} */ (String(new FormData(this.#form).get("format")));
  }

  #chooseGame() {
    const chosen = this.#chosen;
    if (!chosen) return;
    const fields = chosen.choices.map((option) => ({ option, field: makeField(/** @type {any} */ (option)) }));
    this.#optionValues = new Map(fields.map(({ option, field }) => [String(option.name), field.value]));
    this.#options.replaceChildren(...fields.map(({ field }) => field.element));
    this.#chips.clear();
    this.#chips.offer(...suggestionsFor(chosen));
  }

  /** Say what the chosen format means, and how many games it makes. */
  #tell() {
    this.#problem.hidden = true; // whatever it was about may have been mended
    const count = this.#chips.players.length;
    const isMatch = count === 2;
    this.#help.textContent = isMatch ? "Two players make a match." : FORMATS[this.#format]?.help ?? "";
    find("#rounds-field", HTMLElement).hidden = this.#format !== "swiss";
    find("#test-field", HTMLElement).hidden = !isMatch || this.#format !== "round-robin";
    this.#size.textContent = count < 2 ? "Choose two players or more." : `About ${countText(this.#expectedGames(count), "game")}.`;
  }

  /** @param {number} count how many players there are */
  #expectedGames(count) {
    const rounds = Math.min(Math.max(1, Math.ceil(Math.log2(count))), Math.max(1, Math.floor(count / 2)));
    const encounters = {
      match: 1,
      "round-robin": (count * (count - 1)) / 2,
      gauntlet: count - 1,
      knockout: count - 1,
      swiss: Math.floor(count / 2) * (numberIn("#contest-rounds") ?? rounds),
    }[this.#format];
    return 2 * Math.ceil((numberIn("#contest-games") ?? 0) / 2) * encounters;
  }

  /** @returns {NewContest} */
  #wanted() {
    const hasTest = !find("#test-field", HTMLElement).hidden;
    return {
      game: this.#game.value,
      options: Object.fromEntries([...this.#optionValues].map(([name, value]) => [name, value()])),
      players: this.#chips.players,
      format: this.#format,
      games: numberIn("#contest-games") ?? 0,
      rounds: this.#format === "swiss" ? numberIn("#contest-rounds") : null,
      seconds: numberIn("#contest-seconds"),
      clock: textIn("#contest-clock"),
      opening_plies: numberIn("#contest-plies") ?? 0,
      most_moves: numberIn("#contest-most"),
      sprt: hasTest ? textIn("#contest-test") : null,
      seed: numberIn("#contest-seed"),
      processes: numberIn("#contest-processes"),
    };
  }

  /** @param {SubmitEvent} event */
  async #begin(event) {
    event.preventDefault();
    this.#submit.disabled = true;
    this.#problem.hidden = true;
    try {
      const { id } = await send("/api/contests", this.#wanted());
      location.assign(`/contest/${encodeURIComponent(id)}`);
    } catch (error) {
      showProblem(problemText(error), this.#problem);
    } finally {
      this.#submit.disabled = false;
    }
  }
}

/**
 * Return players to suggest, and names for the list under the field.
 * @param {CatalogueGame} chosen
 * @returns {[{ title: string, players: string[] }[], string[]]}
 */
function suggestionsFor({ levels, one_ply_players: onePly, evaluations }) {
  const ladder = Array.from({ length: levels }, (_, index) => `level:${index + 1}`);
  const named = USUAL_LEVELS.filter((level) => level <= levels).map((level) => `level:${level}`);
  const single = [...named, ...USUAL_PLAYERS].map((player) => ({ title: player, players: [player] }));
  const together = onePly.length > 0 ? [{ title: "all one-ply players", players: onePly }] : [];
  const greedy = evaluations.map(({ name }) => `greedy:${name}`);
  return [[...single, ...together], ["first", ...USUAL_PLAYERS, ...ladder, ...onePly, ...greedy]];
}

/** @param {string} selector */
function textIn(selector) {
  return find(selector, HTMLInputElement).value.trim() || null;
}

/** @param {string} selector */
function numberIn(selector) {
  const text = textIn(selector);
  return text === null ? null : Number(text.replace(",", "."));
}
