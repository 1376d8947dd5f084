// @ts-check
/** Exchanges time stamps for a `SyncClock` while the page is visible, and starts over when a clock has jumped. */

import { SyncClock } from "./sync-clock.js";
import { ExchangeSchedule } from "./exchange-schedule.js";

/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/**
 * @typedef {object} TimeKeeperListener
 * @property {() => void} reached the server answered
 * @property {() => void} unreached
 * @property {() => void} unsettled called when the estimate became doubtful after a jump, or was replaced
 * @property {(steady: boolean) => number} busyMs how many milliseconds an exchange should wait for other traffic; a
 *   steady one
 *   may wait longer
 */

const LOOK_MS = 1000;

export class TimeKeeper {
  #exchange;
  #listener;
  #schedule = new ExchangeSchedule();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;
  #period = new AbortController();
  #awake = false;

  /**
   * @param {LocalClock} localClock
   * @param {(signal: AbortSignal) => Promise<Exchange>} exchange
   * @param {TimeKeeperListener} listener
   */
  constructor(localClock, exchange, listener) {
    this.clock = new SyncClock(localClock, () => this.#jumped());
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

  /** @param {number} waitMs */
  #askIn(waitMs) {
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
    const succeeded = await this.#exchanged(signal);
    if (signal.aborted) return;
    const { uncertaintyUs } = this.clock.reading();
    this.#askIn(this.#schedule.delayAfter(succeeded, uncertaintyUs));
    if (succeeded) this.#listener.reached();
    else this.#listener.unreached();
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
   * @returns {Promise<boolean>} whether the server answered
   */
  async #exchanged(signal) {
    try {
      const exchange = await this.#exchange(signal);
      this.clock.look();
      return !signal.aborted && this.#learn(exchange);
    } catch {
      return false;
    }
  }
}
