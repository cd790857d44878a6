/** The page of puzzles: one after the other, as hard as one likes, and the one of the day. */

import { ask, send } from "../api.js";
import { FindMove } from "../board/find-move.js";
import { element, find } from "../dom.js";
import { makeChoices } from "../home/fields.js";
import { recall, remember } from "../memory.js";
import { sideAtFoot } from "../notation.js";
import { tellProblem } from "../toast.js";
import { sizeOf, titled } from "../words.js";
import { showStanding } from "./standing.js";

/** @typedef {{ game: string, theme: string, level: string }} Wish */

const HABITS = "puzzles";
const LEVELS = [
  { value: "easier", text: "Easier" },
  { value: "normal", text: "My level" },
  { value: "harder", text: "Harder" },
];

class PuzzlePage {
  #box = find("#puzzle", HTMLElement);
  #list = find("#standing", HTMLElement);
  #counts = find("#counts", HTMLElement);
  #game = find("#wish-game", HTMLSelectElement);
  #theme = find("#wish-theme", HTMLSelectElement);
  #next = element("button", { class: "button", type: "button", onclick: () => this.openNext() }, "Next puzzle");
  #analyse = element("a", { class: "button", href: "/analyse", hidden: true }, "Analyse");
  /** @type {FindMove | null} Made with the first puzzle. */ #finder = null;
  /** @type {PuzzleMessage | null} */ #puzzle = null;
  /** Only the newest puzzle is waited for. */
  #opening = new AbortController();
  #overview;
  #wish;
  #standing;

