// @ts-check
/** What was planned before the listings that the server still keeps: planned spans, of which nothing else is known. */

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Passed} Passed */

/**
 * @param {Future} future
 * @param {{ fromMs: number, untilMs: number }} span what is in sight
 * @returns {Passed[]} those in sight whose listings the server has deleted, by start
 */
export function passedIn({ passed = [], listings }, { fromMs, untilMs }) {
  return passed.filter(({ item, position, startMs, endMs }) => startMs < untilMs && endMs > fromMs && !listings.some((one) =>
    one.planned && one.item === item && one.startMs < endMs && one.endMs > startMs && (position ?? one.position) === one.position));
}

/**
 * @param {Passed[]} spans by start
 * @returns {Passed[][]} as few rows as there can be without two in one that overlap
 */
export function rowsOf(spans) {
  /** @type {Passed[][]} */
  const rows = [];
  for (const span of spans) {
    const row = rows.find((one) => (one.at(-1)?.endMs ?? 0) <= span.startMs);
    if (row) row.push(span);
    else rows.push([span]);
  }
  return rows;
}
