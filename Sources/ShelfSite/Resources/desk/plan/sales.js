// @ts-check
/** What an appearance has sold, as the numbers tell it: by the hour. */

import { hourAndMinute, money, number } from "../frame/format.js";
import { local } from "../frame/zone.js";
import { plannedSpan } from "./future.js";
import { appearanceOf, plannedTime, spanMs } from "./plan.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("../frame/zone.js").Zone} Zone */
/**
 * @typedef {object} Shown what was shown, and where
 * @property {string} store
 * @property {string} item
 * @property {number} [position] counted from 1; any when it is missing
 * @property {number} startMs
 * @property {number} endMs
 * @property {string} currency in which nothing was brought where nothing was sold
 */
/**
 * @typedef {object} Sales
 * @property {number} sold
 * @property {Map<string, number>} brought by currency, whatever was refunded later
 * @property {number} fromMs where the hours begin that were counted
 * @property {number} toMs
 */
/** @typedef {{ currency: string, sold: number, revenue: number, listing?: { position: number } }} Row */

const HOUR_MS = 3_600_000;

/**
 * @param {Listing} listing one that was planned
 * @param {{ listings: Listing[], plan: Plan | undefined, zone: Zone }} known
 * @returns {{ startMs: number, endMs: number }} of its appearance, also of what is out of sight, as far as the plan is
 * known
 */
export function soldSpan(listing, { listings, plan, zone }) {
  const { startMs, endMs } = plannedSpan(listings, listing);
  const appearance = appearanceOf(plan, listing);
  if (!appearance) return { startMs, endMs };
  const plannedMs = plannedTime(appearance, startMs, zone);
  return { startMs: plannedMs, endMs: Math.max(endMs, plannedMs + (spanMs(appearance.for) ?? 0)) };
}

/**
 * What was sold of an item in the hours in which it was shown, at its position. Listings are named by their chain there,
 * whose beginning isn't known here, so no listing is told from another in the same hours.
 * @param {Place} place
 * @param {Shown} shown
 * @returns {Promise<Sales | undefined>} `undefined` for somebody who may not see numbers, and before it has begun
 */
export async function salesOf({ api, session, nowMs }, { store, item, position, startMs, endMs, currency }) {
  if (!session.scopes.includes("numbers:read") || startMs > nowMs()) return undefined;
  const fromMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const toMs = Math.ceil(endMs / HOUR_MS) * HOUR_MS;
  /** @type {{ sales: Row[] }} */
  const { sales } = await api.get("/v1/admin/numbers", { from: hour(fromMs), to: hour(toMs), by: "hour", per: "listing", store, item });
  const rows = sales.filter(({ listing }) => position === undefined || listing?.position === position - 1);
  const brought = new Map([[rows[0]?.currency ?? currency, 0]]);
  for (const row of rows) brought.set(row.currency, (brought.get(row.currency) ?? 0) + row.revenue);
  return { sold: rows.reduce((sum, row) => sum + row.sold, 0), brought, fromMs, toMs };
}

/**
 * @param {Sales} sales
 * @param {{ position?: number, zone: Zone }} shown
 * @returns {[string, string]} the numbers, and what they count
 */
export function salesWords({ sold, brought, fromMs, toMs }, { position, zone }) {
  const sums = [...brought].map(([currency, sum]) => money(sum, currency)).join(" and ");
  const hours = `${hourAndMinute(local(fromMs, zone))} to ${hourAndMinute(local(toMs, zone))}`;
  const where = position === undefined ? "at every position" : `at position ${position}`;
  return [`${number(sold)} sold, for ${sums}`, `in these hours: ${hours}, ${where}. Whatever else showed the item there in these hours counts too.`];
}

/** @param {number} ms */
function hour(ms) {
  return new Date(ms).toISOString().replace(".000", "");
}
