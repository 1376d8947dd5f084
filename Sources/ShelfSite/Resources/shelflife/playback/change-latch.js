// @ts-check
/**
 * Fixes the moment of the next change shortly before it comes, so that a correction of the clock in between neither
 * moves the change nor shows it twice.
 */

import { STANDING_US_AT_MOST } from "../clock/clock-slew.js";

/** A change is fixed this long before it comes. */
export const LATCH_AHEAD_MS = 200;
/**
 * A clock that is corrected back by more than this follows another timeline, so changes drawn before may be drawn
 * again.
 */
const OTHER_TIMELINE_MS = STANDING_US_AT_MOST / 1000;

export class ChangeLatch {
  /** @type {{ changeMs: number, localMs: number } | null} */
  #next = null;
  /** The newest change that has been drawn; nothing before it is drawn again. */
  #drawnMs = -Infinity;

  /**
   * @param {number} nowMs the server's time
   * @param {number} localMs this device's
   * @param {(afterMs: number) => number} nextChangeMs
   * @returns {number} the instant to draw
   */
  instantMs(nowMs, localMs, nextChangeMs) {
    if (this.#drawnMs - nowMs > OTHER_TIMELINE_MS) {
      this.release();
      this.#drawnMs = -Infinity;
    }
    if (this.#next && localMs >= this.#next.localMs) {
      this.#drawnMs = this.#next.changeMs;
      this.#next = null;
    }
    const instantMs = Math.max(nowMs, this.#drawnMs);
    if (!this.#next) this.#latch(instantMs, localMs, nextChangeMs(instantMs));
    return this.#next ? Math.min(instantMs, this.#next.changeMs - 0.001) : instantMs;
  }

  /**
   * @param {number} localMs
   * @returns {number} how long until the latched change is drawn; Infinity when none is
   */
  waitMs(localMs) {
    return this.#next ? Math.max(0, this.#next.localMs - localMs) : Infinity;
  }

  /** Forgets the fixed moment, because the clock jumped. Changes that have been drawn stay drawn. */
  release() {
    this.#next = null;
  }

  /**
   * @param {number} instantMs
   * @param {number} localMs
   * @param {number} changeMs
   */
  #latch(instantMs, localMs, changeMs) {
    const aheadMs = changeMs - instantMs;
    if (aheadMs <= LATCH_AHEAD_MS) this.#next = { changeMs, localMs: localMs + aheadMs };
  }
}
