// @ts-check
/**
 * Finds out when one request left this device and when its answer had arrived, as the browser's network code saw it.
 * These stamps are more exact than the page's own, because the page may be busy when the answer arrives.
 */

/** @typedef {import("../clock/local-clock.js").LocalClock} LocalClock */
/** @typedef {{ sentUs: number, receivedUs: number }} Stamps */

/**
 * The browser reports the times in a task of its own, shortly after the answer. After this wait the page's stamps
 * count.
 */
const REPORT_TIMEOUT_MS = 250;
/** Tells this module's requests from those of another copy of it on the same page. */
const MARK = Math.random().toString(36).slice(2, 10);
let requests = 0;

export class RequestTiming {
  /** @type {PerformanceObserver | null} */
  #observer = null;
  /** @type {PerformanceEntryList} */
  #entries = [];
  #told = () => {};

  /** @param {string} url */
  constructor(url) {
    /**
     * The address with a fragment. Fragments aren't sent, but the browser's report names them, so it finds this
     * request.
     */
    this.url = `${new URL(url, globalThis.location?.href).href}#${MARK}-${++requests}`;
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("resource")) return;
    this.#observer = new PerformanceObserver((list) => {
      this.#entries.push(...list.getEntriesByName(this.url));
      if (this.#entries.length > 0) this.#told();
    });
    this.#observer.observe({ type: "resource" });
  }

  /**
   * @param {LocalClock} localClock
   * @param {Stamps} around the page's own stamps, before the request and after the whole answer
   * @returns {Promise<Stamps | null>} null when the browser reports nothing, or nothing possible
   */
  async stamps(localClock, around) {
    if (!this.#observer || !localClock.atUs) return null;
    if (this.#entries.length === 0) await this.#wait();
    this.end();
    return this.#entries.length === 1 ? stampsOf(this.#entries[0], localClock, around) : null;
  }

  end() {
    this.#observer?.disconnect();
  }

  /** @returns {Promise<void>} */
  #wait() {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, REPORT_TIMEOUT_MS);
      this.#told = () => {
        clearTimeout(timeout);
        resolve();
      };
    });
  }
}

/**
 * Uses the end of the answer, not its start: a server may send the head of an answer before it writes its time into the
 * body, and then the start proves nothing.
 * @param {any} entry a PerformanceResourceTiming
 * @param {LocalClock} localClock
 * @param {Stamps} around
 * @returns {Stamps | null}
 */
export function stampsOf(entry, localClock, around) {
  const { requestStart, responseEnd, workerStart } = entry;
  const told = Number.isFinite(requestStart) && requestStart > 0 && responseEnd >= requestStart && !(workerStart > 0);
  if (!told || !localClock.atUs) return null;
  const sentUs = localClock.atUs(requestStart);
  const receivedUs = localClock.atUs(responseEnd);
  const grainUs = localClock.granularityUs();
  const within = sentUs >= around.sentUs - grainUs && receivedUs <= around.receivedUs + grainUs && sentUs <= receivedUs;
  return within ? { sentUs, receivedUs } : null;
}
