// @ts-check
/** Takes something off sale, or ends that. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */

/**
 * A listing by store, position (counted from 1) and start; an item, in one store or in all; or a store. Or a withdrawal
 * of an item or a store that is to be lifted, by its number.
 * @typedef {{ store?: string, item?: string, position?: number, startMs?: number, lift?: number, reason: string }} WithdrawalRequest
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
