// @ts-check
/** Notices that this device's clock stood still or that its wall clock was set, by comparing the two. */

/**
 * @typedef {object} ClockJump this device's two clocks have moved apart: the wall clock was set, or the other stood still
 * @property {number} byUs how much further ahead the wall clock is than before
 * @property {number} sinceUs this device's time at the comparison before, when there was no jump yet
 */

/** A jump is larger than this and the drift of two quartz clocks since the last comparison. */
const TOLERANCE_US = 250_000;
const DRIFT_PPM = 50;

export class JumpDetector {
  /** @type {{ nowUs: number, wallUs: number } | null} */
  #last = null;

  /**
   * @param {number} nowUs
   * @param {number} wallUs
   * @returns {ClockJump | null} how far the clocks have moved apart since the last comparison; null while that is drift
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
