// @ts-check
/** A day's numbers, added up for its pictures. */

const HOUR_MS = 3_600_000;

/**
 * @typedef {object} Sale
 * @property {number} atMs
 * @property {string} [store]
 * @property {string} [item]
 * @property {string} currency
 * @property {number} sold
 * @property {number} revenue
 * @property {number} refunds
 * @property {number} refunded
 * @property {number} revocations
 */

/**
 * What `GET /v1/admin/numbers` answers.
 * @typedef {object} NumbersAnswer
 * @property {number} fromMs
 * @property {number} toMs
 * @property {number} [closedUntilMs]
 * @property {Sale[]} sales
 * @property {{ atMs: number, currency: string, counterpart: string, entries: number, given: number, taken: number }[]}
 * [money]
 * @property {{ atMs: number, new: number, active: number }[]} [players]
 * @property {{ item: string, copies?: number, left?: number, sold: number }[]} [editions]
 */

/** @param {NumbersAnswer} answer */
export function currenciesOf({ sales, money = [] }) {
  return [...new Set([...sales, ...money].map(({ currency }) => currency))].sort();
}

/**
 * @template {{ [name: string]: any }} Row
 * @param {Row[]} rows
 * @param {keyof Row} name
 * @returns {number}
 */
export function sum(rows, name) {
  return rows.reduce((total, row) => total + row[name], 0);
}

/**
 * @param {Sale[]} sales
 * @param {number} fromMs the day's beginning
 * @returns {{ hour: number, sold: number, revenue: number }[]} every hour of the day
 */
export function byHour(sales, fromMs) {
  return Array.from({ length: 24 }, (_, hour) => {
    const rows = sales.filter(({ atMs }) => atMs === fromMs + hour * HOUR_MS);
    return { hour, sold: sum(rows, "sold"), revenue: sum(rows, "revenue") };
  });
}

/**
 * @param {Sale[]} sales
 * @param {"item" | "store"} name
 * @returns {{ id: string, sold: number, revenue: number }[]} what sold most first
 */
export function ranked(sales, name) {
  return [...Map.groupBy(sales, (sale) => sale[name] ?? "–")]
    .map(([key, rows]) => ({ id: key, sold: sum(rows, "sold"), revenue: sum(rows, "revenue") }))
    .sort((one, other) => other.sold - one.sold || one.id.localeCompare(other.id));
}

/**
 * Whole hours by which this browser's day begins before UTC's; 0 where its time isn't whole hours away.
 * @param {string} date such as 2026-11-22
 */
export function offsetHours(date) {
  const minutes = -new Date(`${date}T12:00:00`).getTimezoneOffset();
  return minutes % 60 === 0 ? minutes / 60 : 0;
}
