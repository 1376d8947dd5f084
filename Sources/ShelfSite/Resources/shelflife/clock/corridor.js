// @ts-check
/**
 * The bounds between which the server's clock is ahead of this device's, and the rate at which that changes.
 *
 * The model: the offset changes at a rate `b`, give or take a wander `w`. Each past bound then still holds today when
 * it is moved by `b` and loosened by `w` for its age. A rate is possible when no two bounds contradict each other:
 *
 *     U(b) = min (upper + (b + w) · age)        L(b) = max (lower + (b − w) · age)
 *
 * The proven bounds hold for every possible rate. The estimate is the likely offset among them, and proves nothing.
 *
 * The proof assumes that the rate is at most `RATE_PPB_AT_MOST` and wanders by at most `BASE_WANDER_PPB`. Where the
 * evidence shows that this isn't so, more is allowed for than it shows, and the corridor is strained.
 */

import { CorridorFit } from "./corridor-fit.js";
import { MEMORY_US } from "./evidence.js";
import { likelyOffset } from "./likely-offset.js";
import { moved } from "./moved.js";
import { clamped } from "./integer-arithmetic.js";

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {{ least: number, most: number }} Range */

/** No two quartz clocks differ by more, unless the evidence shows that they do. */
const RATE_PPB_AT_MOST = 300_000;
/**
 * Quartz clocks on the market are no worse. Where the evidence shows a rate beyond, `STRAINED_RATE_PPB_AT_MOST` is
 * allowed.
 */
const LIKELY_PPB = 100_000;
/** The limit for clocks that aren't as clocks should be. Beyond it, something has jumped. */
const STRAINED_RATE_PPB_AT_MOST = 1_000_000;
/**
 * How much a rate may wander in the evidence's memory, to either side: a quartz warmed from 25 °C to 45 °C changes by
 * 16 ppm.
 */
const BASE_WANDER_PPB = 8000;
/** Where the evidence needs a wander to be without contradictions, this multiple of it is allowed. */
const WANDER_FACTOR = 2;
/** A wander that is needed beyond this means that something has jumped. */
const NEEDED_WANDER_PPB_AT_MOST = 20_000;
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
   * @param {boolean} [wasStrained] whether clocks have run otherwise than assumed a short time ago
   * @returns {Corridor | null} null when no rate makes the evidence true, or when one direction has none
   */
  static of(evidence, wasStrained = false) {
    if (evidence.newestUs === null || evidence.uppers.length === 0 || evidence.lowers.length === 0) return null;
    const possible = possibleRates(evidence, wasStrained);
    return possible && new Corridor(evidence, evidence.newestUs, possible);
  }

  /**
   * @param {Evidence} evidence
   * @param {number} atUs
   * @param {{ rates: Range, wanderPpb: number, isStrained: boolean }} possible
   */
  constructor(evidence, atUs, { rates, wanderPpb, isStrained }) {
    const fit = new CorridorFit(evidence, atUs, wanderPpb);
    const likely = likelyOffset(evidence, atUs, rates);
    this.atUs = atUs;
    this.wanderPpb = wanderPpb;
    this.rates = rates;
    this.isStrained = isStrained;
    this.ratePpb = likely.ratePpb;
    this.#mostUs = fit.upperUs(rates.most);
    this.#leastUs = fit.lowerUs(rates.least);
    this.#middleUs = clamped(likely.offsetUs, this.#leastUs, this.#mostUs);
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
 * Finds the rates at which no two bounds contradict each other, with the wander that is allowed.
 * @param {Evidence} evidence
 * @param {boolean} wasStrained
 */
function possibleRates(evidence, wasStrained) {
  const slopes = slopesOf(evidence);
  if (!slopes) return null;
  const { least, most } = slopes;
  const needed = Math.max(0, Math.trunc((least - most) / 2) + 2);
  if (needed > NEEDED_WANDER_PPB_AT_MOST) return null;
  const isLikely = least <= LIKELY_PPB && most >= -LIKELY_PPB;
  const isStrained = wasStrained || !isLikely || needed * WANDER_FACTOR > BASE_WANDER_PPB;
  const wanderPpb = Math.max(wasStrained ? NEEDED_WANDER_PPB_AT_MOST : BASE_WANDER_PPB, needed * WANDER_FACTOR);
  const limit = isLikely && !wasStrained ? RATE_PPB_AT_MOST : STRAINED_RATE_PPB_AT_MOST;
  const rates = { least: Math.max(-limit, least - wanderPpb), most: Math.min(limit, most + wanderPpb) };
  return rates.least <= rates.most ? { rates, wanderPpb, isStrained } : null;
}

/**
 * @param {Evidence} evidence
 * @returns {Range | null} the least and the most rate by pairs of bounds, without any wander, of which the least is
 * more than the most when the rate has changed; null when two bounds of one moment contradict each other
 */
function slopesOf({ uppers, lowers }) {
  let least = -STRAINED_RATE_PPB_AT_MOST;
  let most = STRAINED_RATE_PPB_AT_MOST;
  for (const lower of lowers) {
    for (const upper of uppers) {
      const gapUs = clamped(lower.offsetUs - upper.offsetUs, -GAP_US_AT_MOST, GAP_US_AT_MOST);
      const ageUs = lower.atUs - upper.atUs;
      if (ageUs === 0 && gapUs > 0) return null;
      if (ageUs > 0) least = Math.max(least, Math.trunc((gapUs * BILLION) / ageUs) - 1);
      if (ageUs < 0) most = Math.min(most, Math.trunc((gapUs * BILLION) / ageUs) + 1);
    }
  }
  return { least, most };
}

/**
 * @param {number} ageUs
 * @param {number} ppb
 */
function grown(ageUs, ppb) {
  const rest = ageUs % BILLION;
  return ((ageUs - rest) / BILLION) * ppb + Math.ceil((rest * ppb) / BILLION);
}
