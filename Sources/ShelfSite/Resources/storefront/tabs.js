// @ts-check
/** The stores as tabs (the WAI-ARIA pattern); the selected one stands in the address. */

import { element } from "./element.js";
import { applyIcon, applyTheme } from "./theme.js";

/** @typedef {import("../shelflife/transport.js").StoreDescription} StoreDescription */

export class Tabs {
  /** @type {Map<string, HTMLElement>} */
  #tabs = new Map();
  #selected = "";
  #select;

  /**
   * @param {HTMLElement} list
   * @param {StoreDescription[]} stores
   * @param {(id: string) => void} select
   */
  constructor(list, stores, select) {
    this.#select = select;
    for (const store of stores) this.#tabs.set(store.id, this.#tab(store));
    list.replaceChildren(...this.#tabs.values());
    list.addEventListener("keydown", (event) => this.#moveBy(event));
    globalThis.addEventListener("hashchange", () => this.#show(this.#addressed()));
    this.#show(this.#addressed());
  }

  /** @param {StoreDescription} store */
  #tab({ id, title, theme }) {
    const icon = element("span", "tab-icon", element("span", "tab-shape"));
    const tab = element("button", "tab", icon, element("span", "tab-title", title));
    tab.id = `tab-${id}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${id}`);
    applyTheme(tab, theme);
    applyIcon(icon, theme);
    tab.addEventListener("click", () => this.#choose(id));
    return tab;
  }

  #addressed() {
    const named = decodeURIComponent(location.hash.slice(1));
    return this.#tabs.has(named) ? named : [...this.#tabs.keys()][0];
  }

  /** @param {string} id */
  #choose(id) {
    if (id !== this.#selected) history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    this.#show(id);
  }

  /** @param {string} id */
  #show(id) {
    if (id === this.#selected) return;
    this.#selected = id;
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === id));
      tab.tabIndex = other === id ? 0 : -1;
    }
    this.#select(id);
  }

  /** @param {KeyboardEvent} event */
  #moveBy(event) {
    const ids = [...this.#tabs.keys()];
    const at = ids.indexOf(this.#selected);
    const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 };
    const target = /** @type {Record<string, number>} */ (targets)[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const id = ids[(target + ids.length) % ids.length];
    this.#choose(id);
    this.#tabs.get(id)?.focus();
  }
}
