/** The page as a whole: where one is in a line, and everything that shows it. */

import { send } from "../api.js";
import { Board } from "../board.js";
import { find } from "../dom.js";
import { ExactValues } from "../exact/exact-values.js";
import { Seen } from "../explaining/seen-values.js";
import { isForcedPass, readPosition, sideToMove } from "../notation.js";
import { tellProblem } from "../toast.js";
import { sizeOf } from "../words.js";
import { addressOf } from "./analysis-address.js";
import { Bar } from "./bar.js";
import { Laboratory } from "./laboratory.js";
import { Lines } from "./lines.js";
import { Moves } from "./variation-list.js";
import { arrowsOf, valuesOf } from "./pointing.js";
import { Reviewing } from "./game-review.js";
import { Searcher } from "./searcher.js";
import { Searching } from "./search-panel.js";
import { SettingUp } from "./setup-panel.js";
import { standingOf } from "./standing.js";
import { Stepper } from "./stepper.js";
import { Tree } from "./variation-tree.js";

/** @import { Opened, Source } from "./analysis-address.js" */
/** @import { Spot } from "./variation-tree.js" */

/** The name of a player in a record that does not say who played. */
const NOBODY = "?";

export class Analysis {
  /** @type {Catalogue} */ #catalogue;
  /** @type {Tree} */ #tree;
  /** @type {Spot} */ #spot;
  /** @type {Source} */ #source;
  /** @type {Board} */ #board;
  /** @type {Laboratory} */ #laboratory;
  /** @type {Searching} */ #searching;
  /** @type {Reviewing} */ #reviewing;
  /** @type {SettingUp} */ #settingUp;
  /** @type {ExactValues} */ #exact;
  /** @type {Seen} */ #seen;
  #bar = new Bar(find("#bar", HTMLElement));
  #told = find("#told", HTMLElement);
  #moves = new Moves(find("#moves", HTMLElement), (spot) => this.go(spot));
  #lines = new Lines(find("#best-lines", HTMLElement), find("#more-lines", HTMLButtonElement), (moves) => this.#walk(moves));
  #stepper = new Stepper((spot, told) => this.#show(spot, told));
  /** How often one went somewhere: what comes late is told apart by it. */ #steps = 0;

