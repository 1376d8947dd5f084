// @ts-check
/**
 * A straight line through the middles of exchanges, in which each counts as much as exchanges like it are near the
 * line.
 *
 * An exchange's middle is off by half of what its two ways differ. If only one way gets longer, the middle is off by
 * half of what the round trip is longer; if both do together, it isn't off at all. Which of the two it is shows in how
 * far exchanges with long round trips are from the line: this is their noise, from which their weight follows, from
 * which the line follows, and so on a few times.
 */

import { autocorrelationOf } from "./autocorrelation.js";
import { moved } from "./moved.js";
import { normalCost } from "./rate-prior.js";
import { clamped, over, root, scaled, sum } from "./integer-arithmetic.js";

/** @typedef {import("./evidence.js").Passage} Passage */

/** No middle is nearer to the line than this. */
const NOISE_US_AT_LEAST = 100;
const NOISE_US_AT_MOST = 262_144;
const ERROR_US_AT_MOST = 8_388_608;
/** A noise is the mean over exchanges whose round trips are next in length, this number on each side. */
const NEIGHBOURS = 4;
/** How often the line is fitted. */
const ROUNDS = 4;
/** The deviation of a line through too little. */
const DEVIATION_PPB_AT_MOST = 1_000_000_000;
/** The slope's deviation is multiplied by half of this, because a path's moves are no noise. */
const DEVIATION_HALVES = 5;
/** Time within the fit is counted in these. */
const TICK_US = 250_000;
const PPB_PER_TICK_US = 1e9 / TICK_US;
const BILLION = 1e9;

export class WeightedRegression {
  #passages;
  #atUs;
  #originUs;
  #excessesUs;
  /** @type {number[]} the places of the passages, the shortest round trip first */
  #byExcess;
  /** @type {number[]} how far each exchange's middle can be off the line */
  #noisesUs;
  #levelUs = 0;
  #deviationPpb = DEVIATION_PPB_AT_MOST;
  #autocorrelation = 16;
  /** The slope. */
  ratePpb;

  /**
   * @param {Passage[]} passages
   * @param {number} atUs
   * @param {number} originUs any offset near the passages', so that differences are small
   * @param {{ least: number, most: number }} rates that are possible
   */
  constructor(passages, atUs, originUs, rates) {
    this.#passages = passages;
    this.#atUs = atUs;
    this.#originUs = originUs;
    const shortest = Math.min(...passages.map(({ roundTripUs }) => roundTripUs));
    const excessesUs = passages.map(({ roundTripUs }) => roundTripUs - shortest);
    this.#excessesUs = excessesUs;
    this.#byExcess = passages.map((_, index) => index).sort((left, right) => excessesUs[left] - excessesUs[right] || left - right);
    this.#noisesUs = excessesUs.map((us) => noise(over(us, 2)));
    this.ratePpb = clamped(0, rates.least, rates.most);
    for (let round = 1; round <= ROUNDS; round++) {
      this.#fit(rates);
      if (round < ROUNDS) this.#noisesUs = this.#measuredNoises();
    }
    this.#autocorrelation = autocorrelationOf(passages.map((_, index) => clamped(over(this.#errorUs(index) * 64, this.#noisesUs[index]), -192, 192)));
  }

