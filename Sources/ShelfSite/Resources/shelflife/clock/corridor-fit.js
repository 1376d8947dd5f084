// @ts-check
/** The corridor's bounds at one moment, as functions of the assumed rate: all evidence is moved to that moment. */

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {{ us: number, ageUs: number }} Point the tightest bound at a rate, and how old its evidence is, which is how fast it moves with the rate */

/** Rates whose corridor is narrower than the widest one by no more than this are equally good: delays vary by more. */
const TOLERANCE_US = 150;
const TOLERANCE_SHARE = 256;
const BILLION = 1e9;

export class CorridorFit {
  /**
   * @param {Evidence} evidence
   * @param {number} atUs
   * @param {number} wanderPpb
   */
  constructor(evidence, atUs, wanderPpb) {
    this.evidence = evidence;
    this.atUs = atUs;
    this.wanderPpb = wanderPpb;
  }

  /** @param {number} ppb @returns {Point} */
  upper(ppb) {
    let best = { us: Infinity, ageUs: 0 };
    for (const { atUs, offsetUs } of this.evidence.uppers) {
      const ageUs = this.atUs - atUs;
      const us = offsetUs + Math.ceil((ageUs * (this.wanderPpb + ppb)) / BILLION);
      if (us < best.us) best = { us, ageUs };
    }
    return best;
  }

  /** @param {number} ppb @returns {Point} */
  lower(ppb) {
    let best = { us: -Infinity, ageUs: 0 };
    for (const { atUs, offsetUs } of this.evidence.lowers) {
      const ageUs = this.atUs - atUs;
      const us = offsetUs + Math.floor((ageUs * (ppb - this.wanderPpb)) / BILLION);
      if (us > best.us) best = { us, ageUs };
    }
    return best;
  }

  /** @param {number} ppb */
  middleUs(ppb) {
    const least = this.lower(ppb).us;
    return least + Math.trunc((this.upper(ppb).us - least) / 2);
  }

  /** @param {number} ppb */
  widthUs(ppb) {
    return this.upper(ppb).us - this.lower(ppb).us;
  }

  /**
   * Finds the middle of the rates whose corridor is nearly as wide as the widest. The width is concave in the rate, so
   * bisection finds it.
   * @param {{ least: number, most: number }} rates
   */
  widest({ least, most }) {
    const peak = first(least, most, (ppb) => this.upper(ppb).ageUs <= this.lower(ppb).ageUs);
    const widest = this.widthUs(peak);
    const enough = widest - TOLERANCE_US - Math.trunc(widest / TOLERANCE_SHARE);
    const left = first(least, peak, (ppb) => this.widthUs(ppb) >= enough);
    const right = -first(-most, -peak, (ppb) => this.widthUs(-ppb) >= enough);
    return left + Math.trunc((right - left) / 2);
  }
}

/**
 * @param {number} low
 * @param {number} high
 * @param {(ppb: number) => boolean} holds false up to some rate, true from there on
 * @returns {number} the first rate for which it is true; `high` if there is none
 */
function first(low, high, holds) {
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
