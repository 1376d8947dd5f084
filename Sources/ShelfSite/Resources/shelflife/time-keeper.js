// @ts-check
/** Keeps a `SyncClock` fed while somebody looks, and asks again at once when time may have stood still. */

import { SyncClock } from "./sync-clock.js";
import { SyncSchedule } from "./sync-schedule.js";

/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/**
 * @typedef {object} TimeKeeperListener
 * @property {() => void} reached the server answered
 * @property {() => void} unreached
 * @property {() => void} unsettled what was known of the time is in doubt, or was replaced
 * @property {(steady: boolean) => number} busyMs how long an exchange had better wait; a steady one can wait for more
 */

const LOOK_MS = 1000;

export class TimeKeeper {
  #exchange;
  #listener;
  #schedule = new SyncSchedule();
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

  /** Begins exchanging, or begins again with a burst; an exchange that is under way is given up. */
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
   * @param {number} listeningUs for how long then keys had been listened for
   */
  keyCame(releaseMs, arrivedUs, listeningUs) {
    if (this.clock.addKey(releaseMs, arrivedUs, listeningUs) === "restarted") this.#jumped();
  }

  /** An exchange that is under way lies across the jump and is given up. */
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

  /** @param {Exchange} exchange @returns {boolean} whether it could be used */
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
