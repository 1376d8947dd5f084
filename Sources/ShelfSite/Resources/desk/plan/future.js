// @ts-check
/** What a store will show, as `GET /v1/admin/future/{store}` answers it. */

/**
 * @typedef {object} Future
 * @property {string} store
 * @property {string} title
 * @property {string} currency
 * @property {import("../frame/zone.js").Zone} zone by whose clock its times are read
 * @property {number} askedAtMs
 * @property {number} fromMs
 * @property {number} untilMs
 * @property {number} keptFromMs
 * @property {number} decidedUntilMs
 * @property {number | null} [nothingToShowMs]
 * @property {{ version: number, fromMs: number, drawsFromMs: number }[]} coming versions that take effect meanwhile
 * @property {number | null} [closesMs] when the store closes
 * @property {Listing[]} listings
 * @property {Passed[]} [passed] what the plan in force has before `keptFromMs`, by start; missing on servers that don't
 * tell it
 */

/**
 * @typedef {object} Listing
 * @property {number} position counted from 1
 * @property {string} item
 * @property {string} name as the store shows it
 * @property {string} set
 * @property {number} price
 * @property {string} currency
 * @property {number} startMs
 * @property {number} endMs
 * @property {boolean} decided
 * @property {boolean} [withdrawn] whether it is shown without being for sale
 * @property {boolean} [planned] whether a planned appearance put it there
 * @property {number} [appearance] which one, by its index in the plan
 * @property {string} [master] SHA-256 of its picture's master; missing where it has none, or the token may not see it
 */

/**
 * A planned span that is over. Its listings aren't kept any more.
 * @typedef {object} Passed
 * @property {number} appearance which of the plan's appearances it is
 * @property {string} item
 * @property {string} name as the store shows it
 * @property {number} [position] counted from 1; any when it is missing
 * @property {number} startMs
 * @property {number} endMs
 */

/**
 * How much the calendar shows at once, in which steps something is placed there, and whether each row is an item: single
 * listings are too narrow to read there.
 */
export const ZOOMS = [
  { id: "15m", title: "15 min", lengthMs: 900_000, hours: 1, stepMs: 15_000, isByItem: false },
  { id: "1h", title: "1 hour", lengthMs: 3_600_000, hours: 1, stepMs: 60_000, isByItem: false },
  { id: "3h", title: "3 hours", lengthMs: 10_800_000, hours: 3, stepMs: 300_000, isByItem: true },
  { id: "12h", title: "12 hours", lengthMs: 43_200_000, hours: 12, stepMs: 900_000, isByItem: true },
  { id: "24h", title: "1 day", lengthMs: 86_400_000, hours: 24, stepMs: 900_000, isByItem: true },
];

/**
 * @param {Listing | Passed} shown
 * @returns {shown is Listing}
 */
export function isListing(shown) {
  return "price" in shown;
}

/**
 * @param {Listing[]} listings
 * @returns {Map<number, Listing[]>} by position, each in the order of time
 */
export function byPosition(listings) {
  const rows = Map.groupBy([...listings].sort((one, other) => one.position - other.position || one.startMs - other.startMs), ({ position }) => position);
  return rows;
}

/**
 * @param {Listing[]} listings
 * @param {Listing} listing one that was planned
 * @returns {{ startMs: number, endMs: number }} of it and the listings before and after it that belong to the same
 * start
 */
export function plannedSpan(listings, { position, appearance, startMs, endMs }) {
  if (appearance === undefined) return { startMs, endMs };
  const row = (byPosition(listings).get(position) ?? []).filter((one) => one.appearance === appearance);
  for (const one of row) if (one.startMs === endMs) endMs = one.endMs;
  for (const one of row.reverse()) if (one.endMs === startMs) startMs = one.startMs;
  return { startMs, endMs };
}

/**
 * @template {{ endMs: number }} Shown
 * @param {Shown[]} row in the order of time
 * @param {number} ms
 * @returns {Shown | undefined} what is shown at an instant, or else next
 */
export function listingAt(row, ms) {
  return row.find(({ endMs }) => endMs > ms) ?? row.at(-1);
}
