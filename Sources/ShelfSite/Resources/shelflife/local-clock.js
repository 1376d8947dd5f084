// @ts-check
/** The one place where this device's clocks are read. */

/**
 * @typedef {object} LocalClock
 * @property {() => number} nowUs monotone, whole microseconds; its zero means nothing
 * @property {() => number} wallUs the wall clock, on which nothing is built: it only shows that the other stood still
 * @property {() => number} granularityUs how coarse `nowUs` is
 * @property {(performanceMs: number) => number} [atUs] what `nowUs` said at a moment of the browser's own clock;
 *   without it, requests are stamped by `nowUs` before and after
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
/** The coarsest that browsers make their clocks against fingerprinting. */
const COARSEST_US = 100_000;

/**
 * Browsers round their clock, to between 5 µs and 100 ms, and don't say to what: watch it tick. The
 * smallest tick counts, because over a larger one this page may just have had to wait its turn.
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
