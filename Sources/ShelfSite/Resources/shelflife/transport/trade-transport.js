// @ts-check
/** The requests that are made for a player. They are closures, so that tests and games can replace them. */

import { ANSWER_BYTES_AT_MOST, INVENTORY_BYTES_AT_MOST, jsonUpTo, leave, LIST_BYTES_AT_MOST } from "./answer-body.js";
import { retryAfterMs } from "./retry-after.js";
import { secretRequest } from "./secret-request.js";
import { timeLimit } from "./time-limit.js";
import { OriginError, ProblemError, RedirectError, RequestError } from "./transport-errors.js";

/** @typedef {{ player: string, token: string, expiresIn: number, refreshToken: string }} PlayerTokens */
/** @typedef {Record<string, number | null>} Balances whole numbers, by currency; null where the answer has none that JavaScript keeps exactly */
/** @typedef {{ player: string, balances: Balances }} Wallet */
/** @typedef {{ item: string, name: string, set: string, glyph?: string, art?: string, picture?: string, count: number, edition?: number, numbers: number[] }} OwnedItem `picture`: for `readPicture` */
/** @typedef {{ purchase: number, store: string, item: string, name: string, set?: string, glyph?: string, art?: string, picture?: string, price: number, currency: string, number?: number, at: number, outcome: string }} PastPurchase `outcome`: `sold`, `refunded`, `revoked`, or the code of the refusal */
/** @typedef {{ purchases: PastPurchase[], next?: number }} HistoryPage */
/** @typedef {{ before?: number, limit?: number }} HistoryPart */
/** @typedef {{ chain: string, slot: number, position: number, revision: number, price: number }} PurchaseRequest what the server judges */
/** @typedef {{ bytes: string, signature: string }} SignedReceipt */
/** @typedef {{ receipt: SignedReceipt, replayed: boolean, balance: number | null }} Confirmation `balance`: as in a wallet */
/**
 * @typedef {object} TradeTransport each rejects with a `ProblemError` when the server refused, with an `OriginError` when
 *   it doesn't sell to pages of this origin, and with a `RequestError` when no answer arrived that can be read
 * @property {(credential: string) => Promise<PlayerTokens>} signIn
 * @property {(refreshToken: string) => Promise<PlayerTokens>} refresh
 * @property {(token: string) => Promise<Wallet>} wallet
 * @property {(token: string) => Promise<OwnedItem[]>} inventory
 * @property {(token: string, part: HistoryPart) => Promise<HistoryPage>} history
 * @property {(token: string, store: string, key: string, request: PurchaseRequest) => Promise<Confirmation>} buy
 */
/** @typedef {{ token?: string, key?: string, body?: unknown, method?: string, bytesAtMost?: number }} Request `method`: `GET` without a body and `POST` with one unless given; `bytesAtMost`: of its answer */

/** An answer that takes longer counts as lost. A purchase is then sent again with the same key. */
const ANSWER_TIMEOUT_MS = 15_000;
/** How long finding out why a request failed may take. */
const PROBE_TIMEOUT_MS = 2000;

/**
 * @param {string} server
 * @returns {TradeTransport}
 */
export function liveTrade(server) {
  const base = `${server.replace(/\/+$/, "")}/v1`;
  return {
    signIn: async (credential) => tokens(await answer(`${base}/players`, { body: { credential } })),
    refresh: async (refreshToken) => tokens(await answer(`${base}/players/refresh`, { body: { refreshToken } })),
    wallet: async (token) => wallet(await answer(`${base}/player`, { token })),
    inventory: async (token) =>
      list(await answer(`${base}/player/inventory`, { token, bytesAtMost: INVENTORY_BYTES_AT_MOST }), "items").items,
    history: async (token, part) =>
      list(await answer(`${base}/player/purchases${query(part)}`, { token, bytesAtMost: LIST_BYTES_AT_MOST }), "purchases"),
    buy: async (token, store, key, order) =>
      confirmation(await answer(`${base}/stores/${encodeURIComponent(store)}/purchases`, { token, key, body: order })),
  };
}

