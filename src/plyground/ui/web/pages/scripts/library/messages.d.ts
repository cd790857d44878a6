/** What the library and its contests say and hear; each interface is a Struct of that name on the server. */

import type { GameInfo, Ply } from "../messages.js";

/** Which games somebody wants; `*` stands for anything in the name of a player. */
export interface Wanted {
  game?: string | null;
  player?: string | null;
  result?: "first" | "second" | "draw" | "unfinished" | "over" | null;
  termination?: "normal" | "resignation" | "illegal move" | "garbage" | "crash" | "time" | "adjudication" | "move limit" | "unfinished" | null;
  event?: string | null;
  source?: "mine" | "contests" | "imports" | null;
  favourite?: boolean;
}

/** Some of the wanted games: so many before one of them, the newest first. */
export interface WantedPage {
  game?: string | null;
  player?: string | null;
  result?: "first" | "second" | "draw" | "unfinished" | "over" | null;
  termination?: "normal" | "resignation" | "illegal move" | "garbage" | "crash" | "time" | "adjudication" | "move limit" | "unfinished" | null;
  event?: string | null;
  source?: "mine" | "contests" | "imports" | null;
  favourite?: boolean;
  before?: number;
  limit?: number;
}

/** A game in a list. `result` names the side that won; it is `draw`, or `*` if unfinished. */
export interface ListedGame {
  id: number;
  event: string | null;
  number: number | null;
  started: string;
  game: string;
  title: string;
  size: string;
  players: [string, string];
  names: [string, string];
  result: string;
  winner: number | null;
  termination: "normal" | "resignation" | "illegal move" | "garbage" | "crash" | "time" | "adjudication" | "move limit" | "unfinished";
  moves: number;
  source: "mine" | "contests" | "imports";
  remark: GameRemark;
}

/** What somebody added to a game: a name, a star, a note. */
export interface GameRemark {
  name: string;
  is_favourite: boolean;
  note: string;
}

/** A game that is no longer there. */
export interface Deleted {
  id: number;
}

/** Games, and how many there are in all; `next` is for `before` when asking for more. */
export interface GameList {
  games: Array<ListedGame>;
  total: number;
  next: number | null;
  damaged: Array<string>;
}

/** A game with every position, to be replayed without knowing the rules. */
export interface RecordView {
  listed: ListedGame;
  event_kind: "match" | "tournament" | "play" | "study" | "grading" | null;
  event_label: string | null;
  tags: Record<string, string>;
  opening: number;
  opening_name: string | null;
  game: GameInfo;
  plies: Array<Ply>;
  reason: string;
}

/** The content of a record file. */
export interface RecordText {
  text: string;
}

/** How many games are new, and how many were there already. */
export interface Imported {
  new: number;
  known: number;
}

/** A contest to be begun. `games` are those of each encounter, rounded up to pairs. */
export interface NewContest {
  game: string;
  players: Array<string>;
  format?: "match" | "round-robin" | "gauntlet" | "swiss" | "knockout";
  options?: Record<string, string>;
  games?: number;
  rounds?: number | null;
  seconds?: number | null;
  clock?: string | null;
  opening_plies?: number;
  most_moves?: number | null;
  sprt?: string | null;
  seed?: number | null;
  processes?: number | null;
}

/** A contest that has been begun. */
export interface BegunContest {
  id: string;
}

/** What a contest is doing now. */
export interface ContestState {
  state: "running" | "stopped" | "interrupted" | "over";
}

/** A contest in a list. */
export interface ListedContest {
  id: string;
  kind: "match" | "tournament" | "play" | "study" | "grading";
  label: string;
  created: string;
  state: "running" | "stopped" | "interrupted" | "over";
  game: string;
  format: string;
  players: Array<string>;
  games: number;
  total: number;
}

/** The newest contests of the store, and how many there are in all. */
export interface ContestList {
  contests: Array<ListedContest>;
  total: number;
  damaged: Array<string>;
}

/** A value with its bounds at 95 %, each null where it is infinite, and the whole in words. */
export interface Estimated {
  value: number | null;
  low: number | null;
  high: number | null;
  told: string;
}

/** Wins, draws and losses. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

/** One player of a contest in its table; `sides` are the results with either side. */
export interface ContestEntry {
  name: string;
  player: string;
  points: number;
  games: number;
  results: Tally;
  sides: [Tally, Tally];
  elo: Estimated;
  seconds_per_move: number | null;
}

/** Two players of a round, and what each of them scored. */
export interface Encounter {
  names: [string, string];
  points: [number, number];
}

/** A round of a tournament that has several. */
export interface Round {
  label: string;
  encounters: Array<Encounter>;
}

/** How far a sequential test is: its ratio, and the bounds that end it. */
export interface TestState {
  test: string;
  ratio: number;
  lower: number;
  upper: number;
  verdict: string;
  pairs: number;
}

/** The score of the first player of a match after so many games, with its bounds. */
export interface CoursePoint {
  games: number;
  score: number;
  low: number;
  high: number;
}

/** What only two players have: by how much the first is better, and how sure that is. */
export interface MatchView {
  names: [string, string];
  score: number;
  elo: Estimated;
  normalised_elo: Estimated;
  superiority: number;
  pairs: [number, number, number, number, number];
  course: Array<CoursePoint>;
}

/** Something about how a contest is played, with its name. */
export interface ContestFact {
  name: string;
  told: string;
}

/** Everything about a contest as it stands. */
export interface ContestView {
  id: string;
  kind: "match" | "tournament" | "play" | "study" | "grading";
  label: string;
  created: string;
  names: Array<string>;
  state: "running" | "stopped" | "interrupted" | "over";
  problem: string | null;
  can_resume: boolean;
  game_name: string;
  game: GameInfo | null;
  format: string;
  told_format: string;
  facts: Array<ContestFact>;
  games: number;
  total: number;
  seconds_left: number | null;
  table: Array<ContestEntry>;
  crosstable: Array<Array<Tally | null>>;
  rounds: Array<Round>;
  match: MatchView | null;
  test: TestState | null;
  terminations: Record<string, number>;
}

/** A game that is being played, as it stood when its last turn began. */
export interface WatchedGame {
  place: number;
  number: number;
  names: [string, string];
  position: string;
  plies: number;
  clocks: [number, number] | null;
}

/** The games that are being played here and last long enough to be watched. */
export interface WatchedGames {
  type: "watched";
  games: Array<WatchedGame>;
}

/** The contest as it stands now, sent whenever it has changed. */
export interface ContestNews {
  type: "contest";
  contest: ContestView;
}

/** What was asked for is not done, and why not. */
export interface Refused {
  type: "refused";
  reason: string;
}