  /**
   * @param {PuzzleOverview} overview
   * @param {Wish} wish
   */
  constructor(overview, wish) {
    this.#overview = overview;
    this.#wish = wish;
    this.#standing = overview.standing;
    showStanding(this.#list, overview.standing);
    const games = overview.games.map(({ name, title, count }) => option(name, `${title} (${count})`, wish.game));
    this.#game.replaceChildren(option("", "All games", wish.game), ...games);
    this.#showThemes();
    this.#game.addEventListener("change", () => this.#choose({ game: this.#game.value, theme: "" }));
    this.#theme.addEventListener("change", () => this.#choose({ theme: this.#theme.value }));
    find("#wish-level", HTMLElement).append(...makeChoices("level", LEVELS, wish.level, (level) => this.#choose({ level })));
    find("#wish", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    find("#daily", HTMLAnchorElement).addEventListener("click", (event) => {
      event.preventDefault();
      this.openDaily();
    });
  }

  /** Pose the puzzle of today. */
  openDaily() {
    this.#open("/api/puzzles/daily", {}, "/puzzles?daily");
  }

  /** Pose another puzzle of the kind that was chosen. */
  openNext() {
    const { game, theme, level } = this.#wish;
    this.#open("/api/puzzles/next", { game: game || null, theme: theme || null, level, after: this.#puzzle?.id });
  }

  /** @param {string} id */
  open(id) {
    this.#open(`/api/puzzles/${encodeURIComponent(id)}`, {});
  }

  /** @param {Partial<Wish>} changed */
  #choose(changed) {
    this.#wish = { ...this.#wish, ...changed };
    this.#showThemes();
    remember(HABITS, JSON.stringify(this.#wish));
    this.openNext();
  }

  /** The themes are those of the game that is chosen, or of all. */
  #showThemes() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { name, themes } of this.#overview.games) {
      if (this.#wish.game !== "" && this.#wish.game !== name) continue;
      for (const { theme, count } of themes) counts.set(theme, (counts.get(theme) ?? 0) + count);
    }
    if (!counts.has(this.#wish.theme)) this.#wish.theme = "";
    const sorted = [...counts].sort(([one], [other]) => one.localeCompare(other));
    const options = sorted.map(([theme, count]) => option(theme, `${titled(theme)} (${count})`, this.#wish.theme));
    this.#theme.replaceChildren(option("", "All themes", this.#wish.theme), ...options);
  }

  /**
   * @param {string} path
   * @param {Record<string, string | null | undefined>} parameters
   * @param {string} [address] what the browser shows
   */
  async #open(path, parameters, address) {
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      /** @type {PuzzleMessage} */
      const puzzle = await ask(path, parameters, signal);
      if (signal.aborted) return;
      history.replaceState(null, "", address ?? `/puzzles/${puzzle.id}`);
      this.#pose(puzzle);
    } catch (error) {
      if (!signal.aborted) tellProblem(error);
    }
  }

  /** @param {PuzzleMessage} puzzle */
  #pose(puzzle) {
    this.#puzzle = puzzle;
    find("#puzzle-heading", HTMLElement).textContent = puzzle.is_daily ? "Puzzle of the day" : puzzle.game.title;
    const size = sizeOf(puzzle.game);
    const about = puzzle.is_daily ? `${puzzle.game.title} ${size}` : size;
    find("#puzzle-worth", HTMLElement).textContent = `${about}, rated ${puzzle.rating}`;
    find("#puzzle-themes", HTMLElement).replaceChildren(
      ...puzzle.themes.map((theme) => element("li", { class: "badge" }, titled(theme))),
    );
    this.#counts.textContent = puzzle.counts ? "Your first attempt counts; a hint counts as a mistake." : "You have tried this one: it does not count again.";
    this.#analyse.href = `/analyse?${new URLSearchParams({ game: puzzle.game.name, ...puzzle.game.options, position: puzzle.stand.position })}`;
    this.#markNext(false);
    const actions = [this.#next, this.#analyse];
    this.#finder ??= new FindMove(this.#box, puzzle.game, { actions, onEnd: () => this.#markNext(true) });
    const moves = puzzle.steps === 1 ? "" : ` There are ${puzzle.steps} moves to find.`;
    this.#finder.pose(
      {
        stand: puzzle.stand,
        isFlipped: sideAtFoot(puzzle.game, puzzle.game.start) === 1 - puzzle.to_move,
        prompt: `${puzzle.prompt}${moves}`,
        judge: (move, accepted, signal) => this.#judge(puzzle, [...accepted, move], signal),
        hint: async (accepted) => this.#told(await send(address(puzzle, "hint"), answer(puzzle, accepted))),
        solution: async (accepted) => {
          /** @type {PuzzleSolution} */
          const { told, plies } = this.#told(await send(address(puzzle, "solution"), answer(puzzle, accepted)));
          return { told, views: plies };
        },
      },
      puzzle.game,
    );
  }

  /**
   * @param {PuzzleMessage} puzzle
   * @param {MoveInfo[]} moves
   * @param {AbortSignal} signal
   */
  async #judge(puzzle, moves, signal) {
    /** @type {PuzzleVerdict} */
    const verdict = this.#told(await send(address(puzzle, "answer"), answer(puzzle, moves), signal));
    return { isAccepted: verdict.is_right, told: verdict.told, views: verdict.plies, next: verdict.next };
  }

  /**
   * Show the standing that comes with an answer.
   * @template {{ standing: PuzzleStanding }} Message
   * @param {Message} message
   */
  #told(message) {
    if (message.standing.tried !== this.#standing.tried || message.standing.days !== this.#standing.days) {
      showStanding(this.#list, message.standing, this.#standing);
      this.#standing = message.standing;
      this.#counts.textContent = "This attempt has counted.";
    }
    return message;
  }

  /** @param {boolean} isOver */
  #markNext(isOver) {
    this.#next.classList.toggle("primary", isOver);
    this.#next.textContent = isOver ? "Next puzzle" : "Another one";
    this.#analyse.hidden = !isOver;
  }
}

/**
 * @param {PuzzleMessage} puzzle
 * @param {string} what
 */
function address(puzzle, what) {
  return `/api/puzzles/${encodeURIComponent(puzzle.id)}/${what}`;
}

/**
 * @param {PuzzleMessage} puzzle
 * @param {MoveInfo[]} moves
 */
function answer(puzzle, moves) {
  return { moves: moves.map(({ move }) => move), is_daily: puzzle.is_daily };
}

/**
 * @param {string} value
 * @param {string} text
 * @param {string} chosen
 */
function option(value, text, chosen) {
  return element("option", { value, selected: value === chosen }, text);
}

/**
 * Return what was chosen last time, as far as there are such puzzles.
 * @param {PuzzleOverview} overview
 * @returns {Wish}
 */
function readWish(overview) {
  const usual = { game: "", theme: "", level: "normal" };
  try {
    const wish = { ...usual, ...JSON.parse(recall(HABITS) ?? "{}") };
    const isKnown = overview.games.some(({ name }) => name === wish.game);
    const level = LEVELS.some(({ value }) => value === wish.level) ? wish.level : usual.level;
    return { game: isKnown ? wish.game : "", theme: String(wish.theme), level };
  } catch {
    return usual; // somebody else wrote there
  }
}

try {
  /** @type {PuzzleOverview} */
  const overview = await ask("/api/puzzles");
  const page = new PuzzlePage(overview, readWish(overview));
  const [, , id] = location.pathname.split("/");
  if (id) page.open(decodeURIComponent(id));
  else if (new URLSearchParams(location.search).has("daily")) page.openDaily();
  else page.openNext();
} catch (error) {
  tellProblem(error);
}
