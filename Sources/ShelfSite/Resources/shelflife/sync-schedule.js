// @ts-check
/** When to exchange time stamps: a burst to learn quickly, then seldom, and never in step with other players. */

const BURST = 8;
const BURST_LEAST_MS = 80;
const BURST_MOST_MS = 160;
const EARLY = 6;
const EARLY_MS = 8000;
const LATE_MS = 16_000;
const RETRY_MS = 2000;
const SPREAD = 0.25;

export class SyncSchedule {
  #done = 0;
  #failures = 0;
  #random;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Start over with a burst: the network or the clock here may have changed. */
  restart() {
    this.#done = 0;
    this.#failures = 0;
  }

  /**
   * @param {boolean} succeeded
   * @returns {number} how long to wait after an exchange
   */
  delayAfter(succeeded) {
    if (!succeeded) return this.#spread(Math.min(RETRY_MS * 2 ** this.#failures++, EARLY_MS));
    this.#failures = 0;
    this.#done++;
    if (this.#done < BURST) return BURST_LEAST_MS + this.#random() * (BURST_MOST_MS - BURST_LEAST_MS);
    return this.#spread(this.#done < BURST + EARLY ? EARLY_MS : LATE_MS);
  }

  /** @param {number} ms */
  #spread(ms) {
    return ms * (1 - SPREAD + 2 * SPREAD * this.#random());
  }
}