  /**
   * @param {Catalogue} catalogue
   * @param {Opened} opened
   */
  constructor(catalogue, opened) {
    this.#catalogue = catalogue;
    this.#tree = new Tree(opened.shown);
    this.#source = opened.source;
    this.#spot = this.#tree.mainLine()[opened.number] ?? this.#tree.root;
    this.#board = new Board(find("#board", HTMLElement), this.#tree.game, {
      onMove: (move) => this.#walk([move]),
      onPick: () => this.#showValues(),
      onPlace: (square) => this.#settingUp.place(square),
      onCarry: (origin, target) => this.#settingUp.carry(origin, target),
    });
    find("#flip", HTMLElement).before(this.#board.passButton);
    this.#exact = new ExactValues(this.#board, {
      memory: "analysis-",
      isOnWithTable: true,
      onGo: (number) => this.go(this.#lineHere[number] ?? this.#spot),
      onNews: () => this.#point(),
    });
    this.#seen = new Seen(this.#board, () => this.#point());
    this.#laboratory = new Laboratory(find("#laboratory", HTMLFormElement), catalogue, () => this.#change());
    const searcher = new Searcher();
    this.#searching = new Searching(searcher, () => this.#laboratory.algorithms, (spot) => this.#hear(spot), () => this.#search());
    this.#reviewing = new Reviewing(searcher, () => ({ tree: this.#tree, settings: this.#laboratory.settings }), {
      onGo: (spot) => this.go(spot),
      onPlay: (before, moves, told) => void this.#playOut(before, moves, told).catch(tellProblem),
      onJudged: () => this.#reviewing.show(this.#tree, this.#spot),
      onEnd: (problem) => this.#endReview(problem),
    });
    this.#settingUp = new SettingUp(this.#board, (shown) => this.#endSetUp(shown));
  }

  get game() {
    return this.#tree.game;
  }

  /** Show the first position, and begin to search. */
  begin() {
    this.#showTree();
    this.go(this.#spot);
  }

  /**
   * Take another line.
   * @param {ShownLine} shown
   */
  load(shown) {
    this.#reviewing.cancel();
    this.#tree = new Tree(shown);
    this.#source = { kind: "line", id: "" };
    this.#spot = this.#tree.mainLine().at(-1) ?? this.#tree.root;
    this.#board.setGame(shown.game);
    this.begin();
  }

  /**
   * Look at a position.
   * @param {Spot} spot
   */
  go(spot) {
    if (this.#settingUp.isActive) this.#settingUp.cancel();
    this.#stepper.stop();
    this.#show(spot).catch(tellProblem);
  }

  /** @param {"first" | "back" | "forth" | "last"} way */
  step(way) {
    const forth = (/** @type {Spot} */ spot) => spot.next ?? spot.children[0] ?? spot;
    let spot = this.#spot;
    if (way === "first") spot = this.#tree.root;
    else if (way === "back") spot = spot.parent ?? spot;
    else if (way === "forth") spot = forth(spot);
    else while (forth(spot) !== spot) spot = forth(spot);
    if (spot !== this.#spot) this.go(spot);
  }

  flip() {
    this.#board.isFlipped = !this.#board.isFlipped;
    this.#point();
  }

  resetLaboratory() {
    this.#laboratory.reset();
    this.#change();
  }

  /** Begin to set up a position, or give it up. */
  toggleSetUp() {
    if (this.#settingUp.isActive) {
      this.#settingUp.cancel();
      return;
    }
    this.#stepper.stop();
    this.#settingUp.begin(this.#spot.ply.position);
    this.#showPanels();
    this.#settingUp.focus();
    this.#showExact();
    this.#showSeen();
    this.#point();
  }

  async export() {
    const { openExport } = await import("./exporting.js");
    const moves = this.#spot.isMain ? this.#tree.mainLine().at(-1)?.moveTexts() : this.#spot.moveTexts();
    await openExport(find("#export-dialog", HTMLDialogElement), {
      line: { ...this.#tree.given(moves ?? []), players: this.#tree.players },
      link: new URL(addressOf(this.#tree, this.#spot, this.#source), location.href).href,
      picture: this.#board.picture,
      name: `${this.#tree.game.name}-${this.#spot.number}`,
    });
  }

  /**
   * Show a position, once it is known what can be played there.
   * @param {Spot} spot
   * @param {string} [told] what else there is to say about it
   */
  async #show(spot, told) {
    this.#steps += 1;
    const step = this.#steps;
    if (spot.moves === null) await this.#fetch(spot.moveTexts());
    if (step !== this.#steps) return;
    const isNext = spot.parent === this.#spot;
    this.#spot = spot;
    if (spot.parent) spot.parent.next = spot;
    const { position, origin, target, changed } = spot.ply;
    this.#board.show({ position, origin, target, changed, moves: spot.moves ?? [], isAnimated: isNext });
    this.#told.textContent = [this.#tellPosition(), told].filter(Boolean).join(" · ");
    this.#moves.mark(spot);
    history.replaceState(null, "", addressOf(this.#tree, spot, this.#source));
    find("#to-tree", HTMLAnchorElement).href = addressOf(this.#tree, spot, this.#source, "/tree");
    find("#to-openings", HTMLAnchorElement).href = addressOf(this.#tree, spot, { kind: "line", id: "" }, "/openings");
    this.#reviewing.mark(this.#tree, spot);
    this.#showExact();
    this.#showSeen();
    this.#search();
    this.#point();
  }

  /** The line to which the position belongs: that of the game, or a variation up to here. */
  get #lineHere() {
    return this.#spot.isMain ? this.#tree.mainLine() : this.#spot.path();
  }

  #showExact() {
    const plies = this.#lineHere.map(({ ply }) => ply);
    const isAllowed = !this.#settingUp.isActive;
    this.#exact.show({ game: this.#tree.game, plies, number: this.#spot.number, isBusy: false, isAllowed });
  }

  #showSeen() {
    const { search } = this.#laboratory.settings;
    this.#seen.show({
      game: this.#tree.game,
      line: this.#tree.given(this.#spot.moveTexts()),
      evaluate: search.evaluate,
      isOver: this.#spot.ending !== null,
      isAllowed: !this.#settingUp.isActive,
    });
  }

  /**
   * Play moves from here, and look at the position they lead to.
   * @param {MoveInfo[]} moves
   */
  async #walk(moves) {
    const from = this.#spot.moveTexts();
    try {
      this.go(await this.#fetch([...from, ...moves.map(({ move }) => move)]));
    } catch (error) {
      tellProblem(error);
    }
  }

  /**
   * Let moves play out from a position.
   * @param {Spot} before
   * @param {MoveInfo[]} moves
   * @param {string} told
   */
  async #playOut(before, moves, told) {
    const last = await this.#fetch([...before.moveTexts(), ...moves.map(({ move }) => move)]);
    if (this.#settingUp.isActive) this.#settingUp.cancel();
    this.#board.element.scrollIntoView({ block: "nearest" });
    await this.#stepper.play(last.path().slice(before.number), told);
  }

  /**
   * Ask the server for moves from the first position; they become part of the tree.
   * @param {string[]} moves
   */
  async #fetch(moves) {
    const tree = this.#tree;
    const shown = await send("/api/line", tree.given(moves));
    const sizeBefore = tree.size;
    const spot = tree.graft(shown);
    if (tree === this.#tree && tree.size > sizeBefore) this.#moves.show(tree, this.#spot);
    return spot;
  }

  /** Take over what was changed in the laboratory. */
  #change() {
    this.#showSeen();
    this.#search();
  }

  #search() {
    if (this.#reviewing.isActive || this.#settingUp.isActive) return;
    this.#searching.begin(this.#tree, this.#spot, this.#laboratory.settings);
    this.#point();
  }

  /** @param {Spot} spot about which there is news */
  #hear(spot) {
    if (spot === this.#spot) this.#point();
  }

  /** Show what is known about the position: in the panel, in the bar and on the board. */
  #point() {
    const spot = this.#spot;
    this.#searching.show(spot, readPosition(spot.ply.position).player);
    this.#lines.show(this.#linesHere);
    this.#bar.show(this.#tree.game, this.#standingHere());
    find("#exact", HTMLElement).hidden = !this.#exact.isOn;
    this.#board.showArrows(this.#isPointing ? arrowsOf(spot, this.#linesHere) : []);
    this.#showValues();
  }

  /** Whether the board shows what the search says: not where moves have exact values, or squares their colours. */
  get #isPointing() {
    return !this.#settingUp.isActive && !this.#exact.isOnBoard && !this.#seen.isOnBoard;
  }

  #showValues() {
    const { picked } = this.#board;
    const values = this.#isPointing ? valuesOf(this.#linesHere, picked) : [];
    this.#board.showValues(values);
    // Where every move has its value, or every square its colour, the outlines would only hide the board.
    this.#board.hasOutlines = (values.length === 0 && this.#isPointing) || picked !== null;
  }

  get #linesHere() {
    return this.#spot.run?.report?.lines.filter(({ moves }) => moves.length > 0) ?? [];
  }

  /**
   * How the position stands, as far as it is known: what is proved goes before any guess.
   * @returns {import("./standing.js").Standing | null}
   */
  #standingHere() {
    const { game } = this.#tree;
    const { ending, run, judged, ply } = this.#spot;
    if (this.#settingUp.isActive) return null;
    if (ending?.winner === null) return { chance: 0.5, told: "a draw", isOver: true };
    if (ending) return { chance: 1 - ending.winner, told: `${game.players[ending.winner]} has won`, isOver: true };
    if (this.#exact.outcome) return this.#exact.outcome;
    const known = [run?.report?.lines[0], judged].flatMap((found) => found ?? []);
    const found = known.find(({ proof }) => proof !== null) ?? known[0];
    return found ? standingOf(game, sideToMove(game, ply.position), found) : null;
  }

  #tellPosition() {
    const { ply, ending, moves } = this.#spot;
    if (!ending && isForcedPass(moves ?? [])) return `${ply.told}; ${readPosition(ply.position).player} must pass`;
    if (!ending) return ply.told;
    const winner = ending.winner === null ? null : this.#tree.game.players[ending.winner];
    return `${ply.told}; ${winner ? `${winner} wins` : "draw"}: ${ending.reason}`;
  }

  #showTree() {
    const { game, players, names } = this.#tree;
    const isNamed = players.some((name) => name !== NOBODY);
    const title = `${game.title} ${sizeOf(game)}`;
    document.title = `${title} · Analyse · Plyground`;
    find("h1", HTMLElement).textContent = title;
    find("#players", HTMLElement).textContent = isNamed ? names.join(" against ") : game.summary;
    const found = this.#catalogue.games.find((each) => each.game.name === game.name);
    if (found) this.#laboratory.setGame(found);
    this.#showReview();
    this.#showPanels();
  }

  /** Show the moves, and what a review said about them. */
  #showReview() {
    this.#moves.show(this.#tree, this.#spot);
    this.#reviewing.show(this.#tree, this.#spot);
  }

  #showPanels() {
    const { isActive } = this.#settingUp;
    find("#set-up-panel", HTMLElement).hidden = !isActive;
    find("#lines-panel", HTMLElement).hidden = isActive;
    find("#open-set-up", HTMLElement).setAttribute("aria-pressed", String(isActive));
  }

  /** @param {string} problem */
  #endReview(problem) {
    if (problem !== "") tellProblem(problem);
    this.#showReview();
    this.#search();
  }

  /** @param {ShownLine | null} shown */
  #endSetUp(shown) {
    if (shown) {
      this.load(shown);
      return;
    }
    this.#board.setGame(this.#tree.game);
    this.#showPanels();
    this.#show(this.#spot).catch(tellProblem);
  }
}
