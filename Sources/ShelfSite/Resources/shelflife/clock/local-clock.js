// @ts-check
/** This device's clocks. The SDK reads them nowhere else. */

/**
 * @typedef {object} LocalClock
 * @property {() => number} nowUs a monotonic clock in whole microseconds, with an arbitrary zero
 * @property {() => number} wallUs the wall clock in microseconds; it only serves to notice that `nowUs` stood still
 * @property {() => number} granularityUs the step of `nowUs`
 * @property {(performanceMs: number) => number} [atUs] the value of `nowUs` at a moment of `performance.now()`;
 *   without it, requests are stamped by `nowUs` before and after them
 */

/** @returns {LocalClock} */
export function deviceClock() {
  const atUs = (/** @type {number} */ performanceMs) => Math.round(performanceMs * 1000);
  const nowUs = () => atUs(performance.now());
  /** @type {number | undefined} */
  let granularityUs;
  return {
    nowUs,
    atUs,
    wallUs: () => Date.now() * 1000,
    granularityUs: () => (granularityUs ??= measuredGranularityUs(nowUs)),
  };
}

const TICKS_WATCHED = 5;
const MOST_READINGS = 200_000;
/** The coarsest clock that browsers give, against fingerprinting. */
const COARSEST_US = 100_000;

/**
 * Measures the clock's step. Browsers round their clock to between 5 µs and 100 ms and don't say to what. The smallest
 * of a few steps counts, because the page may have been interrupted during a larger one.
 * @param {() => number} nowUs
 */
function measuredGranularityUs(nowUs) {
  let smallest = Infinity;
  let ticks = 0;
  let last = nowUs();
  for (let readings = 0; ticks < TICKS_WATCHED && readings < MOST_READINGS; readings++) {
    const now = nowUs();
    if (now === last) continue;
    smallest = Math.min(smallest, now - last);
    last = now;
    ticks++;
  }
  return ticks === TICKS_WATCHED ? smallest : COARSEST_US;
}
