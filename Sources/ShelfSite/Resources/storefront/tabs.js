// @ts-check
/** The stores as tabs (by the WAI-ARIA pattern). The page's address names the selected one. */

import { element } from "./element.js";
import { motionIsReduced } from "./motion.js";
import { applyIcon, applyTheme } from "./theme.js";

/** @typedef {import("../shelflife/transport/transport.js").StoreDescription} StoreDescription */

export class Tabs {
  /** @type {Map<string, HTMLElement>} */
  #tabs = new Map();
  #selected = "";
  #list;
  #select;

  /**
   * @param {HTMLElement} list
   * @param {(id: string) => void} select
   */
  constructor(list, select) {
    this.#list = list;
    this.#select = select;
    list.addEventListener("keydown", (event) => this.#moveBy(event));
    list.addEventListener("scroll", () => this.#hint(), { passive: true });
    new ResizeObserver(() => this.#reveal("instant")).observe(list);
    globalThis.addEventListener("hashchange", () => this.#show(this.#addressed()));
  }

  /**
   * Shows a tab for each of these stores, in this order. Tabs that were there before stay the same elements, so that
   * they keep the focus.
   * @param {StoreDescription[]} stores
   */
  show(stores) {
    const before = this.#tabs;
    const focused = document.activeElement;
    this.#tabs = new Map(stores.map((store) => [store.id, before.get(store.id) ?? this.#tab(store.id)]));
    for (const store of stores) this.#describe(store);
    for (const [id, tab] of before) if (!this.#tabs.has(id)) tab.remove();
    [...this.#tabs.values()].forEach((tab, place) => {
      const there = this.#list.children[place] ?? null;
      if (there !== tab) this.#list.insertBefore(tab, there);
    });
    // A tab that has moved loses the focus.
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus({ preventScroll: true });
    if (this.#tabs.has(this.#selected)) this.#reveal("instant");
    else this.#show(this.#addressed());
  }

  /**
   * @param {string} id
   * @param {boolean} closed whether its store is gone
   */
  mark(id, closed) {
    this.#tabs.get(id)?.classList.toggle("tab-closed", closed);
  }

  /** @param {string} id */
  #tab(id) {
    const icon = element("span", "tab-icon", element("span", "tab-shape"));
    const tab = element("button", "tab", icon, element("span", "tab-title"), element("span", "tab-note", " closed"));
    tab.id = `tab-${id}`;
    tab.tabIndex = -1;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", "false");
    tab.setAttribute("aria-controls", `panel-${id}`);
    tab.addEventListener("click", () => this.#choose(id));
    return tab;
  }

  /** @param {StoreDescription} store */
  #describe({ id, title, theme }) {
    const tab = /** @type {HTMLElement} */ (this.#tabs.get(id));
    tab.title = title;
    applyTheme(tab, theme);
    const [icon, name] = /** @type {Iterable<HTMLElement>} */ (tab.children);
    applyIcon(icon, theme);
    if (name.textContent !== title) name.textContent = title;
  }

  #addressed() {
    const named = decodeURIComponent(location.hash.slice(1));
    return this.#tabs.has(named) ? named : ([...this.#tabs.keys()][0] ?? "");
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
    this.#reveal(motionIsReduced() ? "instant" : "smooth");
    this.#select(id);
  }

  /**
   * Scrolls the selected tab to the middle of the bar, as far as there are tabs beyond it.
   * @param {ScrollBehavior} behavior
   */
  #reveal(behavior) {
    const tab = this.#tabs.get(this.#selected);
    if (tab) this.#list.scrollTo({ left: tab.offsetLeft - (this.#list.clientWidth - tab.offsetWidth) / 2, behavior });
    this.#hint();
  }

  /** Tells the style sheet at which edges there are more tabs. */
  #hint() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#list;
    const more = [scrollLeft > 1 && "start", scrollLeft < scrollWidth - clientWidth - 1 && "end"];
    this.#list.dataset.more = more.filter(Boolean).join(" ");
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
    if (id === undefined) return;
    this.#choose(id);
    this.#tabs.get(id)?.focus({ preventScroll: true });
  }
}
