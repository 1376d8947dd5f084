// @ts-check
/** Every chain of a store that a window has named, and the newest keys of each. */

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
  #appSecret;

  /** @param {Uint8Array | null} appSecret */
  constructor(appSecret = null) {
    this.#appSecret = appSecret;
  }

  /** @returns {ChainHeader[]} */
  get headers() {
    return Array.from(this.#chains.values(), (chain) => chain.header);
  }

  /**
   * Takes the chains of a verified window, with the keys that it releases.
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
   * Takes a key that came alone.
   * @param {ReleasedKey} released
   * @param {number} latestMs the latest that the true time can be
   * @returns {Promise<boolean>} whether it is news
   */
  async takeKey(released, latestMs) {
    const chain = this.#chain(released.chain);
    chain.refuseUnread(released.slot, latestMs);
    if (released.slot <= chain.newestSlot) return false;
    const key = await this.#unboxed(released).catch(() => null);
    if (!key) throw new KeyError("forged");
    return chain.accept(released.slot, key, latestMs);
  }

  /**
   * @param {ReleasedKey} released one of a chain that a window has named
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
    if (box) return openBox(box, this.#appSecret, this.#chain(chain).header.idBytes, slot);
    throw new KeyError("forged");
  }

  /**
   * A chain that ended two chains ago can open nothing that is still on the shelf.
   * @param {number} epochMs
   */
  #forgetBefore(epochMs) {
    for (const [id, { header }] of this.#chains) {
      if (header.epochMs + 2000 * header.slots < epochMs) this.#chains.delete(id);
    }
  }
}
