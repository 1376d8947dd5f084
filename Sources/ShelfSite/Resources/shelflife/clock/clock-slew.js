// @ts-check
/**
 * Moves the readings of the clock to a new estimate. A small correction is slewed, so that bars on the screen move
 * smoothly. A large correction forwards is a step. Readings never go back: they stand still until the estimate has
 * caught up.
 */

const SLEWED_US_AT_MOST = 50_000;
const SLEW_PPM = 2000;
/**
 * An estimate that is further back than this belongs to another clock. Readings then step back, since standing still
 * for so long would be worse.
 */
export const STANDING_US_AT_MOST = 10_000_000;

export class ClockSlew {
  #sinceUs = 0;
  /** How far readings were ahead of the estimate at `#sinceUs`; negative if they were behind it. */
  #aheadUs = 0;
  /** The latest time that has been read; no reading is before it. */
  #floorUs = -Infinity;

  /**
   * @param {number | null} readUs the reading at `localUs` by the estimate so far; null if there was none
   * @param {number} targetUs the new estimate at `localUs`
   * @param {number} localUs
   * @param {boolean} [isAfresh] whether the estimate so far was wrong, so that there is no reason to leave it slowly
   */
  correct(readUs, targetUs, localUs, isAfresh = false) {
    this.#aheadUs = 0;
    this.#floorUs = -Infinity;
    if (readUs === null || readUs - targetUs > STANDING_US_AT_MOST) return;
    this.#floorUs = readUs;
    if (isAfresh || Math.abs(readUs - targetUs) >= SLEWED_US_AT_MOST) return;
    this.#sinceUs = localUs;
    this.#aheadUs = readUs - targetUs;
  }

  /** @param {number} us from now on no reading is before it */
  stand(us) {
    this.#floorUs = Math.max(this.#floorUs, us);
  }

  /**
   * @param {number} targetUs
   * @param {number} localUs
   */
  nowUs(targetUs, localUs) {
    const slewedUs = Math.trunc((Math.max(0, localUs - this.#sinceUs) * SLEW_PPM) / 1e6);
    const leftUs = Math.max(0, Math.abs(this.#aheadUs) - slewedUs) * Math.sign(this.#aheadUs);
    return Math.max(this.#floorUs, targetUs + leftUs);
  }
}
