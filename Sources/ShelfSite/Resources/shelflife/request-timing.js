// @ts-check
/**
 * When one request left this device and when its answer was there, as the browser's network code saw
 * it: nearer to the socket than a page can look, because a page waits its turn and a socket doesn't.
 */

/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/** @typedef {{ sentUs: number, receivedUs: number }} Stamps */

/** The browser tells the times in a task of their own, right after the answer. */
const PATIENCE_MS = 250;
/** Nobody else's: another copy of this module may be asking on the same page. */
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
    /** The address with a fragment, which isn't sent, but by which this request is known among all others. */
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
   * @param {Stamps} around read by the page before it asked and after it had the whole answer
   * @returns {Promise<Stamps | null>} null when the browser doesn't tell, or tells what can't be
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
      const patience = setTimeout(resolve, PATIENCE_MS);
      this.#told = () => {
        clearTimeout(patience);
        resolve();
      };
    });
  }
}

/**
 * The end of the answer counts, not its start: a server may send the head of an answer before it
 * writes its time into the body, and then the start proves nothing.
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
