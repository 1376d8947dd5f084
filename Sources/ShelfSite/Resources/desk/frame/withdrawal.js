// @ts-check
/** Takes something off sale for good. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */

/**
 * A listing by store, position (counted from 0) and start; an item, in one store or in all; or a store.
 * @typedef {{ store?: string, item?: string, position?: number, startMs?: number, reason: string }} WithdrawalRequest
 */

export const WITHDRAWALS = "/v1/admin/withdrawals";

/**
 * @param {DeskAPI} api
 * @param {WithdrawalRequest} body
 * @param {string} key the same however often it is tried
 */
export function withdraw(api, body, key) {
  return api.send("POST", WITHDRAWALS, { body, headers: { "Idempotency-Key": key } });
}
