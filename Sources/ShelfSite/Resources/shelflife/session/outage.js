// @ts-check
/**
 * Decides from when on the player is told that something can't be had. It is a value: failures and answers come in with
 * their instants, and it says since when the outage has lasted and when it is due to be told.
 */

/** An outage is told when it has lasted so long, */
export const TOLD_MS = 10_000;
/** and no sooner than so long after it was noticed, so that one more try can end it first. */
export const NOTICED_MS = 5000;

export class Outage {
  /** @type {{ sinceMs: number, dueMs: number } | null} by this device's clock; null while there is none */
  #lasting = null;

  /** Since when nothing was heard, by this device's clock; null while there is no outage. */
  get sinceMs() {
    return this.#lasting?.sinceMs ?? null;
  }

  /** When it is told, by this device's clock; null while there is no outage. */
  get dueMs() {
    return this.#lasting?.dueMs ?? null;
  }

  /**
   * Takes a failure. Only the first one since something was heard begins an outage.
   * @param {number} sinceMs when the request was sent that failed, or when the stream fell silent
   * @param {number} nowMs
   * @returns {boolean} whether it has begun one
   */
  fail(sinceMs, nowMs) {
    if (this.#lasting) return false;
    this.#lasting = { sinceMs, dueMs: Math.max(sinceMs + TOLD_MS, nowMs + NOTICED_MS) };
    return true;
  }

  /**
   * Begins an outage that is told at once, or lets the one that lasts be told at once.
   * @param {number} sinceMs
   * @param {number} nowMs
   */
  tell(sinceMs, nowMs) {
    this.#lasting = { sinceMs: this.#lasting?.sinceMs ?? sinceMs, dueMs: nowMs };
  }

  /** Something was heard, or nobody listens any more. */
  end() {
    this.#lasting = null;
  }

  /** @param {number} nowMs */
  isDue(nowMs) {
    return this.#lasting !== null && nowMs >= this.#lasting.dueMs;
  }
}
