// @ts-check
/** Sells for one store: decides what each buy button says and what a tap on it does. */

import { PurchaseError } from "../shelflife/purchase/purchase-errors.js";
import { buyState } from "./buy-state.js";

/** What is said of a tap while the store is paused. */
const PAUSED = new PurchaseError("paused").message;

/** @typedef {import("../shelflife/store/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */
/** @typedef {import("./buy-state.js").Purse} Purse */
/**
 * @typedef {object} CounterParts
 * @property {(currency: string) => Purse} purse
 * @property {(item: string) => import("./owned.js").Holding} owned what the player owns of an item
 * @property {() => void} refreshWallet asks the server for the wallet
 * @property {(purchase: PurchaseState) => void} news called when the state of a purchase has changed
 * @property {(text: string) => void} tell shows a text for a moment
 */

/** A button tells the outcome of a purchase for this long, then it offers the item again. */
const NEWS_MS = 4000;
/** The codes of refusals that stay true while the listing is on the shelf. */
const LASTING = ["sold_out", "sale_over", "not_found", "withdrawn", "owned_already", "limit_reached"];

/** Fires `change` when a button may say something else. */
export class Counter extends EventTarget {
  /** @type {Map<string, PurchaseState>} by listing */
  #purchases = new Map();
  /** @type {Map<string, string>} the code of the last refusal, by item */
  #refusals = new Map();
  #store;
  #parts;
  #isPaused = false;

  /**
   * @param {ShelfStore} store
   * @param {CounterParts} parts
   */
  constructor(store, parts) {
    super();
    this.#store = store;
    this.#parts = parts;
    store.addEventListener("purchase", (event) => this.#heard(/** @type {CustomEvent<PurchaseState>} */ (event).detail));
    store.addEventListener("status", () => this.#hearStatus());
  }

  /** @param {ShelfPosition} shown */
  stateOf(shown) {
    const last = (shown.offer && this.#purchases.get(shown.offer)) ?? null;
    // Events say nothing of the seconds until the next try.
    const purchase = last?.stage === "delayed" ? (this.#store.purchaseOf(shown) ?? last) : last;
    const { item = "", currency = "" } = shown.card ?? {};
    return buyState(shown, purchase, this.#isPaused, this.#parts.purse(currency), this.#parts.owned(item), this.#refusals.get(item) ?? null);
  }

  /**
   * @param {ShelfPosition} shown
   * @returns {number} how many the player owns
   */
  ownedOf({ card }) {
    return card ? this.#parts.owned(card.item).count : 0;
  }

  /** @param {ShelfPosition} seen what the card showed when the tap began */
  async tap(seen) {
    const { kind, inert, spoken } = this.stateOf(seen);
    if (kind === "short") this.#parts.refreshWallet();
    if (inert && kind !== "changed") {
      if (kind !== "none" && kind !== "buying") this.#parts.tell(kind === "paused" ? PAUSED : spoken);
      return;
    }
    try {
      await this.#store.buy(seen);
    } catch (error) {
      // Every other outcome comes as a `purchase` event, like those of purchases from an earlier visit.
      if (error instanceof PurchaseError && !error.judged) this.#parts.tell(error.message);
    }
  }

  /**
   * @param {ShelfPosition} shown
   * @returns {boolean} whether its button says another thing each second
   */
  counts({ offer }) {
    return offer !== null && this.#purchases.get(offer)?.stage === "delayed";
  }

  /** Tells that the wallet or what the player owns has changed. */
  refresh() {
    this.dispatchEvent(new Event("change"));
  }

  #hearStatus() {
    const { paused } = this.#store.status;
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    this.refresh();
  }

  /** @param {PurchaseState} purchase */
  #heard(purchase) {
    const { code = "" } = /** @type {any} */ (purchase.error) ?? {};
    this.#purchases.set(purchase.listing, purchase);
    if (purchase.stage === "failed") this.#refusals.set(purchase.item, code);
    this.#parts.news(purchase);
    this.refresh();
    const over = purchase.stage === "sold" || purchase.stage === "failed";
    if (over && !LASTING.includes(code)) setTimeout(() => this.#forget(purchase), NEWS_MS);
  }

  /** @param {PurchaseState} purchase kept when the listing has had another purchase since */
  #forget(purchase) {
    if (this.#purchases.get(purchase.listing) !== purchase) return;
    this.#purchases.delete(purchase.listing);
    this.refresh();
  }
}
