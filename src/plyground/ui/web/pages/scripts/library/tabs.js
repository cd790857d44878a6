/** Tabs that work with the mouse and with the arrow keys. */

/**
 * Let tabs show their panels.
 * @param {HTMLElement} bar
 * @param {(name: string) => void} onChoose given the id of the panel
 * @returns {(name: string) => void} shows a panel without telling
 */
export function makeTabs(bar, onChoose) {
  const tabs = [...bar.querySelectorAll("[role=tab]")].filter((each) => each instanceof HTMLElement);
  const nameOf = (/** @type {Element} */ tab) => tab.getAttribute("aria-controls") ?? "";

  const show = (/** @type {string} */ name) => {
    for (const tab of tabs) {
      const isChosen = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(nameOf(tab));
      if (panel) panel.hidden = !isChosen;
    }
  };

  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => onChoose(nameOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const other = step && tabs[(index + step + tabs.length) % tabs.length];
      if (!other) return;
      event.preventDefault();
      other.focus();
      onChoose(nameOf(other));
    });
  });
  return show;
}
