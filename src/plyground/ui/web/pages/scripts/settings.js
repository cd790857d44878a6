/** The page of the settings: everything that can be chosen, and how it looks. */

import { ask, send } from "./api.js";
import { drawThumbnail } from "./board/thumbnail.js";
import { element, find } from "./dom.js";
import { makeChoices } from "./home/fields.js";
import { playSound } from "./play/sounds.js";
import { prefer, preferred, PREFERENCES } from "./preferences.js";
import { tell, tellProblem } from "./toast.js";

/** @import { Preference } from "./preferences.js" */

/** @type {Record<Preference, [title: string, help: string]>} */
const TITLES = {
  theme: ["Theme of the pages", ""],
  board: ["Board", "The safe boards and pieces differ in brightness and in blue and orange, which nearly everybody can tell apart."],
  pieces: ["Pieces", ""],
  coordinates: ["Coordinates beside the board", ""],
  sounds: ["Sounds", "Of moves, captures, the end of a game, and a clock that runs short. Where others share the server they are off, unless you switch them on."],
  premove: ["Moves planned ahead, in games with a clock", "While the other side thinks, choose your reply: it is played at once if it is possible then. Escape or the right button takes it back."],
  animation: ["Moves that are seen being made", "Off if your system asks for less motion, whatever is chosen here."],
};

/** @param {Preference} name */
function makePreference(name) {
  const [title, help] = TITLES[name];
  const choices = PREFERENCES[name].map(([value, text]) => ({ value, text }));
  const choose = (/** @type {string} */ value) => {
    prefer(name, value);
    if (name === "sounds") playSound("move");
    dispatchEvent(new Event("preferences"));
  };
  const field = element(
    "fieldset",
    { class: "field" },
    element("legend", {}, title),
    element("div", { class: "choices" }, ...makeChoices(name, choices, preferred(name), choose)),
  );
  if (help !== "") field.append(element("p", { class: "field-help" }, help));
  return field;
}

/** @param {string} name */
function makeName(name) {
  const input = element("input", { class: "input", id: "own-name", maxlength: 40, autocomplete: "nickname", placeholder: "You", value: name });
  input.addEventListener("change", async () => {
    try {
      /** @type {Profile} */
      const kept = await send("/api/profile", { name: input.value });
      input.value = kept.name;
      tell(kept.name === "" ? "You are called You." : `You are called ${kept.name}.`);
    } catch (error) {
      tellProblem(error);
    }
  });
  return element(
    "div",
    { class: "field" },
    element("label", { for: "own-name" }, "Your name"),
    input,
    element("p", { class: "field-help" }, "Kept with the games of this server. Lists of games and the boards show it instead of “You”."),
  );
}

async function offerName() {
  try {
    /** @type {Profile} */
    const { name } = await ask("/api/profile");
    find("#settings", HTMLFormElement).prepend(makeName(name));
  } catch (error) {
    tellProblem(error);
  }
}

/** Another tab, or the switch in the header, has chosen. */
function follow() {
  for (const input of document.querySelectorAll("#settings input[type=radio]")) {
    if (!(input instanceof HTMLInputElement) || !(input.name in PREFERENCES)) continue;
    input.checked = input.value === preferred(/** @type {Preference} */ (input.name));
  }
}

async function begin() {
  const names = /** @type {Preference[]} */ (Object.keys(PREFERENCES));
  find("#settings", HTMLFormElement).append(...names.map(makePreference));
  find("#settings", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  await offerName();
  find("#columns", HTMLElement).hidden = false; // as a whole, so that nothing moves
  addEventListener("preferences", follow);
  try {
    /** @type {Catalogue} */
    const { games } = await ask("/api/catalogue");
    find("#boards", HTMLElement).append(...games.map(({ game }) => drawThumbnail(game, game.start)));
  } catch (error) {
    tellProblem(error);
  }
}

await begin();
