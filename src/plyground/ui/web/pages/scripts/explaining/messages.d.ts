/** What the server says about an evaluation; all points are for the side to move. */

import type { GivenLine } from "../analyse/messages.js";
import type { Side } from "../messages.js";

export interface WantedExplanation {
  line: GivenLine;
  evaluate: string | null;
  most: number;
}

export interface ContributionMessage {
  kind: "pattern" | "feature" | "heuristic" | "decided";
  name: string;
  points: number;
  surplus: number;
  weight: number | null;
  value: number | null;
  squares: number[];
}

export interface ExplanationMessage {
  evaluation: string;
  to_move: Side;
  score: number;
  usual: number;
  contributions: ContributionMessage[];
  left_out: number;
  rest: number;
  squares: number[] | null;
  others: ContributionMessage[];
}