/**
 * @param {string} url
 * @param {Request} request
 * @returns {Promise<any>} JSON
 */
export async function answer(url, { token, key, body, method = body ? "POST" : "GET", bytesAtMost = ANSWER_BYTES_AT_MOST }) {
  const headers = new Headers();
  if (body) headers.set("Content-Type", "application/json");
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (key !== undefined) headers.set("Idempotency-Key", key);
  const asked = { method, headers, body: JSON.stringify(body) };
  const response = await fetched(url, asked, ANSWER_TIMEOUT_MS).catch(async (error) => {
    if (error instanceof RedirectError) throw error;
    if (await isRefusedToThisOrigin(url)) throw new OriginError(globalThis.origin, error);
    throw new RequestError("The server can't be reached.", null, error);
  });
  const found = await jsonUpTo(response, response.ok ? bytesAtMost : ANSWER_BYTES_AT_MOST);
  if (response.ok && found) return found;
  if (typeof found?.code === "string") throw new ProblemError(found, response.status, retryAfterMs(response, found));
  throw unreadable(response.status);
}

/**
 * @param {string} url
 * @param {RequestInit} asked
 * @param {number} timeoutMs
 */
function fetched(url, asked, timeoutMs) {
  return secretRequest(url, { ...asked, signal: timeLimit(timeoutMs) });
}

/**
 * Finds out why a request failed, which a browser doesn't say: whether the server answers pages of any origin, but
 * doesn't let this page's origin ask for a player. Both are asked now, so that a network that was gone for a moment
 * isn't taken for a refusal. What has a header of its own is asked for with a preflight, so nothing is sent that
 * counts.
 * @param {string} url
 */
async function isRefusedToThisOrigin(url) {
  const { origin } = new URL(url, globalThis.location?.href);
  // What a browser sends as `Origin`; a sandboxed frame has none, whatever its address is.
  if (!globalThis.location || origin === globalThis.origin) return false;
  const answers = (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) =>
    fetched(origin + path, { headers }, PROBE_TIMEOUT_MS).then((response) => (leave(response), true), () => false);
  return (await answers("/v1/time", {})) && !(await answers("/v1/player", { Authorization: "Bearer probe" }));
}

/** @param {number | null} status */
function unreadable(status) {
  return new RequestError(`The server's answer can't be read (${status}). Something in between may have changed it.`, status);
}

/** @param {HistoryPart} part */
function query(part) {
  const named = Object.entries(part).filter(([, value]) => value !== undefined);
  return named.length === 0 ? "" : `?${new URLSearchParams(named.map(([name, value]) => [name, String(value)]))}`;
}

/** @param {any} found @returns {PlayerTokens} */
function tokens(found) {
  const { player, token, refreshToken, expiresIn } = found;
  const complete = [player, token, refreshToken].every((text) => typeof text === "string" && text !== "");
  if (!complete || !(expiresIn > 0)) throw unreadable(200);
  return { player, token, refreshToken, expiresIn };
}

/** @param {any} found @returns {Wallet} */
function wallet(found) {
  const { player, balances } = found;
  if (typeof player !== "string" || !balances || typeof balances !== "object") throw unreadable(200);
  return { player, balances: Object.fromEntries(Object.entries(balances).map(([currency, balance]) => [currency, whole(balance)])) };
}

/** @param {any} found @param {string} name */
function list(found, name) {
  if (!Array.isArray(found[name])) throw unreadable(200);
  return found;
}

/** @param {any} found @returns {Confirmation} */
function confirmation(found) {
  const { receipt, balance, replayed } = found;
  if (typeof receipt?.bytes !== "string" || typeof receipt.signature !== "string") throw unreadable(200);
  return { receipt: { bytes: receipt.bytes, signature: receipt.signature }, replayed: replayed === true, balance: whole(balance) };
}

/** @param {any} balance @returns {number | null} */
function whole(balance) {
  return Number.isSafeInteger(balance) ? balance : null;
}
