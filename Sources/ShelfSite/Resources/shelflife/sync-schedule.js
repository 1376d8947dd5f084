// @ts-check
/** When to exchange time stamps: a burst to learn quickly, then seldom, and never in step with other players. */

const BURST = 8;
const BURST_LEAST_MS = 80;
const BURST_MOST_MS = 160;
const EARLY = 15;
const EARLY_MS = 4000;
const STEADY_MS = 16_000;
const RESTING_MS = 64_000;
const RETRY_MS = 1000;
const RETRY_MOST_MS = 16_000;
const SPREAD = 0.25;
/** After so many steady exchanges in a row that taught nothing, more of them would teach nothing too. */
const IDLE_AT_MOST = 16;
const NEWS_US = 1000;

export class SyncSchedule {
  #done = 0;
  #failures = 0;
  /** What the uncertainty was when it last changed by more than a little. */
  #lastUs = Infinity;
  /** How many of the steady exchanges in a row have taught nothing more. */
  #idle = 0;
  #random;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Start over with a burst: the network or the clock here may have changed. */
  restart() {
    this.#done = 0;
    this.#failures = 0;
    this.#lastUs = Infinity;
    this.#idle = 0;
  }

  /** Whether the burst is over: from here on an exchange can wait for a better moment. */
  get steady() {
    return this.#done >= BURST;
  }

  /**
   * @param {boolean} succeeded
   * @param {number} uncertaintyUs what is left of it; when it stops narrowing there is little left to learn
   * @returns {number} how long to wait after an exchange
   */
  delayAfter(succeeded, uncertaintyUs) {
    if (!succeeded) return this.#spread(Math.min(RETRY_MS * 2 ** this.#failures++, RETRY_MOST_MS));
    this.#failures = 0;
    this.#done++;
    if (this.#done < BURST) return BURST_LEAST_MS + this.#random() * (BURST_MOST_MS - BURST_LEAST_MS);
    if (this.#done < BURST + EARLY) return this.#spread(EARLY_MS);
    this.#weigh(uncertaintyUs);
    return this.#spread(this.#idle < IDLE_AT_MOST ? STEADY_MS : RESTING_MS);
  }

  /** @param {number} uncertaintyUs */
  #weigh(uncertaintyUs) {
    if (Math.abs(uncertaintyUs - this.#lastUs) > NEWS_US) {
      this.#lastUs = uncertaintyUs;
      this.#idle = 0;
    } else {
      this.#idle++;
    }
  }

  /** @param {number} ms */
  #spread(ms) {
    return ms * (1 - SPREAD + 2 * SPREAD * this.#random());
  }
}
