// @ts-check
/** Waits that can be cut short, when there is a reason to believe that trying again is worth it now. */

export class Waits {
  /** @type {Set<() => void>} */
  #ends = new Set();

  /**
   * @param {number} ms
   * @param {AbortSignal} [signal] ends it as well
   * @returns {Promise<void>}
   */
  wait(ms, signal) {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#ends.add(end);
      signal?.addEventListener("abort", end);
      if (signal?.aborted) end();
    });
  }

  /** Ends all waits now. */
  hurry() {
    for (const end of [...this.#ends]) end();
  }
}
