/** What the server says about trees and exercises. */

import type { GameInfo } from "../messages.js";

export interface SearchCounts {
  nodes: number;
  evaluations: number;
  cuts: number;
}

export interface SearchEvents {
  events: string;
  counts: SearchCounts;
}

export interface TreeMessage {
  title: string;
  game: GameInfo | null;
  players: [string, string];
  evaluate: string | null;
  depth: number;
  parents: number[];
  names: string[];
  moves: number[];
  leaves: (number | null)[];
  minimax: SearchEvents;
  alphabeta: SearchEvents;
}

export interface ProofEvents {
  kinds: string;
  nodes: number[];
  proofs: (number | null)[];
  disproofs: (number | null)[];
  told: string[];
}

export interface ProofMessage {
  title: string;
  game: GameInfo | null;
  players: [string, string];
  goal: string;
  question: string;
  least: number;
  result: boolean | null;
  depth: number;
  parents: number[];
  names: string[];
  moves: number[];
  leaves: (number | null)[];
  ends: Record<string, string>;
  expansions: number;
  events: ProofEvents;
}

export interface UctSteps {
  kinds: string;
  nodes: number[];
  results: (number | null)[];
  told: string[];
}

export interface BesideMessage {
  title: string;
  move: string;
  nodes: number;
  scores: Record<string, number>;
}

export interface UctMessage {
  title: string;
  game: GameInfo | null;
  players: [string, string];
  goal: string | null;
  exploration: number;
  depth: number;
  parents: number[];
  names: string[];
  moves: number[];
  leaves: (number | null)[];
  ends: Record<string, string>;
  steps: UctSteps;
  beside: BesideMessage | null;
}

export interface FoundPositions {
  positions: string[];
}

export interface SheetWords {
  form: "number" | "pair" | "fraction";
  asked: string;
  roles: [string, string];
  mark: string;
  marks_many: boolean;
  open: [string, string];
  empty: string;
  unmarked: string;
  solved: string;
}

export interface ExerciseMessage {
  told: string;
  tasks: string[];
  words: SheetWords;
  asked: number[];
  candidates: number[];
  kind: string;
  kinds: string[];
  last: number;
  game: GameInfo | null;
  position: string | null;
  players: [string, string];
  parents: number[];
  moves: string[];
  shown: (string | null)[];
}

export interface AnswerVerdict {
  node: number;
  is_right: boolean;
  told: string;
}

export interface CheckedAnswers {
  values: AnswerVerdict[];
  cuts: AnswerVerdict[];
  open_values: number;
  is_solved: boolean;
  has_open_cuts: boolean;
}
