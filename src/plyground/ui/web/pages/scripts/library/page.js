/** The library: games that were played, contests, and evaluations that were learned. */

import { ask } from "../api.js";
import { element, find } from "../dom.js";
import { tellProblem } from "../toast.js";
import { asQuery, readAddress, tabOf, writeAddress } from "./library-address.js";
import { showContests, showLearned } from "./run-list.js";
import { LibraryList } from "./game-list.js";
import { Importing } from "./importing.js";
import { NewContestForm } from "./new-contest.js";
import { Replay } from "./record-replay.js";
import { makeTabs } from "./tabs.js";

/** @import { Place } from "./library-address.js" */

const TYPING_PAUSE = 250;
const WIDE = matchMedia("(min-width: 961px)");

class Library {
  #filters = find("#filters", HTMLFormElement);
  #games = find("#games", HTMLElement);
  #event = find("#of-event", HTMLElement);
  #export = find("#export", HTMLAnchorElement);
  #list = new LibraryList((record) => this.#go({ ...this.#place, record }, true));
  #replay = new Replay(find("#replay", HTMLElement), {
    onClose: () => this.#go({ ...this.#place, record: null }, true),
    onChange: (game) => this.#list.update(game),
    onDelete: () => this.#onDelete(),
  });
  #importing = new Importing(() => this.#list.show(this.#place.wanted));
  #showTab = makeTabs(find("[role=tablist]", HTMLElement), (name) =>
    this.#go({ ...this.#place, tab: tabOf(name) }, true),
  );
  #place = readAddress();
  #isListed = false;
  #typing = 0;

  constructor() {
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("input", () => this.#onFilter());
    addEventListener("popstate", () => this.#show(readAddress()));
  }

  async begin() {
    // What is shown does not wait for what can be chosen.
    const shown = this.#show(this.#place);
    try {
      this.#furnish(await ask("/api/catalogue"));
    } catch (error) {
      tellProblem(error);
    }
    await shown;
    // List and form appear together: neither pushes the other away.
    for (const id of ["#contest-column", "#new-contest"]) find(id, HTMLElement).hidden = false;
  }

  /** @param {Catalogue} catalogue */
  #furnish(catalogue) {
    const select = find("#filter-game", HTMLSelectElement);
    select.append(...catalogue.games.map(({ game }) => element("option", { value: game.name }, game.title)));
    select.value = this.#place.wanted.game ?? "";
    this.#importing.most = Number(catalogue.limits.upload_bytes);
    new NewContestForm(catalogue);
  }

  #onFilter() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      const given = [...new FormData(this.#filters)].map(([name, value]) => [name, String(value).trim()]);
      const { event } = this.#place.wanted;
      const wanted = Object.fromEntries([...given, ["event", event ?? ""]].filter(([, value]) => value !== ""));
      this.#go({ ...this.#place, wanted }, false);
    }, TYPING_PAUSE);
  }

  /** The game that was shown is there no more: list the others. */
  async #onDelete() {
    this.#replay.hide();
    const place = { ...this.#place, record: null };
    writeAddress(place, { canGoBack: false });
    this.#isListed = false;
    await this.#show(place);
    this.#list.focus(this.#list.first);
  }

  /**
   * @param {Place} place
   * @param {boolean} canGoBack
   */
  #go(place, canGoBack) {
    writeAddress(place, { canGoBack });
    this.#show(place);
  }

  /** @param {Place} place */
  async #show(place) {
    const isOther = !this.#isListed || JSON.stringify(place.wanted) !== JSON.stringify(this.#place.wanted);
    this.#isListed = true;
    this.#place = place;
    this.#showTab(place.tab);
    if (place.tab === "contests") await showContests();
    if (place.tab === "learned") await showLearned();
    if (isOther) await this.#showList();
    await this.#showRecord();
  }

  async #showList() {
    const { wanted } = this.#place;
    for (const field of this.#filters.elements) {
      if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type)) field.checked = field.value === (wanted[field.name] ?? "");
      else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = wanted[field.name] ?? "";
    }
    const { event, ...others } = wanted;
    this.#event.hidden = event === undefined;
    if (event !== undefined) this.#event.replaceChildren(...this.#aboutEvent(event, others));
    this.#export.href = `/api/records/text?${new URLSearchParams(asQuery(wanted))}`;
    await this.#list.show(wanted);
  }

  /**
   * @param {string} event
   * @param {Record<string, string>} others
   */
  #aboutEvent(event, others) {
    const all = () => this.#go({ ...this.#place, wanted: others }, true);
    return [
      element("span", {}, "Games of contest ", element("a", { href: `/contest/${encodeURIComponent(event)}` }, event)),
      element("button", { class: "button small", type: "button", onclick: all }, "All games"),
    ];
  }

  /** Replay the game of the address; where there is room for both, the newest of the list without one. */
  async #showRecord() {
    const { record, tab } = this.#place;
    const shown = record ?? (WIDE.matches ? this.#replay.record ?? this.#list.first : null);
    const before = this.#replay.record;
    this.#games.classList.toggle("has-record", record !== null);
    this.#list.mark(shown);
    if (shown === null) this.#replay.hide();
    else if (tab === "games" && shown !== before) {
      await this.#replay.show(shown);
      // Where it cannot be replayed, the list comes back: there may be room for one of them only.
      this.#games.classList.toggle("has-record", record !== null && this.#replay.record !== null);
    }
    if (!WIDE.matches && record !== before) this.#turnTo(record, before);
  }

  /**
   * Where there is room for the list or the game only, go where the eye is.
   * @param {number | null} record
   * @param {number | null} before
   */
  #turnTo(record, before) {
    if (record === null) {
      this.#list.focus(before);
      return;
    }
    scrollTo(0, 0);
    this.#replay.focus();
  }
}

await new Library().begin();
