// @ts-check
/** One timer for all positions of a store, set for an instant of the server's time. */

const LONGEST_MS = 60_000;

export class Ticker {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #ring;

  /** @param {() => void} ring */
  constructor(ring) {
    this.#ring = ring;
  }

  /**
   * @param {number} nowMs
   * @param {number} atMs
   */
  set(nowMs, atMs) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ring, Math.min(LONGEST_MS, Math.max(0, Math.ceil(atMs - nowMs))));
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
