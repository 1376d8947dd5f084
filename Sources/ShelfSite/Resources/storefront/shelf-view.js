// @ts-check
/** A store's panel: its title and its grid of cards, drawn from `store.shelf()`. */

import { PREFETCHED_LEAD_MS } from "../shelflife/session/session-runner.js";
import { GoneError, UnreachableError } from "../shelflife/transport/transport-errors.js";
import { InSight } from "../shelf-store/in-sight.js";
import { write } from "../shelf-store/text.js";
import { CardView } from "./card-view.js";
import { element } from "./element.js";
import { hourAndMinute, number } from "./format.js";
import { watchMotion } from "./motion.js";
import { UndrawnCard } from "./undrawn-card.js";

/** @typedef {import("../shelflife/store/shelf-server.js").ShelfServer} ShelfServer */
/** @typedef {import("../shelflife/store/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/transport/transport.js").StoreDescription} StoreDescription */
/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/seal/card.js").Card} Card */
/** @typedef {import("./counter.js").Counter} Counter */
/**
 * @typedef {object} ShelfListener
 * @property {(cards: Card[]) => void} arrived called with the cards of new listings
 * @property {(card: Card) => void} changedUnderFocus called with the new card at the place whose button has the focus
 */

/** From this many columns on, cards are drawn small. */
const DENSE_COLUMNS = 7;
const GONE_CAPTION = "Nothing is for sale here any more. If the store opens again, it goes on by itself.";
const PAUSED_CAPTION = "Paused: nothing is sold for the moment. The shelf goes on, and so will the sale.";

/** @type {Record<import("../shelflife/transport/transport-errors.js").Unreachable, string>} what can't be had */
const UNREACHED = {
  server: "Can't reach the server",
  store: "Can't get this store",
  time: "Can't get the server's time",
};

export class ShelfView {
  #store;
  #server;
  #heard;
  #description;
  #counter;
  #title = element("h1", "panel-title");
  #list = element("ol", "shelf");
  #caption = element("p", "panel-caption");
  #sight = new InSight(this.#list, () => this.#drawInSight());
  /** @type {(CardView | UndrawnCard)[]} */
  #cards = [];
  #afresh = true;
  /** A shelf that stands still keeps the buttons of the items that it shows. */
  #runs = false;

