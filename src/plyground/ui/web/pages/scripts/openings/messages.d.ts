/** What the explorer hears and says; each interface is a Struct of that name on the server. */

import type { GameInfo, Move, Ply } from "../messages.js";

/** A line whose last position is looked up, and whose games count. */
export interface Exploration {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves: Array<string>;
  source: "mine" | "contests" | "imports" | null;
  player: string | null;
}

/** Games by result, for the players in the order in which they move first. */
export interface Results {
  first: number;
  draws: number;
  second: number;
}

/** A move with the games in which it was played; `alike` are moves that are the same on a turned board. */
export interface ExploredMove {
  move: string;
  origin: number | null;
  target: number | null;
  alike: Array<string>;
  results: Results;
  opening: string | null;
}

/** A game that came to the position. */
export interface ReachedGame {
  id: number;
  names: [string, string];
  winner: number | null;
  started: string;
}

/** A position as the games of the store know it; of the games on its board `read` are counted so far. */
export interface Explored {
  game: GameInfo;
  plies: Array<Ply>;
  choices: Array<Move>;
  opening: string | null;
  results: Results;
  moves: Array<ExploredMove>;
  games: Array<ReachedGame>;
  read: number;
  total: number;
  followed: number;
  damaged: Array<string>;
}
