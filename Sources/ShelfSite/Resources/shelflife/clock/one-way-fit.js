// @ts-check
/** The bounds of one direction, turned so that the least is the best, to be moved to one moment by a rate. */

import { autocorrelationOf } from "./autocorrelation.js";
import { log2, over, sum } from "./integer-arithmetic.js";

/** @typedef {import("./evidence.js").Bound} Bound */

/** Distances from the best bound that are shorter always count alike, because delays are never constant. */
const CLOSE_US_AT_LEAST = 150;
/** One in this number of bounds is close. */
const CLOSE_SHARE = 6;
/** How the bounds lie counts by this number of fifths, because the best bound is one of them. */
const COST_FIFTHS = 4;
/** The distance between the best bound and the next ones is measured by this one. */
const GAPS = 4;
const BILLION = 1e9;

export class OneWayFit {
  #offsetsUs;
  #agesUs;
  #sign;
  /** Distances from the best bound that are shorter than this count alike. */
  #closeUs;
  #autocorrelation;

  /**
   * @param {Bound[]} bounds
   * @param {number} atUs
   * @param {number} originUs
   * @param {1 | -1} sign 1 for upper bounds, −1 for lower ones
   * @param {number} ratePpb about the rate, by which it is found how close bounds lie
   */
  constructor(bounds, atUs, originUs, sign, ratePpb) {
    this.#offsetsUs = bounds.map(({ offsetUs }) => (offsetUs - originUs) * sign);
    this.#agesUs = bounds.map((bound) => atUs - bound.atUs);
    this.#sign = sign;
    const excesses = this.#excesses(ratePpb);
    const close = Math.max(CLOSE_US_AT_LEAST, sorted(excesses)[over(excesses.length, CLOSE_SHARE)]);
    const sizes = excesses.map((us) => log2(close + us));
    const mean = over(sum(sizes), sizes.length);
    this.#closeUs = close;
    this.#autocorrelation = autocorrelationOf(sizes.map((size) => size - mean));
  }

  /**
   * @param {number} ratePpb @returns {number} how unlikely it is that bounds lie as they do at a rate, in parts of a
   * `BIT`
   */
  cost(ratePpb) {
    const least = log2(this.#closeUs);
    const cost = sum(this.#excesses(ratePpb).map((us) => log2(this.#closeUs + us) - least));
    return over(cost * COST_FIFTHS * 16, 5 * this.#autocorrelation);
  }

  /**
   * The best bound, where each has become worse by a wander.
   * @param {number} ratePpb
   * @param {number} wanderPpb
   */
  bestUs(ratePpb, wanderPpb) {
    return Math.min(...this.#moved(ratePpb * this.#sign + wanderPpb));
  }

  /** @param {number} ratePpb @returns {number} how far the best bounds are apart */
  gapUs(ratePpb) {
    const excesses = sorted(this.#excesses(ratePpb));
    const place = Math.min(GAPS, excesses.length - 1);
    return place > 0 ? over(excesses[place], place) : 0;
  }

  /** @param {number} ppb */
  #moved(ppb) {
    return this.#offsetsUs.map((us, index) => us + over(this.#agesUs[index] * ppb, BILLION));
  }

  /** @param {number} ratePpb @returns {number[]} how far each bound is from the best */
  #excesses(ratePpb) {
    const moved = this.#moved(ratePpb * this.#sign);
    const best = Math.min(...moved);
    return moved.map((us) => us - best);
  }
}

/** @param {number[]} numbers */
function sorted(numbers) {
  return [...numbers].sort((left, right) => left - right);
}
