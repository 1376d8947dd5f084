// @ts-check

/** @typedef {import("../frame/room.js").Place} Place */

const HOUR_MS = 3_600_000;

/**
 * How many copies are left of each limited edition, which the numbers tell. To somebody who may not see them, and while
 * they can't be had, nothing is known of any.
 * @param {Place} place
 * @returns {Promise<Map<string, number>>} by item
 */
export async function copiesLeft({ api, session, nowMs }) {
  if (!session.scopes.includes("numbers:read")) return new Map();
  const from = new Date(Math.floor(nowMs() / HOUR_MS - 1) * HOUR_MS).toISOString().replace(".000", "");
  try {
    /** @type {{ editions?: { item: string, left?: number }[] }} */
    const { editions = [] } = await api.get("/v1/admin/numbers", { from, by: "hour", per: "item" });
    return new Map(editions.flatMap(({ item, left }) => left === undefined ? [] : [[item, left]]));
  } catch {
    return new Map();
  }
}
