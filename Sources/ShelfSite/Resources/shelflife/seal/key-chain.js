// @ts-check
/**
 * A reverse hash chain: from one key every earlier one can be derived, but no later one.
 */

import { ascii, sameBytes } from "./bytes.js";
import { KeyError } from "./errors.js";
import { compress, digest, initialState, paddedBlocks } from "./sha256.js";

/** @typedef {import("./window-header.js").ChainHeader} ChainHeader */
/** @typedef {(slot: number, key: Uint8Array) => Uint8Array} ChainStep */

const PREFIX = ascii("shelflife/v1/chain");
const MESSAGE_LENGTH = PREFIX.length + 16 + 8 + 32;
const WINDOW_SECONDS = 600;
const EARLY_TOLERANCE_MS = 2000;
/** How many keys are kept. Two windows and a listing need about this many; older keys are derived again. */
const KEPT_KEYS = 2048;

/**
 * The step from K_slot to K_(slot-1). The message is always two blocks, of which only the slot and
 * the key change, so the blocks are laid out once.
 * @param {Uint8Array} id
 * @returns {ChainStep}
 */
export function chainStep(id) {
  const { bytes, view } = paddedBlocks(MESSAGE_LENGTH);
  bytes.set(PREFIX);
  bytes.set(id, PREFIX.length);
  const slotAt = PREFIX.length + id.length;
  return (slot, key) => {
    view.setUint32(slotAt + 4, slot);
    bytes.set(key, slotAt + 8);
    const state = initialState();
    compress(state, view, 0);
    compress(state, view, 64);
    return digest(state);
  };
}

export class KeyChain {
  /** @type {Uint8Array[]} K_newest, K_(newest-1), … as far down as was needed */
  #keys;
  #newestSlot = 0;
  #step;

  /**
   * @param {ChainHeader} header
   * @param {ChainStep} [step] replaced by tests, which count
   */
  constructor(header, step = chainStep(header.idBytes)) {
    this.header = header;
    this.#keys = [header.anchorBytes];
    this.#step = step;
  }

  get newestSlot() {
    return this.#newestSlot;
  }

  /** @param {number} slot */
  releaseMs(slot) {
    return this.header.epochMs + 1000 * slot - this.header.leadMs;
  }

  /**
   * Adds a key from a verified window.
   * @param {number} slot
   * @param {Uint8Array} key
   */
  trust(slot, key) {
    if (slot <= this.#newestSlot) return;
    this.#newestSlot = slot;
    this.#keys = [key];
  }

  /**
   * Adds a key that didn't come in a window, after checking that it hashes down to the newest trusted one.
   * @param {number} slot
   * @param {Uint8Array} key
   * @param {number} latestMs the latest that the true time can be
   * @returns {boolean} whether it is news
   */
  accept(slot, key, latestMs) {
    this.refuseUnread(slot, latestMs);
    if (slot <= this.#newestSlot) return false;
    const walked = [key];
    for (let at = slot; at > this.#newestSlot; at--) walked.push(this.#step(at, walked[walked.length - 1]));
    const trusted = walked.pop();
    if (!trusted || !sameBytes(trusted, this.#keys[0])) throw new KeyError("forged");
    this.#keys = walked.concat(this.#keys).slice(0, KEPT_KEYS);
    this.#newestSlot = slot;
    return true;
  }

  /**
   * Refuses keys that can't be genuine before any hash is computed, so that a forged slot never causes a long walk.
   * @param {number} slot
   * @param {number} latestMs
   */
  refuseUnread(slot, latestMs) {
    const { slots, leadMs } = this.header;
    if (!Number.isInteger(slot) || slot < 0 || slot > slots) throw new KeyError("slot");
    if (this.releaseMs(slot) > latestMs + EARLY_TOLERANCE_MS) throw new KeyError("early");
    if (slot - this.#newestSlot > 2 * WINDOW_SECONDS + leadMs / 1000) throw new KeyError("walk");
  }

  /**
   * @param {number} slot
   * @returns {Uint8Array | undefined} undefined while the slot's key is not known
   */
  key(slot) {
    const depth = this.#newestSlot - slot;
    if (depth < 0 || slot < 1) return undefined;
    while (this.#keys.length <= depth) {
      const at = this.#newestSlot - this.#keys.length + 1;
      this.#keys.push(this.#step(at, this.#keys[this.#keys.length - 1]));
    }
    return this.#keys[depth];
  }
}
