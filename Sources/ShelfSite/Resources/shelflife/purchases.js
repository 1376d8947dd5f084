// @ts-check
/** All purchases that are under way on one server, each wish once, however often it was tapped. */

import { randomText } from "./crypto.js";
import { ProblemError, PurchaseError, ReceiptError } from "./purchase-errors.js";
import { PurchaseRunner } from "./purchase-runner.js";
import { checkReceipt, openReceipt } from "./receipt.js";

/** @typedef {import("./purchase-course.js").PurchaseNote} PurchaseNote */
/** @typedef {import("./receipt.js").Receipt} Receipt */
/** @typedef {import("./trade-transport.js").Confirmation} Confirmation */
/** @typedef {import("./window-records.js").Listing} Listing */
/** @typedef {import("./card.js").Card} Card */
/**
 * @typedef {object} PurchaseState how a purchase stands
 * @property {string} listing its id, as in `shelf()`
 * @property {string} item
 * @property {string} name
 * @property {number} price
 * @property {"buying" | "delayed" | "sold" | "failed"} stage `delayed`: nothing has been heard yet, and it is asked again
 * @property {boolean} resumed whether it was begun before this page was opened
 * @property {Receipt | null} receipt
 * @property {Error | null} error
 */
/** @typedef {(state: PurchaseState) => void} Told */
/** @typedef {{ id: string, publicKey: () => Promise<CryptoKey>, told: Told }} Buying the store that buys */
/**
 * @typedef {object} PurchasesParts
 * @property {string} server
 * @property {import("./player-archive.js").PlayerArchive} archive
 * @property {import("./trade-transport.js").TradeTransport} trade
 * @property {import("./player.js").Player} player
 */

const KEY_BYTES = 16;

export class Purchases {
  #parts;
  /** @type {Map<string, PurchaseRunner>} by store and listing */
  #running = new Map();
  /** @type {Map<string, PurchaseNote>} ended without a proof: a new tap asks about the same purchase */
  #unproven = new Map();
  /** @type {Set<string>} keys: what another look into the archive found meanwhile is not asked again */
  #settled = new Set();
  #crowded = false;

  /** @param {PurchasesParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {Promise<PurchaseNote[]>} what was asked for and not yet heard of, in this tab or another, now or before */
  pending() {
    return this.#parts.archive.notes(this.#parts.server);
  }

  /**
   * @param {string} store
   * @param {string} listing
   * @returns {Promise<Receipt> | null} of the same wish when it is under way already
   */
  joined(store, listing) {
    const runner = this.#running.get(place(store, listing));
    runner?.handle({ type: "hurry" });
    return runner?.outcome ?? null;
  }

  /**
   * @param {Buying} store
   * @param {Listing} listing
   * @param {Card} card
   * @returns {Promise<Receipt>}
   */
  buy(store, listing, card) {
    const note = this.#unproven.get(place(store.id, listing.id)) ?? newNote(store.id, listing, card);
    return this.#run(note, store, false).outcome;
  }

  /**
   * Goes on with what was under way when a page ended. Another tab that does the same asks with the
   * same keys, and hears the same.
   * @param {Buying} store
   */
  async resume(store) {
    for (const note of await this.pending().catch(() => [])) {
      const known = this.#running.has(placeOf(note)) || this.#settled.has(note.key);
      if (note.store === store.id && !known) this.#run(note, store, true);
    }
  }

  /** The network or the server is back. */
  hurry() {
    for (const runner of this.#running.values()) runner.handle({ type: "hurry" });
  }

  /**
   * @param {PurchaseNote} note
   * @param {Buying} store
   * @param {boolean} resumed
   */
  #run(note, store, resumed) {
    const { server, archive } = this.#parts;
    /** @type {PurchaseRunner} */
    const runner = new PurchaseRunner(note, {
      keep: () => archive.keep(server, note),
      forget: () => archive.drop(server, note.key),
      send: () => this.#parts.player.ask((token) => this.#sent(token, note)),
      open: async (confirmation) => this.#opened(confirmation, note, await store.publicKey()),
      changed: () => this.#changed(runner, store.told, resumed),
    });
    this.#running.set(placeOf(note), runner);
    this.#crowded ||= this.#running.size > 1;
    runner.handle({ type: resumed ? "resumed" : "tapped" });
    return runner;
  }

  /**
   * @param {string} token
   * @param {PurchaseNote} note
   */
  async #sent(token, { key, store, chain, slot, position, revision, price }) {
    try {
      return await this.#parts.trade.buy(token, store, key, { chain, slot, position, revision, price });
    } catch (error) {
      throw error instanceof ProblemError && !error.passing ? new PurchaseError(error) : error;
    }
  }

  /**
   * @param {Confirmation} confirmation
   * @param {PurchaseNote} note
   * @param {CryptoKey} publicKey
   */
  async #opened(confirmation, note, publicKey) {
    const receipt = await openReceipt(confirmation.receipt, publicKey);
    checkReceipt(receipt, note, this.#parts.player.id);
    this.#parts.player.paid(receipt.currency, confirmation.balance);
    return receipt;
  }

  /**
   * @param {PurchaseRunner} runner
   * @param {Told} told
   * @param {boolean} resumed
   */
  #changed(runner, told, resumed) {
    const { note, receipt, error, ended, delayed } = runner;
    if (ended) this.#ended(runner);
    const stage = receipt ? "sold" : ended ? "failed" : delayed ? "delayed" : "buying";
    const { item, name, price } = note;
    told({ listing: listingId(note), item, name, price, stage, resumed, receipt, error });
  }

  /** @param {PurchaseRunner} runner */
  #ended({ note, error }) {
    const at = placeOf(note);
    this.#running.delete(at);
    if (error instanceof ReceiptError) {
      this.#unproven.set(at, note);
    } else {
      this.#unproven.delete(at);
      this.#settled.add(note.key);
    }
    if (this.#running.size > 0) return;
    // The balances of answers that crossed each other may have been shown in the wrong order.
    if (this.#crowded) this.#parts.player.wallet().catch(() => {});
    this.#crowded = false;
  }
}

/**
 * @param {string} store
 * @param {Listing} listing
 * @param {Card} card
 * @returns {PurchaseNote}
 */
function newNote(store, { chain, slot, position, revision, endMs }, { item, name, price }) {
  return { key: randomText(KEY_BYTES), store, chain: chain.id, slot, position, revision, price, endMs, item, name };
}

/** @param {PurchaseNote} note */
function listingId({ chain, slot, position, revision }) {
  return `${chain}.${slot}.${position}.${revision}`;
}

/** @param {PurchaseNote} note */
function placeOf(note) {
  return place(note.store, listingId(note));
}

/**
 * @param {string} store
 * @param {string} listing
 */
function place(store, listing) {
  return `${store}/${listing}`;
}
