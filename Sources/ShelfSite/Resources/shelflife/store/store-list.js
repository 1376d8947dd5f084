// @ts-check
/** The server's list of stores for those who follow it. It is asked for again when it may say something else. */

import { backoff } from "../clock/jitter.js";

/** @typedef {import("../transport/transport.js").StoreDescription} StoreDescription */
/** @typedef {(stores: StoreDescription[]) => unknown} StoreListListener */

/** After an announcement the list is asked for within this time, at random, because a whole crowd has heard it. */
const ANNOUNCED_MS = 10_000;
const RETRY_MS = 5000;
const RETRY_MOST_MS = 60_000;

export class StoreList {
  #ask;
  #random;
  /** @type {Set<StoreListListener>} */
  #listeners = new Set();
  /** @type {string | null} the newest version that was announced */
  #version = null;
  #failures = 0;
  /** One answer after the other is told, so that an older one never comes after a newer. */
  #telling = Promise.resolve(true);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Promise<StoreDescription[]>} ask
   * @param {() => number} [random]
   */
  constructor(ask, random = Math.random) {
    this.#ask = ask;
    this.#random = random;
  }

  /**
   * @param {StoreListListener} listener called with the list whenever it may be another; when it fails, it is called
   * again later
   * @param {string | null} version names the list that the listener knows; null when it knows none
   * @returns {() => void} ends that
   */
  follow(listener, version = null) {
    if (this.#listeners.size === 0) this.#version = version;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {string} version names what the server says of its stores now */
  announced(version) {
    if (version === this.#version || this.#listeners.size === 0) return;
    this.#version = version;
    this.#askIn(this.#random() * ANNOUNCED_MS);
  }

  /** Asks now. This is for stores without a key stream, which hear no announcements. */
  check() {
    if (this.#listeners.size > 0) this.#askIn(0);
  }

  /** Asks for nothing until the next announcement. */
  rest() {
    clearTimeout(this.#timer);
    if (this.#timer !== undefined) this.#version = null;
    this.#timer = undefined;
  }

  /** @param {number} ms */
  #askIn(ms) {
    clearTimeout(this.#timer);
    const timer = setTimeout(async () => {
      this.#telling = this.#telling.then(() => this.#tell());
      const told = await this.#telling;
      // Another announcement may have come while this was under way.
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      if (told) this.#failures = 0;
      else this.#askIn(backoff(RETRY_MS, RETRY_MOST_MS, this.#failures++, this.#random));
    }, ms);
    this.#timer = timer;
  }

  /** @returns {Promise<boolean>} whether everybody knows the list that is valid now */
  async #tell() {
    try {
      const stores = await this.#ask();
      // Right after a restore no store is open yet, though none is closed.
      if (stores.length > 0) await Promise.all(Array.from(this.#listeners, (listener) => listener(stores)));
      return true;
    } catch {
      return false;
    }
  }
}
