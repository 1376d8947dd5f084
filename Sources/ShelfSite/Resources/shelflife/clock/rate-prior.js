// @ts-check
/** How likely a rate is before any evidence. */

import { BIT, over } from "./integer-arithmetic.js";

/** Quartzes in telephones are off by up to 60 ppm, whose standard deviation is 35 ppm when all are as likely. */
const UNKNOWN_DEVIATION_PPB = 35_000;
/** No rate is less likely than 2 to the power of minus this number. */
const COST_BITS_AT_MOST = 12;

/**
 * @param {number} ppb
 * @returns {number} how unlikely a rate is while nothing is known of it, in parts of a `BIT`
 */
export function priorCost(ppb) {
  return Math.min(normalCost(ppb, UNKNOWN_DEVIATION_PPB), COST_BITS_AT_MOST * BIT);
}

/**
 * @param {number} distancePpb
 * @param {number} deviationPpb
 * @returns {number} how unlikely a normally distributed value is by its distance from the mean, in parts of a `BIT`
 */
export function normalCost(distancePpb, deviationPpb) {
  const sixteenths = Math.min(over(Math.abs(distancePpb) * 16, Math.max(1, deviationPpb)), 32_768);
  return 3 * sixteenths * sixteenths;
}
