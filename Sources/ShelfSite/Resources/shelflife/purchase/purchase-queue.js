// @ts-check
/** Runs a server's purchase intents until they are judged. Several taps on one listing are one purchase meanwhile. */

import { randomText } from "../seal/crypto.js";
import { ProblemError } from "../transport/transport-errors.js";
import { PurchaseError, ReceiptError } from "./purchase-errors.js";
import { PurchasePerformer } from "./purchase-performer.js";
import { checkReceipt, openReceipt } from "./receipt.js";

/** @typedef {import("./purchase.js").PurchaseIntent} PurchaseIntent */
/** @typedef {import("./receipt.js").Receipt} Receipt */
/** @typedef {import("../transport/trade-transport.js").Confirmation} Confirmation */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {import("./purchase-performer.js").FailError} FailError */
/** @typedef {import("./purchase-performer.js").DelayError} DelayError */
/**
 * @typedef {object} PurchaseFacts what is the same at each stage of a purchase
 * @property {string} listing the `offer` of its position, as in `shelf()`
 * @property {string} item
 * @property {string} name
 * @property {number} price
 * @property {boolean} resumed whether it began in an earlier visit or another tab
 */
/** @typedef {PurchaseFacts & { stage: "buying", retryAtMs: null, receipt: null, error: null }} BuyingPurchase */
/**
 * @typedef {PurchaseFacts & { stage: "delayed", retryAtMs: number, receipt: null, error: DelayError }} DelayedPurchase a
 *   request has failed and is sent again: when, in milliseconds by this device's wall clock (`Date.now()`), which is a
 *   moment that has passed while that is under way
 */
/** @typedef {PurchaseFacts & { stage: "sold", retryAtMs: null, receipt: Receipt, error: null }} SoldPurchase */
/** @typedef {PurchaseFacts & { stage: "failed", retryAtMs: null, receipt: null, error: FailError }} FailedPurchase */
/** @typedef {BuyingPurchase | DelayedPurchase | SoldPurchase | FailedPurchase} PurchaseState how a purchase stands */
/** @typedef {(state: PurchaseState) => void} StateListener */
/** @typedef {{ id: string, publicKey: () => Promise<CryptoKey>, changed: StateListener }} BuyingStore the store that buys */
/**
 * @typedef {object} QueueParts
 * @property {string} server
 * @property {import("./player-archive.js").PlayerArchive} archive
 * @property {import("../transport/trade-transport.js").TradeTransport} trade
 * @property {import("./player.js").Player} player
 * @property {(currency: string, balance: number | null) => void} paid takes the balance that a purchase has left
 * @property {() => number} wallMs this device's wall clock
 */

const KEY_BYTES = 16;

export class PurchaseQueue {
  #parts;
  /** @type {Map<string, { performer: PurchasePerformer, resumed: boolean }>} by store and listing */
  #running = new Map();
  /** @type {Map<string, PurchaseIntent>} intents whose answer was no genuine receipt; the next tap asks about the same purchase */
  #unproven = new Map();
  /**
   * @type {Set<string>} the keys of intents that this page had the answers to. The archive may still bring them, if its
   *   reading began earlier or the answer proved nothing.
   */
  #answered = new Set();
  /** Whether the balances may be old or unknown once nothing runs, so that the wallet is asked for. */
  #walletIsDue = false;

  /** @param {QueueParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @returns {Promise<PurchaseIntent[]>} the intents that aren't judged yet, of this tab and others, from this visit
   * and earlier ones
   */
  pending() {
    return this.#parts.archive.intents(this.#parts.server);
  }

  /**
   * @param {string} store
   * @param {string} offer as `ShelfPosition` names it
   * @returns {PurchaseState | null} null when no purchase of it is under way
   */
  stateOf(store, offer) {
    const running = this.#running.get(place(store, offer));
    return running ? stateOf(running.performer, running.resumed) : null;
  }

  /**
   * Joins the purchase of an offer that is under way, and sends its request at once if it waits for a retry.
   * @param {string} store
   * @param {string} offer as `ShelfPosition` names it
   * @returns {Promise<Receipt> | null} null when none is under way
   */
  join(store, offer) {
    const { performer } = this.#running.get(place(store, offer)) ?? {};
    performer?.handle({ type: "hurry" });
    return performer?.outcome ?? null;
  }

  /**
   * @param {BuyingStore} store
   * @param {string} offer as `ShelfPosition` names it
   * @param {Listing} listing the one of the offer's that was opened last
   * @param {Card} card
   * @returns {Promise<Receipt>}
   */
  buy(store, offer, listing, card) {
    const intent = this.#unproven.get(place(store.id, offer)) ?? newIntent(store.id, offer, listing, card);
    return this.#run(intent, store, false).outcome;
  }

  /**
   * Goes on with the intents that an earlier page or another tab left. A tab that does the same sends the same keys and
   * gets the same answers.
   * @param {BuyingStore} store
   */
  async resume(store) {
    for (const intent of await this.pending().catch(() => [])) {
      const known = this.#running.has(placeOf(intent)) || this.#answered.has(intent.key);
      if (intent.store === store.id && !known) this.#run(intent, store, true);
    }
  }

