/** What the analysis says and hears. */

import type { GameInfo, Move, Ply, Proof, Side } from "../messages.js";

export interface GivenLine {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves: string[];
}

export interface Ending {
  winner: Side | null;
  reason: string;
}

export interface ShownLine {
  game: GameInfo;
  players: [string, string];
  plies: Ply[];
  to_move: Side;
  moves: Move[];
  ending: Ending | null;
}

export interface SearchSettings {
  evaluate: string | null;
  order: string | null;
  algorithm: string;
  features: string[];
  threads: number;
  megabytes: number;
}

export interface Effort {
  seconds: number | null;
  depth: number | null;
  nodes: number | null;
}

/** How to search, how many moves to value, and for how long. */
export type Settings = {
  search: SearchSettings;
  lines: number;
  effort: Effort;
};

export interface FoundLine {
  score: string;
  proof: Proof | null;
  value: number;
  chance: number;
  plies_to_end: number | null;
  moves: Move[];
  visits: number | null;
}

export interface FinishedDepth {
  depth: number;
  nodes: number;
  seconds: number;
}

export interface Report {
  type: "report";
  request: number;
  depth: number;
  current_depth: number;
  nodes: number;
  speed: number;
  seconds: number;
  table_fill: number;
  lines: FoundLine[];
  finished: FinishedDepth[];
  is_done: boolean;
  is_plain: boolean;
}

export interface Mistake {
  kind: "inaccuracy" | "mistake" | "blunder";
  is_certain: boolean;
  loss: number;
  chance_before: number;
  chance_after: number;
  proof_before: Proof | null;
  proof_after: Proof | null;
  told: string;
  reason: string;
  refutation: Move[];
  better: Move[];
}

export interface Note {
  kind: "slower" | "sooner" | "margin";
  told: string;
}

export interface Judged {
  type: "judged";
  request: number;
  ply: number;
  score: string;
  proof: Proof | null;
  value: number;
  chance: number;
  plies_to_end: number | null;
  depth: number;
  loss: number | null;
  mistake: Mistake | null;
  note: Note | null;
}

export interface ReviewedSide {
  accuracy: number | null;
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export type AnalysisMessage =
  | { type: "compiling"; request: number; part: number }
  | Report
  | Judged
  | { type: "reviewed"; request: number; is_complete: boolean; sides: [ReviewedSide, ReviewedSide] }
  | { type: "refused"; reason: string };

export type AnalysisOrder =
  | { type: "analyse"; request: number; line: GivenLine; settings: SearchSettings; lines: number; effort: Effort }
  | { type: "review"; request: number; line: GivenLine; settings?: SearchSettings; nodes: number; last?: number }
  | { type: "stop" };
