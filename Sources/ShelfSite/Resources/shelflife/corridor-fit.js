// @ts-check
/** The corridor as a function of the rate: all evidence moved to one moment. */

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {{ us: number, ageUs: number }} Point where a line of the envelope is at a rate, and how fast it moves with the rate */

/** Rates that leave the corridor as wide as the widest but for so much are as good: delays are never that constant. */
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
   * The middle of the rates that leave the corridor nearly as wide as it can be: a concave search.
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
 * @param {(ppb: number) => boolean} holds for all after the first for which it does
 * @returns {number} that first one; `high` if there is none
 */
function first(low, high, holds) {
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
