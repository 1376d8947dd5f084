// @ts-check
/** Keeps opened cards. Each card is opened once, and only when it is about to be shown. */

import { openCard } from "../seal/card.js";

/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {import("../seal/window-records.js").Listing} Listing */

export class CardCache {
  /** @type {Map<string, Card>} */
  #cards = new Map();
  /** @type {Map<string, Promise<void>>} */
  #opening = new Map();
  /** @type {Set<string>} */
  #broken = new Set();

  /** @param {Listing} listing */
  get(listing) {
    return this.#cards.get(listing.id);
  }

  /**
   * @param {Listing} listing
   * @param {Uint8Array} key
   * @returns {Promise<void> | null} null when the card is open already, or can't be opened
   */
  open(listing, key) {
    const { id } = listing;
    if (this.#cards.has(id) || this.#broken.has(id)) return null;
    const opening = this.#opening.get(id) ?? this.#opened(listing, key);
    this.#opening.set(id, opening);
    return opening;
  }

  /**
   * Forgets the cards of listings that are in no window any more.
   * @param {Listing[][]} shelves
   */
  keepOnly(shelves) {
    const held = new Set(shelves.flat().map((listing) => listing.id));
    for (const id of this.#cards.keys()) if (!held.has(id)) this.#cards.delete(id);
    this.#broken.clear();
  }

  /**
   * @param {Listing} listing
   * @param {Uint8Array} key
   */
  async #opened(listing, key) {
    try {
      this.#cards.set(listing.id, await openCard(listing.chain.idBytes, listing, key));
    } catch (error) {
      this.#broken.add(listing.id);
      throw error;
    } finally {
      this.#opening.delete(listing.id);
    }
  }
}
