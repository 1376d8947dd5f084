// @ts-check
/**
 * The most likely rate and offset among the possible ones.
 *
 * A rate is the more likely, the closer the bounds of each direction lie to that direction's best bound when all are
 * moved by it, the nearer it is to the slope of the line through the exchanges' middles, and the nearer to what
 * quartzes have. One direction is enough: whatever the other does, a queue that is empty now and then shows the rate.
 */

import { WeightedRegression } from "./weighted-regression.js";
import { priorCost } from "./rate-prior.js";
import { OneWayFit } from "./one-way-fit.js";
import { BIT, half, over, sum } from "./integer-arithmetic.js";

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {{ least: number, most: number }} Range */

/** By how much a bound of the past is worth less for its age, in the estimate. */
const LIKELY_WANDER_PPB = 3000;
/** How many steps a range of rates is searched in. */
const STEPS = 16;
/** The next, narrower range goes this number of steps to either side. */
const STEPS_ASIDE = 3;
/** It is narrow enough when this number of steps is within `FAR_BITS` of the best. */
const NEAR_AT_LEAST = 7;
const FAR_BITS = 6;
/** With fewer exchanges the middle of the corridor counts alone. */
const PASSAGES_AT_LEAST = 4;

/**
 * @param {Evidence} evidence
 * @param {number} atUs
 * @param {Range} rates
 */
export function likelyOffset(evidence, atUs, rates) {
  const originUs = evidence.lowers[evidence.lowers.length - 1].offsetUs;
  const line = new WeightedRegression(evidence.passages, atUs, originUs, rates);
  const up = new OneWayFit(evidence.uppers, atUs, originUs, 1, line.ratePpb);
  const down = new OneWayFit(evidence.lowers, atUs, originUs, -1, line.ratePpb);
  const { ppb, offPpb } = likeliest(rates, (rate) => priorCost(rate) + line.cost(rate) + up.cost(rate) + down.cost(rate));
  const levelUs = level([up, down], line, evidence.passages.length, ppb, LIKELY_WANDER_PPB + offPpb);
  return { ratePpb: ppb, offsetUs: originUs + levelUs };
}

/**
 * @param {Range} rates
 * @param {(ppb: number) => number} cost
 * @returns the mean of the rates, each as likely as it is, and their mean distance from that
 */
function likeliest(rates, cost) {
  let { least, most } = rates;
  for (;;) {
    const length = most - least;
    const first = least;
    const tried = Array.from({ length: STEPS + 1 }, (_, step) => first + over(length * step, STEPS));
    const costs = tried.map(cost);
    const lowest = Math.min(...costs);
    const near = costs.filter((one) => one - lowest <= FAR_BITS * BIT).length;
    if (near >= NEAR_AT_LEAST || length <= STEPS) return mean(tried, costs.map((one) => half(one - lowest)));
    const best = tried[costs.indexOf(lowest)];
    const aside = over(length * STEPS_ASIDE, STEPS);
    least = Math.max(rates.least, best - aside);
    most = Math.min(rates.most, best + aside);
  }
}

/**
 * @param {number[]} ppbs
 * @param {number[]} weights
 */
function mean(ppbs, weights) {
  const total = sum(weights);
  const ppb = ppbs[0] + over(sum(ppbs.map((one, index) => (one - ppbs[0]) * weights[index])), total);
  return { ppb, offPpb: over(sum(ppbs.map((one, index) => Math.abs(one - ppb) * weights[index])), total) };
}

/**
 * Between the middle of the corridor and the mean of the exchanges' middles, nearer to which is surer.
 * @param {[OneWayFit, OneWayFit]} ways
 * @param {WeightedRegression} line
 * @param {number} passages
 * @param {number} ratePpb
 * @param {number} boundsPpb
 */
function level(ways, line, passages, ratePpb, boundsPpb) {
  const middleUs = over(ways[0].bestUs(ratePpb, boundsPpb) - ways[1].bestUs(ratePpb, boundsPpb), 2);
  if (passages < PASSAGES_AT_LEAST) return middleUs;
  let variance = 1 + sum(ways.map((way) => over(way.gapUs(ratePpb) ** 2, 4)));
  let { us, variance: other } = line.mean(ratePpb, LIKELY_WANDER_PPB);
  while (variance + other >= 67_108_864) {
    variance = over(variance, 2);
    other = over(other, 2);
  }
  const share = over(variance * 1024, Math.max(1, variance + other));
  return middleUs + over((us - middleUs) * share, 1024);
}
