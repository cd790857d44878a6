/** The report about the game that the address names. */

import { element, find } from "../dom.js";
import { patiently } from "../patience.js";
import { titled } from "../words.js";
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
    const told = error instanceof Error ? titled(error.message) : String(error);
    const way = element("a", { class: "button", href: "/library" }, "To the library");
    find("#content", HTMLElement).className = "page";
    find("#content", HTMLElement).replaceChildren(
      element("div", { class: "empty" }, element("h1", {}, "No game"), element("p", {}, `${told}.`), way),
    );
  }
}

await begin();
