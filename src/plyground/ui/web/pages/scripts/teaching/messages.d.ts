/** What the server says about how a game is played. */

import type { GameInfo, Move, Ply } from "../messages.js";

/** A rule with its picture: a position, and what a move makes of it. */
export interface ShownRule {
  text: string;
  board: GameInfo;
  before: string;
  after: Ply | null;
}

/** A legal move of a step: what it leads to, and whether it completes the step. */
export interface LessonMove {
  move: Move;
  ply: Ply;
  is_accepted: boolean;
}

/** A step of a lesson with all its legal moves; `replies` are those of the other side, by move. */
export interface LessonPart {
  prompt: string;
  praise: string;
  correction: string;
  board: GameInfo;
  position: string;
  moves: LessonMove[];
  replies: Record<string, Ply>;
}

export interface TeachingMessage {
  game: GameInfo;
  about: string[];
  notation: string;
  rules: ShownRule[];
  lesson: LessonPart[];
}
