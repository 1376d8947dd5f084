// @ts-check
/**
 * How long to wait before a request is sent again: twice as long after each failure, and at least as long as the server
 * asks for.
 */

import { backoff } from "../clock/jitter.js";

/** The delay after the first failure, give or take a quarter. */
const FIRST_MS = 500;
/** The longest delay, give or take a quarter, unless the server asks for more. */
const MOST_MS = 30_000;
/** A server that asks to be left alone for longer than this is asked again after this time. */
const SERVER_MS_AT_MOST = 300_000;

export class RetryDelays {
  #random;
  #failures = 0;

  /** @param {() => number} random from 0 to 1 */
  constructor(random) {
    this.#random = random;
  }

  /**
   * @param {number} serverMs how long the server asks to be left alone (`Retry-After`); 0 when it doesn't ask
   * @returns {number} the delay after one more failure, in milliseconds
   */
  nextMs(serverMs) {
    const askedMs = Math.min(Math.max(serverMs, 0), SERVER_MS_AT_MOST);
    const backoffMs = backoff(FIRST_MS, MOST_MS, this.#failures++, this.#random);
    // All clients get the same Retry-After, so each comes back a random while after it.
    return askedMs + (askedMs > 0 ? Math.min(backoffMs, askedMs) : backoffMs);
  }
}