  /** @param {number} ppb @returns {number} how unlikely a rate is by the slope, in parts of a `BIT` */
  cost(ppb) {
    const deviation = Math.max(1, over(this.#deviationPpb * root(this.#autocorrelation * 16), 16));
    return normalCost(ppb - this.ratePpb, over(deviation * DEVIATION_HALVES, 2));
  }

  /**
   * The mean of the exchanges' middles, moved to one moment by a rate.
   * @param {number} ratePpb
   * @param {number} wanderPpb
   */
  mean(ratePpb, wanderPpb) {
    const noises = this.#passages.map((_, index) => {
      const wanderedUs = over(this.#ageUs(index) * wanderPpb, BILLION);
      return root(this.#noisesUs[index] ** 2 + wanderedUs ** 2);
    });
    const least = Math.min(...noises);
    const weights = weightsOf(noises, least);
    const total = sum(weights);
    const us = sum(weights.map((weight, index) => weight * (this.#offsetUs(index) + moved(this.#ageUs(index), ratePpb))));
    const excess = sum(weights.map((weight, index) => weight * this.#excessesUs[index]));
    const biasUs = over(over(excess, total) * this.#oneWayness, 1024);
    const passages = over(16 * this.#passages.length, 9);
    const variance = over(over(least * least * 1024, total) * (this.#autocorrelation + passages), 16);
    return { us: over(us, total), variance: variance + biasUs * biasUs };
  }

  /**
   * The noise of the exchange that has the middle one of all round trips, as a share of what that is longer than the
   * shortest, in 1024ths: 512 if only one way gets longer, less if both do.
   */
  get #oneWayness() {
    const index = this.#byExcess[over(this.#passages.length, 2)];
    return Math.min(512, over(this.#noisesUs[index] * 1024, Math.max(1, this.#excessesUs[index])));
  }

  /** @param {number} index */
  #ageUs(index) {
    return this.#atUs - this.#passages[index].atUs;
  }

  /** @param {number} index */
  #offsetUs(index) {
    return this.#passages[index].offsetUs - this.#originUs;
  }

  /** @param {number} index @returns {number} by how much an exchange's middle is off the line */
  #errorUs(index) {
    const error = this.#offsetUs(index) - this.#levelUs + moved(this.#ageUs(index), this.ratePpb);
    return clamped(error, -ERROR_US_AT_MOST, ERROR_US_AT_MOST);
  }

  /** @param {{ least: number, most: number }} rates */
  #fit(rates) {
    const least = Math.min(...this.#noisesUs);
    const weights = weightsOf(this.#noisesUs, least);
    const ticks = weights.map((_, index) => over(-this.#ageUs(index), TICK_US));
    const errors = weights.map((_, index) => this.#errorUs(index));
    const total = Math.max(1, sum(weights));
    const middleTick = over(sum(weights.map((weight, index) => weight * ticks[index])), total);
    const middleUs = over(sum(weights.map((weight, index) => weight * errors[index])), total);
    const slope = sum(weights.map((weight, index) => weight * (ticks[index] - middleTick) * (errors[index] - middleUs)));
    const spread = sum(weights.map((weight, index) => weight * (ticks[index] - middleTick) ** 2));
    const before = this.ratePpb;
    if (spread > 0) {
      this.ratePpb = clamped(before + scaled(slope, PPB_PER_TICK_US, spread), rates.least, rates.most);
      this.#deviationPpb = Math.min(DEVIATION_PPB_AT_MOST, over(32 * PPB_PER_TICK_US * least, Math.max(1, root(spread))));
    }
    this.#levelUs += middleUs + moved(-middleTick * TICK_US, this.ratePpb - before);
  }

  /**
   * @returns {number[]} the mean error of exchanges with round trips about as long, and at least that of those with
   * shorter ones
   */
  #measuredNoises() {
    const errors = this.#byExcess.map((index) => Math.abs(this.#errorUs(index)));
    const noises = [...this.#noisesUs];
    let most = NOISE_US_AT_LEAST;
    for (const [place, index] of this.#byExcess.entries()) {
      const near = errors.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
      most = Math.max(most, over(sum(near) * 5, 4 * near.length));
      noises[index] = noise(most);
    }
    return noises;
  }
}

/** @param {number} us */
function noise(us) {
  return clamped(us, NOISE_US_AT_LEAST, NOISE_US_AT_MOST);
}

/**
 * @param {number[]} noisesUs
 * @param {number} leastUs
 * @returns {number[]} weights of up to 1024, by the squares of noises
 */
function weightsOf(noisesUs, leastUs) {
  return noisesUs.map((us) => {
    const share = over(64 * leastUs, us);
    return over(share * share, 4);
  });
}
