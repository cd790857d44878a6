/** How a position stands: what is proved in words, what is guessed as a chance. */

/**
 * The chance of the first player. `told` says who wins where that is certain, "" for a guess.
 * @typedef {{ chance: number, told: string, isOver?: boolean }} Standing
 */

/**
 * What a search or a review says about a position.
 * @typedef {{ score: string, proof: Proof | null, chance: number }} Found
 */

/**
 * @param {GameInfo} game
 * @param {Side} toMove
 * @param {Found} found
 * @returns {Standing}
 */
export function standingOf({ players }, toMove, { score, proof, chance }) {
  if (!proof) return { chance, told: "" };
  if (proof.value === "draw") return { chance: 0.5, told: "a draw" };
  const winner = proof.value === "win" ? toMove : toMove === 0 ? 1 : 0;
  const isOver = score === "won" || score === "lost";
  const how = isOver ? "has won" : `wins${score.replace(/^proved (win|loss)/, "")}`;
  return { chance: 1 - winner, told: `${players[winner]} ${how}`, isOver };
}

/**
 * A chance in percent: what is only guessed is neither certain nor lost.
 * @param {number} chance from 0 to 1
 */
export function guessed(chance) {
  return `${Math.min(Math.max(Math.round(100 * chance), 1), 99)} %`;
}
