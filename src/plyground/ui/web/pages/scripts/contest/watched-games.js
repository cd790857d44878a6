/** The games of a contest that are being played, each on a small board that follows its moves. */

import { drawThumbnail } from "../board/thumbnail.js";
import { element, find } from "../dom.js";
import { makeSideMark } from "../library/row.js";
import { clockText } from "../words.js";

export class WatchedBoards {
  #section = find("#watched", HTMLElement);
  #list = find("#watched-games", HTMLElement);
  /** @type {GameInfo | null} */ #game = null;
  /** @type {WatchedGame[]} */ #games = [];
  /** @type {Map<number, WatchedBoard>} by the place of the game */ #boards = new Map();

  /**
   * Say what is played; without it no board can be drawn.
   * @param {GameInfo | null} game
   */
  know(game) {
    const isNew = this.#game === null;
    this.#game = game;
    if (isNew) this.show(this.#games);
  }

  /** @param {WatchedGame[]} games */
  show(games) {
    this.#games = games;
    const game = this.#game;
    if (!game) return;
    const places = new Set(games.map(({ place }) => place));
    for (const [place, board] of this.#boards) {
      if (places.has(place)) continue;
      board.item.remove();
      this.#boards.delete(place);
    }
    for (const each of games) this.#boardAt(each.place).show(game, each);
    this.#section.hidden = games.length === 0;
  }

  /** @param {number} place */
  #boardAt(place) {
    const board = this.#boards.get(place) ?? new WatchedBoard();
    if (!board.item.isConnected) this.#list.append(board.item);
    this.#boards.set(place, board);
    return board;
  }
}

class WatchedBoard {
  #picture = element("div", {});
  #players = [element("p", { class: "watched-player" }), element("p", { class: "watched-player" })];
  #about = element("p", { class: "muted small" });
  #position = "";
  item = element("li", { class: "watched-game" }, this.#picture, ...this.#players, this.#about);

  /**
   * @param {GameInfo} info
   * @param {WatchedGame} game
   */
  show(info, { number, names, position, plies, clocks }) {
    if (position !== this.#position) this.#picture.replaceChildren(drawThumbnail(info, position));
    this.#position = position;
    const mover = position.split(" ")[1];
    this.#players.forEach((player, side) => {
      player.classList.toggle("is-to-move", info.players[side] === mover);
      const clock = clocks ? [element("span", { class: "watched-clock" }, clockText(clocks[side] ?? 0))] : [];
      player.replaceChildren(makeSideMark(side), element("bdi", {}, names[side] ?? ""), ...clock);
    });
    this.#about.textContent = `Game ${number.toLocaleString("en")}, move ${Math.floor(plies / 2) + 1}`;
  }
}
