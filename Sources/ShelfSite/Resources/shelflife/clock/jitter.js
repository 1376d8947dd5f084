// @ts-check
/** Random waits, which keep a crowd from doing everything at the same moment. */

/** A wait is longer or shorter than named by up to a quarter. */
const SPREAD_PERCENT = 25;

/**
 * @param {number} ms
 * @param {() => number} random from 0 to 1
 * @returns {number} a random length of time around `ms`
 */
export function spread(ms, random) {
  const share = SPREAD_PERCENT / 100;
  return Math.round(ms * (1 - share + 2 * share * random()));
}

/**
 * @param {number} firstMs
 * @param {number} mostMs
 * @param {number} failures how often in a row it has failed before
 * @param {() => number} random from 0 to 1
 * @returns {number} a random length of time around `firstMs`, doubled for each failure, up to `mostMs`
 */
export function backoff(firstMs, mostMs, failures, random) {
  return spread(Math.min(mostMs, firstMs * 2 ** failures), random);
}
