// @ts-check
/** The one timer of a store, for the next change of all its positions. */

const LONGEST_MS = 60_000;

export class Ticker {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #ring;

  /** @param {() => void} ring */
  constructor(ring) {
    this.#ring = ring;
  }

  /** @param {number} waitMs */
  set(waitMs) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ring, Math.min(LONGEST_MS, Math.max(0, Math.ceil(waitMs))));
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
