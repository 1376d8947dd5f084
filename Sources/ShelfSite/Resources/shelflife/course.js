// @ts-check
/**
 * How what is read approaches what is believed. A small correction is slewed, so that a bar never
 * jerks; a large one ahead is a step; back it never goes.
 */

const SLEWED_US_AT_MOST = 50_000;
const SLEW_PPM = 2000;
/** A belief further back than this is another clock's; to stand still for longer would be the greater wrong. */
const STANDING_US_AT_MOST = 10_000_000;

export class Course {
  #sinceUs = 0;
  /** What was read beyond the belief at `#sinceUs`. */
  #aheadUs = 0;
  /** What has been read already. */
  #floorUs = -Infinity;

  /**
   * @param {number | null} readUs what is read at `localUs` by the belief so far; null if there was none
   * @param {number} targetUs what is believed from now on
   * @param {number} localUs
   * @param {boolean} [isAfresh] whether the belief so far is worth nothing, so that there is no sense in leaving it slowly
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

  /** @param {number} us nothing before it is read from now on */
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
