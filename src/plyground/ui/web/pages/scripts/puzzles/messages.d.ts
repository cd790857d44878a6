/** What the server says about puzzles. */

import type { GameInfo, Move, Ply, Side } from "../messages.js";

export interface ThemeCount {
  theme: string;
  count: number;
}

export interface PuzzleGame {
  name: string;
  title: string;
  count: number;
  themes: ThemeCount[];
}

export interface PuzzleStanding {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
  days: number;
  best_days: number;
  has_daily: boolean;
}

export interface PuzzleOverview {
  games: PuzzleGame[];
  standing: PuzzleStanding;
}

export interface PuzzleStand {
  position: string;
  moves: Move[];
}

export interface PuzzleMessage {
  id: string;
  game: GameInfo;
  prompt: string;
  rating: number;
  themes: string[];
  to_move: Side;
  steps: number;
  counts: boolean;
  is_daily: boolean;
  stand: PuzzleStand;
}

export interface PuzzleVerdict {
  is_right: boolean;
  told: string;
  plies: Ply[];
  next: PuzzleStand | null;
  standing: PuzzleStanding;
}

export interface PuzzleClue {
  told: string;
  squares: number[];
  standing: PuzzleStanding;
}

export interface PuzzleSolution {
  told: string;
  plies: Ply[];
  standing: PuzzleStanding;
}
