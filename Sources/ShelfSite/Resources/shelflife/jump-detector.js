// @ts-check
/** Notices that the clock here stood still or jumped, by comparing it with the wall clock. */

/**
 * @typedef {object} ClockJump the wall clock and the clock here have moved apart: one of them was set, or stood still
 * @property {number} byUs how much further ahead the wall clock is than before
 * @property {number} sinceUs the time here when all was still well
 */

/** What is noticed at once, beyond what two quartzes move apart between two looks. */
const TOLERANCE_US = 250_000;
const DRIFT_PPM = 50;

export class JumpDetector {
  /** @type {{ nowUs: number, wallUs: number } | null} */
  #last = null;

  /**
   * @param {number} nowUs
   * @param {number} wallUs
   * @returns {ClockJump | null} how the two clocks have moved apart since the last look, when that is too much
   */
  look(nowUs, wallUs) {
    const last = this.#last;
    this.#last = { nowUs, wallUs };
    if (!last) return null;
    const byUs = wallUs - nowUs - (last.wallUs - last.nowUs);
    const driftUs = Math.trunc((Math.max(0, nowUs - last.nowUs) * DRIFT_PPM) / 1e6);
    return Math.abs(byUs) > TOLERANCE_US + driftUs ? { byUs, sinceUs: last.nowUs } : null;
  }
}
