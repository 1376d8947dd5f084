// @ts-check
/** Exchanges time stamps for a `SyncClock` while the page is visible, and starts over when a clock has jumped. */

import { SyncClock } from "./sync-clock.js";
import { ExchangeSchedule } from "./exchange-schedule.js";

/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/**
 * @typedef {object} TimeKeeperListener
 * @property {() => void} reached the server answered
 * @property {(sinceMs: number, error: unknown) => void} unreached called with when the exchange began, by this device's
 *   clock, and why it failed; null when its answer was of no use
 * @property {() => void} unsettled called when the estimate became doubtful after a jump, or was replaced
 * @property {(steady: boolean) => number} busyMs how many milliseconds an exchange should wait for other traffic; a
 *   steady one
 *   may wait longer
 */

const LOOK_MS = 1000;

export class TimeKeeper {
  #localClock;
  #exchange;
  #listener;
  #schedule = new ExchangeSchedule();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;
  #period = new AbortController();
  #awake = false;
  /** @type {number | null} when the next exchange begins, by this device's clock; null while one is under way */
  #askAtMs = null;
  /** After the exchange that is under way, the next one begins within this time. */
  #withinMs = Infinity;

  /**
   * @param {LocalClock} localClock
   * @param {(signal: AbortSignal) => Promise<Exchange>} exchange
   * @param {TimeKeeperListener} listener
   */
  constructor(localClock, exchange, listener) {
    this.clock = new SyncClock(localClock, () => this.#jumped());
    this.#localClock = localClock;
    this.#exchange = exchange;
    this.#listener = listener;
  }

  /** Starts with a burst, or starts over with one. An exchange that is under way is aborted. */
  wake() {
    this.rest();
    this.#awake = true;
    this.#period = new AbortController();
    this.#watch = setInterval(() => this.clock.look(), LOOK_MS);
    this.#schedule.restart();
    this.#askIn(0);
  }

  rest() {
    this.#awake = false;
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#period.abort();
  }

  /**
   * @param {number} releaseMs of a key that was pushed and verified
   * @param {number} arrivedUs on this device's clock
   * @param {number} listeningUs how long the stream had been open by then
   */
  keyCame(releaseMs, arrivedUs, listeningUs) {
    if (this.clock.addKey(releaseMs, arrivedUs, listeningUs) === "restarted") this.#jumped();
  }

  /** Starts over: an exchange that is under way spans the jump and proves nothing. */
  #jumped() {
    this.#listener.unsettled();
    if (this.#awake) this.wake();
  }

  /**
   * Exchanges time stamps within this time, because there is a doubt whether the server is there.
   * @param {number} ms
   */
  askWithin(ms) {
    if (!this.#awake) return;
    if (this.#askAtMs === null) this.#withinMs = ms;
    else if (this.#localMs() + ms < this.#askAtMs) this.#askIn(ms);
  }

  #localMs() {
    return this.#localClock.nowUs() / 1000;
  }

  /** @param {number} waitMs */
  #askIn(waitMs) {
    clearTimeout(this.#timer);
    this.#askAtMs = this.#localMs() + waitMs;
    this.#timer = setTimeout(() => this.#askWhenQuiet(), waitMs);
  }

  #askWhenQuiet() {
    const busyMs = this.#listener.busyMs(this.#schedule.steady);
    if (busyMs > 0) this.#askIn(busyMs);
    else this.#ask();
  }

  async #ask() {
    const { signal } = this.#period;
    this.clock.look();
    if (signal.aborted) return;
    this.#askAtMs = null;
    this.#withinMs = Infinity;
    const sinceMs = this.#localMs();
    const { isUsable, error } = await this.#exchanged(signal);
    if (signal.aborted) return;
    const { uncertaintyUs } = this.clock.reading();
    this.#askIn(Math.min(this.#withinMs, this.#schedule.delayAfter(isUsable, uncertaintyUs)));
    if (isUsable) this.#listener.reached();
    else this.#listener.unreached(sinceMs, error);
  }

  /** @param {Exchange} exchange @returns {boolean} whether it was usable */
  #learn(exchange) {
    const outcome = this.clock.add(exchange);
    if (outcome === "restarted") {
      this.#schedule.restart();
      this.#listener.unsettled();
    }
    return outcome !== "refused";
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{ isUsable: boolean, error: unknown }>} whether the server gave an answer that can be used
   */
  async #exchanged(signal) {
    try {
      const exchange = await this.#exchange(signal);
      this.clock.look();
      return { isUsable: !signal.aborted && this.#learn(exchange), error: null };
    } catch (error) {
      return { isUsable: false, error };
    }
  }
}