  /** Sends everything at once that waits for a retry, because the network or the server is back. */
  hurry() {
    for (const { performer } of this.#running.values()) performer.handle({ type: "hurry" });
  }

  /**
   * @param {PurchaseIntent} intent
   * @param {BuyingStore} store
   * @param {boolean} resumed
   */
  #run(intent, store, resumed) {
    const { server, archive, wallMs } = this.#parts;
    let told = "";
    /** @type {PurchasePerformer} */
    const performer = new PurchasePerformer(intent, {
      keep: () => this.#keep(intent),
      forget: () => archive.forget(server, intent.key),
      send: () => this.#send(intent),
      open: async (confirmation) => this.#opened(confirmation, intent, await store.publicKey()),
      changed: () => {
        if (performer.ended) this.#ended(performer);
        const state = stateOf(performer, resumed);
        // Each stage is told once, and a delay again when its reason is another, however often the request is sent.
        const telling = `${state.stage} ${state.error?.code}`;
        if (telling === told) return;
        told = telling;
        store.changed(state);
      },
      wallMs,
    });
    this.#running.set(placeOf(intent), { performer, resumed });
    // Answers of purchases that run at the same time may come in another order than they were judged in, so the balance
    // of the last one may be old.
    this.#walletIsDue ||= this.#running.size > 1;
    performer.handle({ type: resumed ? "resumed" : "begun" });
    return performer;
  }

  /**
   * Keeps the player's credential and an intent. Where another tab wants the same and has no answer yet, it becomes the same purchase.
   * @param {PurchaseIntent} intent
   */
  async #keep(intent) {
    const { server, archive } = this.#parts;
    await this.#parts.player.keep();
    const isSame = (/** @type {PurchaseIntent} */ kept) => placeOf(kept) === placeOf(intent) && kept.price === intent.price;
    const same = (await this.pending()).find((kept) => isSame(kept) && !this.#answered.has(kept.key));
    // The whole order is the other's: it may name an earlier listing of the offer, and a key stands for one order.
    if (same) Object.assign(intent, same);
    else await archive.keep(server, intent);
  }

  /** @param {PurchaseIntent} intent */
  async #send(intent) {
    await this.#parts.player.keep();
    return this.#parts.player.ask((token) => this.#sent(token, intent));
  }

  /**
   * @param {string} token
   * @param {PurchaseIntent} intent
   */
  async #sent(token, { key, store, chain, slot, position, revision, price }) {
    try {
      return await this.#parts.trade.buy(token, store, key, { chain, slot, position, revision, price });
    } catch (error) {
      throw error instanceof ProblemError && !error.passing ? new PurchaseError(error.code, error) : error;
    }
  }

  /**
   * @param {Confirmation} confirmation
   * @param {PurchaseIntent} intent
   * @param {CryptoKey} publicKey
   */
  async #opened(confirmation, intent, publicKey) {
    const receipt = await openReceipt(confirmation.receipt, publicKey);
    checkReceipt(receipt, intent, this.#parts.player.id);
    this.#parts.paid(receipt.currency, confirmation.balance);
    this.#walletIsDue ||= confirmation.balance === null;
    return receipt;
  }

  /** @param {PurchasePerformer} performer */
  #ended({ intent, error }) {
    const at = placeOf(intent);
    this.#running.delete(at);
    this.#answered.add(intent.key);
    if (error instanceof ReceiptError) this.#unproven.set(at, intent);
    else this.#unproven.delete(at);
    if (this.#running.size > 0) return;
    if (this.#walletIsDue) this.#parts.player.wallet().catch(() => {});
    this.#walletIsDue = false;
  }
}

/**
 * @param {string} store
 * @param {string} offer
 * @param {Listing} listing
 * @param {Card} card
 * @returns {PurchaseIntent}
 */
function newIntent(store, offer, { chain, slot, position, revision, endMs }, { item, name, price }) {
  return { key: randomText(KEY_BYTES), store, offer, chain: chain.id, slot, position, revision, price, endMs, item, name };
}

/**
 * @param {PurchasePerformer} performer
 * @param {boolean} resumed
 * @returns {PurchaseState}
 */
function stateOf({ intent, receipt, error, ended, delayed, retryAtMs }, resumed) {
  const { item, name, price } = intent;
  const facts = { listing: offerOf(intent), item, name, price, resumed };
  if (receipt) return { ...facts, stage: "sold", retryAtMs: null, receipt, error: null };
  const failed = { ...facts, receipt: null };
  if (ended) return { ...failed, stage: "failed", retryAtMs: null, error: /** @type {FailError} */ (error) };
  if (!delayed) return { ...failed, stage: "buying", retryAtMs: null, error: null };
  return { ...failed, stage: "delayed", retryAtMs: retryAtMs ?? 0, error: /** @type {DelayError} */ (error) };
}

/** @param {PurchaseIntent} intent */
function offerOf({ offer, chain, slot, position, revision }) {
  return offer ?? `${chain}.${slot}.${position}.${revision}`;
}

/** @param {PurchaseIntent} intent */
function placeOf(intent) {
  return place(intent.store, offerOf(intent));
}

/**
 * @param {string} store
 * @param {string} offer
 */
function place(store, offer) {
  return `${store}/${offer}`;
}
