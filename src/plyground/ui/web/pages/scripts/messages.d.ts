/** What the server says and hears. Squares are numbers, row by row from the top left. */

export type Side = 0 | 1;

/** Colours are those by day and by night. */
export interface LookInfo {
  colours: Record<string, [string, string]>;
  is_plain: boolean;
  has_hollows: boolean;
  has_stars: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  options: Record<string, string>;
  rows: number;
  columns: number;
  players: [string, string];
  pieces: { name: string; letters: [string, string] }[];
  scenery: { name: string; letter: string }[];
  rows_from_top: boolean;
  look: LookInfo;
  start: string;
}

export interface Move {
  move: string;
  origin: number | null;
  target: number | null;
}

export interface Ply {
  move: string | null;
  origin: number | null;
  target: number | null;
  position: string;
  told: string;
  changed: number[];
  seconds: number | null;
  score: number | null;
  clocks: [number, number] | null;
  thought: string | null;
  is_proved: boolean;
}

export interface Outcome {
  winner: Side | null;
  termination: string;
  reason: string;
}

export interface Status {
  ply: number;
  to_move: Side;
  moves: Move[];
  outcome: Outcome | null;
  is_thinking: boolean;
  compiling: number | null;
  is_paused: boolean;
  speed: number;
  clocks: [number, number] | null;
  running: Side | null;
  can_undo: boolean;
  problem: string | null;
  prompt: string;
  opening: string | null;
}

export interface GameMessage {
  type: "game";
  id: string;
  game: GameInfo;
  players: [string, string];
  names: [string, string];
  people: [boolean, boolean];
  plies: Ply[];
  status: Status;
}

/** What is known for certain, for the side to move. */
export interface Proof {
  value: "win" | "loss" | "draw";
  margin: number | null;
  distance: number | null;
}

export interface Thought {
  type: "thought";
  side: Side;
  depth: number;
  score: string;
  proof: Proof | null;
  nodes: number;
  seconds: number;
  line: string[];
}

export interface Hint extends Move {
  type: "hint";
  told: string;
  is_plain: boolean;
}

export interface SeatsMessage {
  type: "seats";
  own: Side[];
  is_guest: boolean;
  is_shared: boolean;
  can_share: boolean;
  is_public: boolean;
  present: [boolean, boolean];
  undo_asked_by: Side | null;
}

export interface LinkMessage {
  type: "link";
  path: string;
  host: string;
}

export type PlayMessage =
  | SeatsMessage
  | LinkMessage
  | GameMessage
  | { type: "played"; ply: Ply; status: Status }
  | { type: "status"; status: Status }
  | Thought
  | Hint
  | { type: "refused"; reason: string };

export type PlayOrder =
  | { type: "move"; at: number; move: string }
  | { type: "undo" }
  | { type: "resign" }
  | { type: "hint" }
  | { type: "stop" }
  | { type: "share"; side: Side }
  | { type: "pause" }
  | { type: "go" }
  | { type: "speed"; seconds: number }
  | { type: "auto_pass"; is_on: boolean }
  | { type: "thinking"; is_shown: boolean };

export interface NewGame {
  game: string;
  options: Record<string, string>;
  players: [string, string];
  clock: string | null;
  seconds: number | null;
  seed: number | null;
  position: string | null;
  moves: string[] | null;
}

export interface UnfinishedGame {
  id: string;
  game: GameInfo;
  players: [string, string];
  names: [string, string];
  plies: number;
  to_move: Side;
  started: string;
  position: string;
}

export interface UnfinishedGames {
  games: UnfinishedGame[];
  damaged: string[];
}

export type Option =
  | { kind: "size"; name: string; help: string; default: string; rows: number[]; columns: number[]; square: boolean }
  | { kind: "number"; name: string; help: string; default: number; minimum: number; maximum: number }
  | { kind: "choice"; name: string; help: string; default: string; choices: string[] };

export interface Named {
  name: string;
  summary: string;
}

export interface PlayerInfo extends Named {
  options: string[];
}

export interface CatalogueGame {
  game: GameInfo;
  choices: Option[];
  evaluations: Named[];
  one_ply_players: string[];
  levels: number;
  algorithms: Record<string, string[]>;
}

export interface Catalogue {
  games: CatalogueGame[];
  players: PlayerInfo[];
  algorithms: Record<string, string[]>;
  features: Record<string, Named[]>;
  families: Record<string, string>;
  limits: Record<string, number>;
}
