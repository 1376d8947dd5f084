// @ts-check
/** A store's panel: its title and its grid of cards, drawn from what the store says there is to see. */

import { CardView } from "./card-view.js";
import { element } from "./element.js";
import { watchMotion } from "./motion.js";

/** @typedef {import("../shelflife/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/transport.js").StoreDescription} StoreDescription */
/** @typedef {import("../shelflife/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/card.js").Card} Card */
/** @typedef {import("./counter.js").Counter} Counter */

/** From this many columns on, cards are drawn small. */
const DENSE_COLUMNS = 7;
const PREFETCHED_MS = 600_000;

export class ShelfView {
  #store;
  #nowUs;
  #arrived;
  #description;
  #counter;
  #list = element("ol", "shelf");
  /** @type {CardView[]} */
  #cards = [];
  #afresh = true;

  /**
   * @param {ShelfStore} store
   * @param {StoreDescription} description
   * @param {Counter} counter
   * @param {() => number} nowUs the server's clock
   * @param {(cards: Card[]) => void} arrived called with the items that came onto the shelf
   */
  constructor(store, description, counter, nowUs, arrived) {
    this.#store = store;
    this.#description = description;
    this.#counter = counter;
    this.#nowUs = nowUs;
    this.#arrived = arrived;
    this.element = this.#panel();
    this.#fit(description.positions, description.columns);
    store.addEventListener("change", () => this.#draw());
    store.addEventListener("tick", () => this.#tick());
    counter.addEventListener("change", () => this.#offer(store.shelf()));
    watchMotion(() => this.redraw());
  }

  start() {
    this.#store.start();
    this.redraw();
  }

  stop() {
    this.#store.stop();
  }

  /** Everything anew at the next change: animations may have stood still while the page was away. */
  redraw() {
    this.#afresh = true;
    if (this.#store.positions > 0) this.#draw();
  }

  #panel() {
    const { id, title, positions, leadMs } = this.#description;
    const note = leadMs < PREFETCHED_MS ? "each sealed until its moment" : "even without a network";
    const heading = element("h1", "panel-title", title);
    const panel = element("section", "panel", heading, element("p", "panel-note", `${positions} on the shelf, ${note}`), this.#list);
    panel.id = `panel-${id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${id}`);
    panel.tabIndex = 0;
    this.#list.setAttribute("role", "list");
    return panel;
  }

  /**
   * @param {number} positions
   * @param {number} columns
   */
  #fit(positions, columns) {
    if (positions === this.#cards.length) return;
    const { currency } = this.#description;
    const tapped = (/** @type {ShelfPosition} */ seen) => this.#counter.tap(seen);
    this.#cards = Array.from({ length: positions }, (_, position) => new CardView(position, currency, tapped));
    this.#list.replaceChildren(...this.#cards.map((card) => card.element));
    this.#list.style.setProperty("--columns", String(columns));
    this.#list.classList.toggle("shelf-dense", columns >= DENSE_COLUMNS);
  }

  #draw() {
    this.#fit(this.#store.positions, this.#store.columns);
    const afresh = this.#afresh;
    this.#afresh = false;
    const shelf = this.#store.shelf();
    const changed = shelf.filter((shown) => this.#cards[shown.position].update(shown, afresh));
    this.#offer(shelf);
    if (changed.length === 0) return;
    const shownAtUs = this.#nowUs();
    for (const shown of changed) report(shown, shownAtUs);
    this.#arrived(changed.flatMap(({ card }) => (card ? [card] : [])));
  }

  /** @param {ShelfPosition[]} shelf */
  #offer(shelf) {
    for (const shown of shelf) this.#cards[shown.position]?.offer(this.#counter.stateOf(shown));
  }

  #tick() {
    for (const shown of this.#store.shelf()) this.#cards[shown.position].tick(shown);
  }
}

/**
 * @param {ShelfPosition} shown
 * @param {number} shownAtUs
 */
function report({ position, card, startMs, phase }, shownAtUs) {
  const detail = { position, item: card?.item ?? null, startMs, shownAtUs, phase };
  document.dispatchEvent(new CustomEvent("shelflife:change", { detail }));
}
