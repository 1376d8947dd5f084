// @ts-check
/**
 * How much a stream may bring. It is a value: lines come in with their instant, and it says whether there were too many.
 *
 * A true stream begins with at most as many notices as a reader keeps (20,000, of three lines each), and then has some
 * lines a second. So it may bring `LINES_AT_ONCE` at its beginning and after each rest, and `LINES_A_SECOND` for ever.
 * Comments, fields and empty lines count alike, because each costs work.
 */

/** A stream may bring so many lines at once, */
export const LINES_AT_ONCE = 100_000;
/** and gets back so many of them in each second. */
export const LINES_A_SECOND = 1000;

export class StreamPace {
  #left = LINES_AT_ONCE;
  #atMs;

  /** @param {number} nowMs when the stream began, by this device's clock */
  constructor(nowMs) {
    this.#atMs = nowMs;
  }

  /**
   * @param {number} lines that have come since the last call
   * @param {number} nowMs
   * @returns {boolean} whether a true stream can have brought them; once it says no, the stream is dropped
   */
  take(lines, nowMs) {
    const backMs = Math.max(0, nowMs - this.#atMs);
    this.#left = Math.min(LINES_AT_ONCE, this.#left + (backMs * LINES_A_SECOND) / 1000) - lines;
    this.#atMs = nowMs;
    return this.#left >= 0;
  }
}
