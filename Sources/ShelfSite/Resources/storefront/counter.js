// @ts-check
/** Where a store sells: what each listing's button says, and what a tap on it does. */

import { NotBuyableError } from "../shelflife/purchase-errors.js";
import { buyState } from "./buy-state.js";

/** @typedef {import("../shelflife/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/purchases.js").PurchaseState} PurchaseState */
/** @typedef {import("./buy-state.js").Purse} Purse */
/**
 * @typedef {object} CounterParts
 * @property {() => Purse} purse
 * @property {() => void} lookAgain asks what is really in the wallet
 * @property {(purchase: PurchaseState) => void} news
 * @property {(text: string) => void} tell
 */

/** For so long a button says what came of it, before it offers the item again. */
const NEWS_MS = 4000;
/** These stay true for as long as the listing is on the shelf. */
const LASTING = ["sold_out", "sale_over", "not_found", "owned_already", "limit_reached"];

/** Fires `change` when a button may say something else. */
export class Counter extends EventTarget {
  /** @type {Map<string, PurchaseState>} by listing */
  #purchases = new Map();
  #store;
  #parts;

  /**
   * @param {ShelfStore} store
   * @param {CounterParts} parts
   */
  constructor(store, parts) {
    super();
    this.#store = store;
    this.#parts = parts;
    store.addEventListener("purchase", (event) => this.#heard(/** @type {CustomEvent<PurchaseState>} */ (event).detail));
  }

  /** @param {ShelfPosition} shown */
  stateOf(shown) {
    return buyState(shown, (shown.listing && this.#purchases.get(shown.listing.id)) ?? null, this.#parts.purse());
  }

  /** @param {ShelfPosition} shown what the person saw when they tapped */
  async tap(shown) {
    const { kind, inert, spoken } = this.stateOf(shown);
    if (kind === "short") this.#parts.lookAgain();
    if (inert && kind !== "none" && kind !== "buying") this.#parts.tell(spoken);
    if (inert || !shown.listing) return;
    try {
      await this.#store.buy(shown.listing);
    } catch (error) {
      // Every other outcome is heard as an event, like those of purchases from before.
      if (error instanceof NotBuyableError) this.#parts.tell(`${shown.card?.name}: ${error.message}`);
    }
  }

  /** The wallet is new. */
  refresh() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {PurchaseState} purchase */
  #heard(purchase) {
    this.#purchases.set(purchase.listing, purchase);
    this.#parts.news(purchase);
    this.refresh();
    const { code = "" } = /** @type {any} */ (purchase.error) ?? {};
    const over = purchase.stage === "sold" || purchase.stage === "failed";
    if (over && !LASTING.includes(code)) setTimeout(() => this.#forget(purchase), NEWS_MS);
  }

  /** @param {PurchaseState} purchase unless there was another since */
  #forget(purchase) {
    if (this.#purchases.get(purchase.listing) !== purchase) return;
    this.#purchases.delete(purchase.listing);
    this.refresh();
  }
}
