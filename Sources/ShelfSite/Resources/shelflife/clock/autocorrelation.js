// @ts-check
/**
 * How alike neighbours in a series are. A queue that stays for a while makes many exchanges wrong in the same way,
 * which then teach no more than a few.
 */

import { over } from "./integer-arithmetic.js";

/** More can't be told from less than a hundred values. */
const SIXTEENTHS_AT_MOST = 624;

/**
 * @param {number[]} values whose mean is about zero
 * @returns {number} by how much the variance of their mean is larger than if all were independent, in sixteenths
 */
export function autocorrelationOf(values) {
  let squares = 0;
  let products = 0;
  let last = 0;
  for (const value of values) {
    squares += value * value;
    products += value * last;
    last = value;
  }
  if (products <= 0) return 16;
  return Math.min(SIXTEENTHS_AT_MOST, over(16 * (squares + products), Math.max(1, squares - products)));
}
