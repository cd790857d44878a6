/** What pages are told about a person's games; each interface is a Struct of that name on the server. */

import type { GameInfo } from "../messages.js";

/** What the person is called; the empty name is none. */
export interface Profile {
  name: string;
}

/** Results as the person sees them. */
export interface OwnScore {
  wins: number;
  draws: number;
  losses: number;
}

/** A rating with its bounds at 95 %, from so many games against levels on one size of board. */
export interface OwnRating {
  value: number;
  low: number;
  high: number;
  games: number;
  size: string;
}

/** Results against an opponent; `level` is its number if it is one. */
export interface OpponentRecord {
  name: string;
  player: string;
  level: number | null;
  score: OwnScore;
  seconds: number;
  last_played: string;
}

/** How an opening scored for one of the sides. */
export interface OpeningRecord {
  name: string | null;
  moves: Array<string>;
  side: 0 | 1;
  score: OwnScore;
}

/** Which level to try next, because of what the last games against another one scored. */
export interface LevelAdvice {
  level: number;
  because_of: number;
  points: number;
  games: number;
}

/** What the person has done in one game. */
export interface GameRecordSummary {
  game: GameInfo;
  levels: number;
  score: OwnScore;
  seconds: number;
  rating: OwnRating | null;
  advice: LevelAdvice | null;
  form: Array<"win" | "draw" | "loss">;
  opponents: Array<OpponentRecord>;
  openings: Array<OpeningRecord>;
}

/** All of a person's games. */
export interface PersonalRecord {
  name: string;
  seconds: number;
  score: OwnScore;
  games: Array<GameRecordSummary>;
  damaged: Array<string>;
}
