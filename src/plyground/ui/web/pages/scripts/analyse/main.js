/** The page of analysis: it begins with the line that its address asks for. */

import { ask } from "../api.js";
import { find, icon } from "../dom.js";
import { patiently } from "../patience.js";
import { listenForSteps } from "../stepping.js";
import { tellProblem } from "../toast.js";
import { openAddress } from "./analysis-address.js";
import { Analysis } from "./analysis.js";
import { Choosing } from "./choosing.js";

/** @import { Opened } from "./analysis-address.js" */

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
 * Let a button do something; until then it is disabled.
 * @param {string} id
 * @param {() => void} act
 */
function connect(id, act) {
  const button = find(id, HTMLButtonElement);
  button.addEventListener("click", act);
  button.disabled = false;
}

/**
 * @param {string} id
 * @param {string} sign
 * @param {() => void} act
 */
function connectIcon(id, sign, act) {
  find(id, HTMLElement).append(icon(sign));
  connect(id, act);
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
  connect("#open-position", () => choosing.open(analysis.game.name));
  connect("#open-set-up", () => analysis.toggleSetUp());
  connect("#open-export", () => void analysis.export().catch(tellProblem));
  find("#reset", HTMLElement).addEventListener("click", () => analysis.resetLaboratory());
  analysis.begin();
}

begin().catch(tellProblem);
