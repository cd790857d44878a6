/** Searches that were made of a position, and how two of them compare. */

/**
 * How to search, how many moves to value, and for how long.
 * @typedef {{ search: SearchSettings & { features: string[] }, lines: number, effort: Effort }} Settings
 */

/**
 * A search: how it was made and what it told last, null until it has told anything.
 * @typedef {object} Run
 * @property {Settings} settings
 * @property {SearchReport | null} report
 * @property {"waiting" | "compiling" | "searching" | "done" | "stopped" | "refused"} state
 * @property {string} problem why it was refused
 * @property {number} part how much of it is compiled, from 0 to 1
 */

/**
 * What two searches took to finish the deepest depth that both have finished.
 * @typedef {{ depth: number, earlier: FinishedDepth, present: FinishedDepth }} Comparison
 */

/**
 * @param {Run} earlier
 * @param {Run} present
 * @returns {Comparison | null} null while there is no such depth
 */
export function compare(earlier, present) {
  const known = new Map(earlier.report?.finished.map((finished) => [finished.depth, finished]));
  for (const finished of [...(present.report?.finished ?? [])].reverse()) {
    const before = known.get(finished.depth);
    if (before) return { depth: finished.depth, earlier: before, present: finished };
  }
  return null;
}

/**
 * @param {Settings} one
 * @param {Settings} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether two settings search in the same way, be it for another time.
 * @param {Settings} one
 * @param {Settings} other
 */
export function isSameWay(one, other) {
  return isSame({ ...one, effort: other.effort }, other);
}

/**
 * Name settings by the nearest algorithm and what differs from it: "engine without killers".
 * @param {Settings} settings
 * @param {Record<string, string[]>} algorithms
 */
export function nameOf({ search }, algorithms) {
  const presets = Object.entries(algorithms).filter(([name]) => isTreeSearch(name) === isTreeSearch(search.algorithm)).map(([name, features]) => ({
    name,
    more: search.features.filter((feature) => !features.includes(feature)),
    less: features.filter((feature) => !search.features.includes(feature)),
  }));
  const [nearest] = presets.sort((one, other) => one.more.length + one.less.length - other.more.length - other.less.length);
  if (!nearest) return "";
  const words = [nearest.name];
  if (nearest.more.length > 0) words.push(`with ${nearest.more.join(", ")}`);
  if (nearest.less.length > 0) words.push(`without ${nearest.less.join(", ")}`);
  return words.join(" ");
}

/**
 * Whether an algorithm has features of its own kind.
 * @param {string} algorithm
 */
function isTreeSearch(algorithm) {
  return ["mcts", "uct", "pns"].includes(algorithm);
}

/**
 * Name what differs between two settings, once for each: ["with killers", "without killers"].
 * @param {Settings} earlier
 * @param {Settings} present
 * @param {Record<string, string[]>} algorithms
 * @returns {[string, string]}
 */
export function differences(earlier, present, algorithms) {
  /** @type {[string, string][]} */
  const found = [];
  const [before, now] = [earlier.search, present.search];
  if (before.features.join() !== now.features.join() || isTreeSearch(before.algorithm) !== isTreeSearch(now.algorithm)) found.push(featureDifference(earlier, present, algorithms));
  if (before.evaluate !== now.evaluate) found.push([before.evaluate ?? "best", now.evaluate ?? "best"]);
  if (before.order !== now.order) found.push([`order: ${before.order ?? "own"}`, `order: ${now.order ?? "own"}`]);
  if (before.threads !== now.threads) found.push([threads(before.threads), threads(now.threads)]);
  if (before.megabytes !== now.megabytes) found.push([`${before.megabytes} MB`, `${now.megabytes} MB`]);
  if (earlier.lines !== present.lines) found.push([lines(earlier.lines), lines(present.lines)]);
  return [found.map(([one]) => one).join(", "), found.map(([, other]) => other).join(", ")];
}

/**
 * @param {Settings} earlier
 * @param {Settings} present
 * @param {Record<string, string[]>} algorithms
 * @returns {[string, string]}
 */
function featureDifference(earlier, present, algorithms) {
  const [before, now] = [earlier.search.features, present.search.features];
  if (isTreeSearch(earlier.search.algorithm) !== isTreeSearch(present.search.algorithm)) return [nameOf(earlier, algorithms), nameOf(present, algorithms)];
  const lost = before.filter((feature) => !now.includes(feature));
  const gained = now.filter((feature) => !before.includes(feature));
  if (lost.length === 1 && gained.length === 0) return [`with ${lost[0]}`, `without ${lost[0]}`];
  if (gained.length === 1 && lost.length === 0) return [`without ${gained[0]}`, `with ${gained[0]}`];
  return [nameOf(earlier, algorithms), nameOf(present, algorithms)];
}

/** @param {number} count */
function threads(count) {
  return count === 1 ? "1 thread" : `${count} threads`;
}

/** @param {number} count */
function lines(count) {
  return count === 1 ? "1 line" : `${count} lines`;
}
