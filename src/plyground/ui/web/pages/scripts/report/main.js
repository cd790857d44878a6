/** The report about the game that the address names. */

import { element, find, showEmpty } from "../dom.js";
import { patiently } from "../patience.js";
import { problemText } from "../words.js";
import { openGame } from "./opening.js";
import { ReportPage } from "./report-page.js";

async function begin() {
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  try {
    const opened = await patiently(openGame(id), () => {
      find("#result", HTMLElement).textContent = "Getting the game ready: the first time, this takes some seconds.";
    });
    new ReportPage(opened);
    find("#content", HTMLElement).classList.remove("is-loading");
  } catch (error) {
    find("#content", HTMLElement).className = "page";
    showEmpty("No game", `${problemText(error)}.`, element("a", { class: "button", href: "/library" }, "To the library"));
  }
}

await begin();