  /**
   * @param {ShelfStore} store
   * @param {StoreDescription} description
   * @param {Counter} counter
   * @param {ShelfServer} server the store's, for its clock and its pictures
   * @param {ShelfListener} heard
   */
  constructor(store, description, counter, server, heard) {
    this.#store = store;
    this.#description = description;
    this.#counter = counter;
    this.#server = server;
    this.#heard = heard;
    this.element = this.#panel();
    this.describe(description);
    store.addEventListener("change", () => this.#draw());
    store.addEventListener("tick", () => afterNextFrame(() => this.#tick()));
    counter.addEventListener("change", () => this.#offerAgain());
    watchMotion(() => this.redraw());
  }

  start() {
    this.#runs = true;
    if (this.#cards.length === 0) this.#fit(this.#description.positions, this.#description.columns);
    this.#store.start();
    this.redraw();
  }

  stop() {
    this.#runs = false;
    this.#store.stop();
  }

  /**
   * Takes other words for the store; its positions and columns follow with its window.
   * @param {StoreDescription} description
   */
  describe(description) {
    this.#description = description;
    this.#title.textContent = description.title;
    write(this.#caption, this.#shelfCaption());
    this.#offerAgain();
  }

  /**
   * Says in the panel's caption what goes on and what doesn't while the server can't be reached or the store is paused.
   * @param {import("../shelflife/store/shelf-store.js").StoreStatus} status
   * @param {number} nowMs
   */
  showStatus({ connection, windowUntilMs, error, paused }, nowMs) {
    const outage = error instanceof UnreachableError ? error : null;
    const offline = connection === "offline" || outage !== null;
    const online = () => (error instanceof GoneError ? GONE_CAPTION : paused ? PAUSED_CAPTION : this.#shelfCaption());
    const text = offline ? offlineCaption(this.#description, outage, windowUntilMs, nowMs) : online();
    write(this.#caption, text);
    this.#caption.classList.toggle("panel-caption-offline", offline || paused);
  }

  /** Draws everything anew, since animations may have stood still while the page was hidden. */
  redraw() {
    this.#afresh = true;
    if (this.#store.positions > 0) this.#draw();
  }

  #shelfCaption() {
    const { positions, leadMs } = this.#description;
    const kind = leadMs < PREFETCHED_LEAD_MS ? "each sealed until its moment" : "even without a network";
    return `${number(this.#store.positions || positions)} on the shelf, ${kind}`;
  }

  #panel() {
    const { id } = this.#description;
    const panel = element("section", "panel", this.#title, this.#caption, this.#list);
    this.#caption.setAttribute("aria-live", "polite");
    panel.id = `panel-${id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${id}`);
    panel.tabIndex = 0;
    this.#list.setAttribute("role", "list");
    return panel;
  }

  /**
   * Adds and removes cards at the end. The others stay as they are, with what moves in them and the focus.
   * @param {number} positions
   * @param {number} columns
   */
  #fit(positions, columns) {
    if (columns > 0) this.#layOut(columns);
    for (let position = this.#cards.length; position < positions; position++) {
      const card = this.#card(position);
      this.#cards.push(card);
      this.#list.append(card.element);
      this.#sight.watch(position, card.element);
    }
    for (const card of this.#cards.splice(positions)) {
      if (card.focused) this.element.focus({ preventScroll: true });
      this.#sight.unwatch(card.element);
      card.element.remove();
    }
  }

  /** @param {number} columns */
  #layOut(columns) {
    this.#list.style.setProperty("--columns", String(columns));
    this.#list.classList.toggle("shelf-dense", columns >= DENSE_COLUMNS);
    this.element.classList.toggle("panel-dense", columns >= DENSE_COLUMNS);
  }

  /** @param {number} position */
  #card(position) {
    if (!this.#sight.draws(position)) return new UndrawnCard(position);
    const tapped = (/** @type {ShelfPosition} */ seen) => this.#counter.tap(seen);
    return new CardView(position, tapped, this.#server.url, this.#list.classList.contains("shelf-dense"));
  }

  /** Draws what has come near, and takes back what has gone far away, but for the card with the focus. */
  #drawInSight() {
    if (!this.#runs) return;
    for (const shown of this.#store.shelf()) {
      const { position } = shown;
      const before = this.#cards[position];
      if (!before || before.focused || before.isDrawn === this.#sight.draws(position)) continue;
      const card = this.#card(position);
      this.#cards[position] = card;
      this.#sight.unwatch(before.element);
      before.element.replaceWith(card.element);
      this.#sight.watch(position, card.element);
      card.update(shown, true);
      this.#offer([shown]);
    }
  }

  #draw() {
    const shelf = this.#store.shelf();
    this.#fit(shelf.length, this.#store.columns);
    const afresh = this.#afresh;
    this.#afresh = false;
    for (const { position, phase } of shelf) this.#cards[position].element.hidden = phase === "empty" && this.#store.isOver(position);
    const changed = shelf.filter((shown) => this.#cards[shown.position].update(shown, afresh));
    this.#offer(shelf);
    if (changed.length === 0) return;
    const shownAtUs = this.#server.reading().nowUs;
    for (const shown of changed) report(shown, shownAtUs);
    this.#heard.arrived(changed.flatMap(({ card }) => (card ? [card] : [])));
    for (const { position, card } of changed) if (card && this.#cards[position].focused) this.#heard.changedUnderFocus(card);
  }

  #offerAgain() {
    if (this.#runs) this.#offer(this.#store.shelf());
  }

  /** @param {ShelfPosition[]} shelf */
  #offer(shelf) {
    for (const shown of shelf) {
      this.#cards[shown.position]?.offer(this.#counter.stateOf(shown));
      this.#cards[shown.position]?.own(this.#counter.ownedOf(shown));
    }
  }

  #tick() {
    if (!this.#runs) return;
    const shelf = this.#store.shelf();
    for (const shown of shelf) this.#cards[shown.position]?.tick(shown);
    this.#offer(shelf.filter((shown) => this.#counter.counts(shown)));
  }
}

/**
 * Countdowns are laid out by themselves, but only in a frame in which nothing else is. Items change at the same second.
 * @param {() => void} draw
 */
function afterNextFrame(draw) {
  requestAnimationFrame(() => setTimeout(draw));
}

/**
 * @param {StoreDescription} description
 * @param {UnreachableError | null} outage null while it hasn't lasted long
 * @param {number | null} untilMs the end of the window in use
 * @param {number} nowMs
 */
function offlineCaption({ leadMs }, outage, untilMs, nowMs) {
  const unreached = outage ? `${UNREACHED[outage.of]} since ${hourAndMinute(outage.sinceMs)}` : "The store can't be reached";
  const reason = navigator.onLine ? unreached : "You are offline";
  // In two lines on a phone, so that nothing moves.
  const back = outage && navigator.onLine ? "until it is back" : "until the connection is back";
  if (outage?.of === "time" || untilMs === null || untilMs <= nowMs) return `${reason}: nothing can be shown ${back}.`;
  if (leadMs < PREFETCHED_LEAD_MS) return `${reason}: new items can't open ${back}.`;
  return `${reason}: the shelf goes on until ${hourAndMinute(untilMs)}, buying waits.`;
}

/**
 * @param {ShelfPosition} shown
 * @param {number} shownAtUs
 */
function report({ position, card, startMs, phase }, shownAtUs) {
  const detail = { position, item: card?.item ?? null, startMs, shownAtUs, phase };
  document.dispatchEvent(new CustomEvent("shelflife:change", { detail }));
}
