/** The table of moves: how often each was played, how it scored, and what the engine says of it. */

import { shortScore } from "../analyse/numbers.js";
import { element, makeTable } from "../dom.js";
import { drawResults } from "../results.js";

const CLASSES = /** @type {[string, string, string]} */ (["is-first", "is-middle", "is-second"]);
/** Moves that nobody has played, but the engine likes. */
const MOST_UNPLAYED = 3;

/** @typedef {{ onChoose: (move: string) => void, onPoint: (move: MoveInfo | null) => void }} Hearing */

/**
 * Draw the table.
 * @param {Explored} explored
 * @param {FoundLine[]} lines of the engine, the best first
 * @param {Hearing} hearing
 */
export function drawMoves(explored, lines, hearing) {
  const total = gamesIn(explored.results);
  const values = new Map(lines.flatMap((line) => (line.moves[0] ? [[line.moves[0].move, line]] : [])));
  const best = lines[0]?.moves[0]?.move;
  const valueOf = (/** @type {ExploredMove} */ each) => [each.move, ...each.alike].map((move) => values.get(move)).find(Boolean);
  const isBest = (/** @type {ExploredMove} */ each) => best !== undefined && [each.move, ...each.alike].includes(best);
  const hasEngine = lines.length > 0;
  const row = (/** @type {ExploredMove} */ each) => drawRow(explored, each, total, { hasEngine, value: valueOf(each), isBest: isBest(each) }, hearing);
  const headings = [["Move", ""], ["Games", "number"], ["Results", ""], ...(hasEngine ? [["Engine", "number"]] : [])];
  const head = headings.map(([text, kind]) => element("th", { scope: "col", class: kind }, text));
  return makeTable("table explorer-table", head, [...explored.moves, ...unplayedOf(explored, lines)].map(row));
}

/** @param {Results} results */
export function gamesIn({ first, draws, second }) {
  return first + draws + second;
}

/**
 * @param {Explored} explored
 * @param {FoundLine[]} lines
 * @returns {ExploredMove[]}
 */
function unplayedOf({ moves }, lines) {
  const played = new Set(moves.flatMap(({ move, alike }) => [move, ...alike]));
  const found = lines.flatMap(({ moves: [first] }) => (first && !played.has(first.move) ? [first] : []));
  const none = { first: 0, draws: 0, second: 0 };
  return found.slice(0, MOST_UNPLAYED).map((move) => ({ ...move, alike: [], results: none, opening: null }));
}

/**
 * @param {Explored} explored
 * @param {ExploredMove} each
 * @param {number} total
 * @param {{ hasEngine: boolean, value: FoundLine | undefined, isBest: boolean }} judged what the engine says
 * @param {Hearing} hearing
 */
function drawRow({ game }, each, total, { hasEngine, value, isBest }, { onChoose, onPoint }) {
  const { move, alike, results, opening } = each;
  const games = gamesIn(results);
  const [first, second] = game.players;
  const told = `${first} won ${results.first}, ${results.draws} drawn, ${second} won ${results.second}`;
  const name = [move, ...alike].join(", ");
  const button = element("button", { class: "explorer-move", type: "button", onclick: () => onChoose(move), title: name }, move);
  return element(
    "tr",
    {
      class: games === 0 ? "is-unplayed" : null,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (!(event.target instanceof Element && event.target.closest("button"))) onChoose(move);
      },
      onpointerenter: () => onPoint(each),
      onpointerleave: () => onPoint(null),
      onfocusin: () => onPoint(each),
      onfocusout: () => onPoint(null),
    },
    element("th", { scope: "row" }, button, opening === null ? null : element("span", { class: "explorer-name" }, opening)),
    element(
      "td",
      { class: "number" },
      games === 0 ? "–" : games.toLocaleString("en"),
      games === 0 ? null : element("span", { class: "muted small explorer-share" }, ` ${Math.round((100 * games) / total)} %`),
    ),
    element("td", { class: "explorer-bar-cell" }, games === 0 ? "" : drawResults([results.first, results.draws, results.second], CLASSES, told)),
    hasEngine ? element("td", { class: isBest ? "number is-best" : "number", title: value?.score ?? "" }, value ? shortScore(value) : "") : null,
  );
}
