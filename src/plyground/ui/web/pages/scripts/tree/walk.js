/**
 * A search as the page walks through it. Both kinds answer the same questions:
 * - `node`, the node of the last event, and `way`, the one whose way from the root is unfolded for it;
 * - `isThere`, `isEnd`: whether a node is in the tree by now, and whether nothing follows on it yet;
 * - `marks`, `value`, `detail`, `reason`: how a node looks, and what is written at it;
 * - `described`, `facts`, `told`: a node for those who hear it, what is known of it, and what happened last;
 * - `line`, `isBest`, `isSlashed`: which branches are thick, which are marked, and which are cut;
 * - `isLandmark`: whether an event is worth a jump.
 * @typedef {import("./searchwalk.js").SearchWalk | import("./proofwalk.js").ProofWalk} Walk
 */

export {};
