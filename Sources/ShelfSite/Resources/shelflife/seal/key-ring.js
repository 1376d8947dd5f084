// @ts-check
/** The chains that a store's windows have named, with the newest known keys of each. */

import { openBox } from "./key-box.js";
import { KeyError } from "./errors.js";
import { KeyChain } from "./key-chain.js";

/** @typedef {import("./window-header.js").ChainHeader} ChainHeader */
/** @typedef {import("./window-header.js").ReleasedKey} ReleasedKey */
/** @typedef {import("./window-records.js").Listing} Listing */
/** @typedef {import("./window-file.js").ShelfWindow} ShelfWindow */

export class KeyRing {
  /** @type {Map<string, KeyChain>} */
  #chains = new Map();
  /** @type {Uint8Array[]} the newest first; a chain has one, and the next chain may have another */
  #appSecrets;

  /** @param {Uint8Array | null} appSecret */
  constructor(appSecret = null) {
    this.#appSecrets = appSecret ? [appSecret] : [];
  }

  /** @param {Uint8Array} appSecret */
  addSecret(appSecret) {
    const others = this.#appSecrets.filter((known) => known.some((byte, place) => byte !== appSecret[place]));
    this.#appSecrets = [appSecret, ...others];
  }

  /** @returns {ChainHeader[]} */
  get headers() {
    return Array.from(this.#chains.values(), (chain) => chain.header);
  }

  /** Forgets all chains and keys. */
  clear() {
    this.#chains.clear();
  }

  /**
   * Adds the chains of a verified window and the keys that it contains.
   * @param {ShelfWindow} window
   */
  async takeWindow({ header }) {
    for (const chain of header.chains) {
      if (!this.#chains.has(chain.id)) this.#chains.set(chain.id, new KeyChain(chain));
    }
    for (const released of header.released) {
      const key = await this.#unboxed(released);
      this.#chain(released.chain).trust(released.slot, key);
    }
    this.#forgetBefore(header.chains[0].epochMs);
  }

  /**
   * Adds a key that didn't come in a window.
   * @param {ReleasedKey} released
   * @param {number} latestMs the latest that the true time can be
   * @returns {Promise<boolean>} whether it is news
   */
  async takeKey(released, latestMs) {
    const chain = this.#chain(released.chain);
    chain.refuseUnread(released.slot, latestMs);
    if (released.slot <= chain.newestSlot) return false;
    const key = await this.#unboxed(released).catch(() => null);
    // A chain has one app secret, so with a key of it at hand the secret is known, and the box must open.
    if (!key) throw new KeyError(chain.newestSlot > 0 ? "forged" : "shut");
    return chain.accept(released.slot, key, latestMs);
  }

  /**
   * @param {Pick<ReleasedKey, "chain" | "slot">} released one of a chain that a window has named
   * @returns {number} when it became public, by the server's time
   */
  releaseMs({ chain, slot }) {
    return this.#chain(chain).releaseMs(slot);
  }

  /** @param {Listing} listing */
  has(listing) {
    return listing.slot <= (this.#chains.get(listing.chain.id)?.newestSlot ?? 0);
  }

  /** @param {Listing} listing */
  key(listing) {
    return this.#chains.get(listing.chain.id)?.key(listing.slot);
  }

  /** @param {string} id */
  #chain(id) {
    const chain = this.#chains.get(id);
    if (!chain) throw new KeyError("chain");
    return chain;
  }

  /** @param {ReleasedKey} released */
  async #unboxed({ chain, slot, key, box }) {
    if (key) return key;
    if (box) return this.#opened(box, this.#chain(chain).header.idBytes, slot);
    throw new KeyError("forged");
  }

  /**
   * @param {Uint8Array} box
   * @param {Uint8Array} chain
   * @param {number} slot
   */
  async #opened(box, chain, slot) {
    for (const appSecret of this.#appSecrets) {
      const key = await openBox(box, appSecret, chain, slot).catch(() => null);
      if (key) return key;
    }
    return openBox(box, this.#appSecrets[0] ?? null, chain, slot);
  }

  /**
   * Drops chains that ended more than their own length before `epochMs`. They can't open anything that is still on the
   * shelf.
   * @param {number} epochMs
   */
  #forgetBefore(epochMs) {
    for (const [id, { header }] of this.#chains) {
      if (header.epochMs + 2000 * header.slots < epochMs) this.#chains.delete(id);
    }
  }
}
