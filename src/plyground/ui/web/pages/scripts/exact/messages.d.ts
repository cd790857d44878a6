/** What the server says about exact values; all are for the side to move. */

import type { GivenLine } from "../analyse/messages.js";

export interface WantedExact {
  line: GivenLine;
  proves: boolean;
}

export interface ExactValue {
  value: "win" | "draw" | "loss";
  margin: number | null;
  distance: number | null;
}

export interface ExactMove {
  move: string;
  origin: number | null;
  target: number | null;
  exact: ExactValue | null;
}

export interface ExactPosition {
  has_table: boolean;
  exact: ExactValue | null;
  moves: ExactMove[];
}

export interface ExactHistory {
  has_table: boolean;
  values: (ExactValue | null)[];
}
