// @ts-check
/** Keeps a `SyncClock` fed while somebody looks, and asks again at once when time may have stood still. */

import { SyncSchedule } from "./sync-schedule.js";

/** @typedef {import("./sync-clock.js").SyncClock} SyncClock */
/** @typedef {import("./sync-clock.js").Exchange} Exchange */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/** @typedef {{ reached: () => void, unreached: () => void }} TimeKeeperListener */

const STOOD_STILL_US = 250_000;

export class TimeKeeper {
  #exchange;
  #listener;
  #schedule = new SyncSchedule();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #period = new AbortController();
  /** @type {number | null} */
  #wallAheadUs = null;

  /**
   * @param {SyncClock} clock
   * @param {LocalClock} localClock
   * @param {(signal: AbortSignal) => Promise<Exchange>} exchange
   * @param {TimeKeeperListener} listener
   */
  constructor(clock, localClock, exchange, listener) {
    this.clock = clock;
    this.localClock = localClock;
    this.#exchange = exchange;
    this.#listener = listener;
  }

  reading() {
    return this.clock.reading(this.localClock.nowUs());
  }

  /** Begins exchanging, or begins again with a burst. */
  wake() {
    this.rest();
    this.#period = new AbortController();
    this.#schedule.restart();
    this.#ask();
  }

  rest() {
    clearTimeout(this.#timer);
    this.#period.abort();
  }

  async #ask() {
    const { signal } = this.#period;
    this.#noticeStandstill();
    const succeeded = await this.#exchanged(signal);
    if (signal.aborted) return;
    this.#timer = setTimeout(() => this.#ask(), this.#schedule.delayAfter(succeeded));
    if (succeeded) this.#listener.reached();
    else this.#listener.unreached();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether the server answered
   */
  async #exchanged(signal) {
    try {
      const exchange = await this.#exchange(signal);
      const usable = !signal.aborted && !this.#noticeStandstill();
      return !usable || this.clock.add(exchange);
    } catch {
      return false;
    }
  }

  /**
   * Sleep stops the monotone clock of some systems; the wall clock, never trusted for time, gives it away.
   * @returns {boolean} whether it did
   */
  #noticeStandstill() {
    const aheadUs = this.localClock.wallUs() - this.localClock.nowUs();
    const byUs = Math.abs(aheadUs - (this.#wallAheadUs ?? aheadUs));
    if (this.#wallAheadUs !== null && byUs <= STOOD_STILL_US) return false;
    this.#wallAheadUs = aheadUs;
    if (byUs === 0) return false;
    this.clock.doubt(byUs);
    this.#schedule.restart();
    return true;
  }
}
