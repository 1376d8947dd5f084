// @ts-check
/**
 * Decides when to exchange time stamps: a burst at first, to learn quickly, then ever less often, and at random
 * moments, so that players don't all ask at once.
 */

import { backoff, spread } from "./jitter.js";

const BURST = 8;
const BURST_LEAST_MS = 80;
const BURST_MOST_MS = 160;
const EARLY = 15;
const EARLY_MS = 4000;
const STEADY_MS = 16_000;
const RESTING_MS = 64_000;
const RETRY_MS = 1000;
const RETRY_MOST_MS = 4000;
/** After this many steady exchanges in a row that taught nothing new, exchanges become rarer. */
const IDLE_AT_MOST = 16;
const NEWS_US = 1000;

export class ExchangeSchedule {
  #done = 0;
  #failures = 0;
  /** The uncertainty when it last changed by more than `NEWS_US`. */
  #lastUs = Infinity;
  /** How many steady exchanges in a row have taught nothing new. */
  #idle = 0;
  #random;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Starts over with a burst, because the network or this device's clock may have changed. */
  restart() {
    this.#done = 0;
    this.#failures = 0;
    this.#lastUs = Infinity;
    this.#idle = 0;
  }

  /** Whether the burst is over. From then on an exchange may wait for a better moment. */
  get steady() {
    return this.#done >= BURST;
  }

  /**
   * @param {boolean} succeeded
   * @param {number} uncertaintyUs the clock's uncertainty now; once it stops shrinking there is little left to learn
   * @returns {number} how many milliseconds to wait before the next exchange
   */
  delayAfter(succeeded, uncertaintyUs) {
    if (!succeeded) return backoff(RETRY_MS, RETRY_MOST_MS, this.#failures++, this.#random);
    this.#failures = 0;
    this.#done++;
    if (this.#done < BURST) return BURST_LEAST_MS + this.#random() * (BURST_MOST_MS - BURST_LEAST_MS);
    if (this.#done < BURST + EARLY) return spread(EARLY_MS, this.#random);
    this.#weigh(uncertaintyUs);
    return spread(this.#idle < IDLE_AT_MOST ? STEADY_MS : RESTING_MS, this.#random);
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
}
