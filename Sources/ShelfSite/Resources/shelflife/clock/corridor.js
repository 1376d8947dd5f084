// @ts-check
/**
 * The bounds between which the server's clock is ahead of this device's, and the rate at which that changes.
 *
 * The model: the offset changes at a rate `b`, give or take a wander `w`. Each past bound then still holds today when it
 * is moved by `b` and loosened by `w` for its age. A rate is possible when no two bounds contradict each other:
 *
 *     U(b) = min (upper + (b + w) · age)        L(b) = max (lower + (b − w) · age)
 *
 * The proven bounds hold for every possible rate. The estimate is the middle of the corridor at the rate that leaves it
 * widest, because that rate explains the evidence with the most constant delays.
 */

import { CorridorFit } from "./corridor-fit.js";
import { MEMORY_US } from "./evidence.js";

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {{ least: number, most: number }} Range */

/** Two quartz clocks never differ by more than this. */
const RATE_PPB_AT_MOST = 300_000;
/** The rates that the estimate prefers: quartz clocks on the market differ by no more. */
const LIKELY_PPB = 100_000;
/** How much a rate may change, tried in this order: from a quartz at rest to one that is warming up. */
const WANDERS_PPB = [1500, 3000, 6000, 12_000, 20_000];
/** How much a rate may have changed where no evidence is left. */
const COLD_WANDER_PPB = 20_000;
/**
 * Bounds that are further apart contradict each other at any age. Larger gaps are cut to this, so that products with
 * them stay exact.
 */
const GAP_US_AT_MOST = 9_000_000;
const BILLION = 1e9;

export class Corridor {
  #leastUs;
  #mostUs;
  #middleUs;

  /**
   * @param {Evidence} evidence
   * @returns {Corridor | null} null when no rate makes the evidence true, or when one direction has none
   */
  static of(evidence) {
    const atUs = evidence.newestUs;
    if (atUs === null || evidence.uppers.length === 0 || evidence.lowers.length === 0) return null;
    const possible = possibleRates(evidence);
    return possible && new Corridor(new CorridorFit(evidence, atUs, possible.wanderPpb), possible.rates);
  }

  /**
   * @param {CorridorFit} fit
   * @param {Range} rates
   */
  constructor(fit, rates) {
    this.atUs = fit.atUs;
    this.wanderPpb = fit.wanderPpb;
    this.rates = rates;
    this.ratePpb = fit.widest(likelyOf(rates));
    this.#mostUs = fit.upper(rates.most).us;
    this.#leastUs = fit.lower(rates.least).us;
    this.#middleUs = fit.middleUs(this.ratePpb);
  }

  /** @param {number} localUs @returns {number} what to add to this device's time */
  offsetUs(localUs) {
    return this.#middleUs + moved(localUs - this.atUs, this.ratePpb);
  }

  /** @param {number} localUs @returns {Range} the proven bounds of the offset */
  boundsUs(localUs) {
    const ageUs = Math.abs(localUs - this.atUs);
    const wanderUs = grown(ageUs, this.wanderPpb) + grown(Math.max(0, ageUs - MEMORY_US), COLD_WANDER_PPB);
    const { least, most } = localUs >= this.atUs ? this.rates : { least: -this.rates.most, most: -this.rates.least };
    const leastUs = this.#leastUs + moved(ageUs, least) - wanderUs - 1;
    const mostUs = this.#mostUs + moved(ageUs, most) + wanderUs + 1;
    return { least: Math.min(leastUs, mostUs), most: Math.max(leastUs, mostUs) };
  }
}

/**
 * @param {Range} rates
 * @returns {Range} the likely ones among them; all of them if none is
 */
function likelyOf({ least, most }) {
  if (least > LIKELY_PPB || most < -LIKELY_PPB) return { least, most };
  return { least: Math.max(least, -LIKELY_PPB), most: Math.min(most, LIKELY_PPB) };
}

/**
 * Finds the rates at which no two bounds contradict each other, with the smallest wander that leaves such a rate.
 * @param {Evidence} evidence
 */
function possibleRates({ uppers, lowers }) {
  let least = -RATE_PPB_AT_MOST;
  let most = RATE_PPB_AT_MOST;
  for (const lower of lowers) {
    for (const upper of uppers) {
      const gapUs = Math.min(Math.max(lower.offsetUs - upper.offsetUs, -GAP_US_AT_MOST), GAP_US_AT_MOST);
      const ageUs = lower.atUs - upper.atUs;
      if (ageUs === 0 && gapUs > 0) return null;
      if (ageUs > 0) least = Math.max(least, Math.trunc((gapUs * BILLION) / ageUs) - 1);
      if (ageUs < 0) most = Math.min(most, Math.trunc((gapUs * BILLION) / ageUs) + 1);
    }
  }
  for (const wanderPpb of WANDERS_PPB) {
    const rates = { least: Math.max(-RATE_PPB_AT_MOST, least - wanderPpb), most: Math.min(RATE_PPB_AT_MOST, most + wanderPpb) };
    if (rates.least <= rates.most) return { rates, wanderPpb };
  }
  return null;
}

/**
 * @param {number} ageUs any length; the product is computed in two parts, because days times a rate don't fit a double
 * @param {number} ppb
 */
function moved(ageUs, ppb) {
  const rest = ageUs % BILLION;
  return ((ageUs - rest) / BILLION) * ppb + Math.trunc((rest * ppb) / BILLION);
}

/**
 * @param {number} ageUs
 * @param {number} ppb
 */
function grown(ageUs, ppb) {
  const rest = ageUs % BILLION;
  return ((ageUs - rest) / BILLION) * ppb + Math.ceil((rest * ppb) / BILLION);
}
