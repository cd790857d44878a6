/** The page of analysis: it begins with the line that its address asks for. */

import { ask } from "../api.js";
import { find, icon } from "../dom.js";
import { patiently } from "../patience.js";
import { listenForSteps } from "../stepping.js";
import { tellProblem } from "../toast.js";
import { openAddress } from "./address.js";
import { Analysis } from "./analysis.js";
import { Choosing } from "./choosing.js";

/** @typedef {import("../messages.js").Catalogue} Catalogue */
/** @typedef {import("./address.js").Opened} Opened */

const WAYS = /** @type {const} */ (["first", "back", "forth", "last"]);

/**
 * Open what the address asks for; if that cannot be, say why and begin with the first game.
 * @param {Catalogue} catalogue
 * @returns {Promise<Opened>}
 */
async function open(catalogue) {
  try {
    return await openAddress(new URLSearchParams(location.search), catalogue);
  } catch (error) {
    tellProblem(error);
    return openAddress(new URLSearchParams(), catalogue);
  }
}

/**
 * @param {string} id
 * @param {string} sign
 * @param {() => void} act
 */
function connectIcon(id, sign, act) {
  const button = find(id, HTMLButtonElement);
  button.append(icon(sign));
  button.addEventListener("click", act);
}

async function begin() {
  const catalogue = /** @type {Catalogue} */ (await ask("/api/catalogue"));
  const opened = await patiently(open(catalogue), () => {
    find("#told", HTMLElement).textContent = "Getting the game ready: the first time, this takes some seconds.";
  });
  const analysis = new Analysis(catalogue, opened);
  const choosing = new Choosing(find("#position-dialog", HTMLDialogElement), catalogue, (shown) => analysis.load(shown));
  for (const way of WAYS) connectIcon(`#to-${way}`, way, () => analysis.step(way));
  connectIcon("#flip", "flip", () => analysis.flip());
  listenForSteps((way) => analysis.step(way));
  find("#open-position", HTMLElement).addEventListener("click", () => choosing.open(analysis.game.name));
  find("#open-set-up", HTMLElement).addEventListener("click", () => analysis.toggleSetUp());
  find("#open-export", HTMLElement).addEventListener("click", () => analysis.export().catch(tellProblem));
  find("#reset", HTMLElement).addEventListener("click", () => analysis.resetLaboratory());
  analysis.begin();
}

begin().catch(tellProblem);
