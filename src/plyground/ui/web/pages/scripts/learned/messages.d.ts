/** What is said about runs of learning; each interface is a Struct of that name on the server. */

type State = "running" | "stopped" | "interrupted" | "over";

/** A run of learning in a list; `elo` is that of its best generation above the first evaluation. */
export interface ListedLearning {
  id: string;
  board: string;
  created: string;
  state: State;
  generations: number;
  games: number;
  elo: number | null;
}

/** The newest runs of the store, and how many there are in all. */
export interface LearningList {
  runs: Array<ListedLearning>;
  total: number;
  damaged: Array<string>;
}

/** What is known of one generation. */
export interface GenerationView {
  number: number;
  games: number;
  positions: number;
  training_error: number | null;
  held_out_error: number | null;
  elo: number;
  elo_error: number;
  is_accepted: boolean;
  strength: number | null;
  strength_error: number | null;
  wrong_moves: number | null;
}

/** What a run is doing. */
export interface LearningProgress {
  told: string;
  elapsed: number;
  seconds_left: number | null;
}

/** Something about a run that its heading does not say. */
export interface LearningFact {
  name: string;
  told: string;
}

/** A run as it stands. */
export interface LearningView {
  id: string;
  board: string;
  created: string;
  state: State;
  start: string;
  error_unit: string;
  progress: LearningProgress | null;
  generations: Array<GenerationView>;
  facts: Array<LearningFact>;
}
