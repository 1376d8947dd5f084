// @ts-check
/** The one place where this device's clocks are read. */

/**
 * @typedef {object} LocalClock
 * @property {() => number} nowUs monotone, whole microseconds; its zero means nothing
 * @property {() => number} wallUs the wall clock, on which nothing is built: it only shows that the other stood still
 * @property {() => number} granularityUs how coarse `nowUs` is
 */

/** @returns {LocalClock} */
export function deviceClock() {
  const nowUs = () => Math.round(performance.now() * 1000);
  /** @type {number | undefined} */
  let granularityUs;
  return {
    nowUs,
    wallUs: () => Date.now() * 1000,
    granularityUs: () => (granularityUs ??= measuredGranularityUs(nowUs)),
  };
}

const TICKS_WATCHED = 3;
const MOST_READINGS = 50_000;
/** The coarsest that browsers make their clocks against fingerprinting. */
const COARSEST_US = 100_000;

/**
 * Browsers round their clock, to between 5 µs and 100 ms, and don't say to what: watch it tick.
 * @param {() => number} nowUs
 */
function measuredGranularityUs(nowUs) {
  let coarsest = 0;
  let ticks = 0;
  let last = nowUs();
  for (let readings = 0; ticks < TICKS_WATCHED && readings < MOST_READINGS; readings++) {
    const now = nowUs();
    if (now === last) continue;
    coarsest = Math.max(coarsest, now - last);
    last = now;
    ticks++;
  }
  return ticks === TICKS_WATCHED ? coarsest : COARSEST_US;
}
