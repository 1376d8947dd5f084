// @ts-check
/** The requests that a store makes. They are closures, so that tests and games can replace them. */

import { readReleasedKey } from "../seal/released-key.js";
import { WindowError } from "../seal/errors.js";
import { LARGEST_WINDOW } from "../seal/window-file.js";
import { bodyUpTo, jsonUpTo, leave, LIST_BYTES_AT_MOST, SHORT_BYTES_AT_MOST, textUpTo } from "./answer-body.js";
import { openKeyStream } from "./key-stream.js";
import { RequestTiming } from "./request-timing.js";
import { timeLimit } from "./time-limit.js";
import { RequestError } from "./transport-errors.js";

/** @typedef {import("../clock/clock-estimate.js").Exchange} Exchange */
/** @typedef {import("../clock/local-clock.js").LocalClock} LocalClock */
/** @typedef {import("../seal/released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("./key-stream.js").KeyStreamListener} KeyStreamListener */
/** @typedef {{ bytes: Uint8Array, etag: string }} WindowAnswer */
/** @typedef {{ from?: string, to?: string, accent?: string, shadow?: string }} ThemeColours */
/** @typedef {{ icon?: string, light?: ThemeColours, dark?: ThemeColours }} Theme */
/** @typedef {{ id: string, title: string, positions: number, columns: number, leadMs: number, currency: string, publicKey: string, theme?: Theme, paused?: true }} StoreDescription */
/**
 * @typedef {object} Transport
 * @property {(signal: AbortSignal) => Promise<Exchange>} exchange
 * @property {() => Promise<StoreDescription[]>} stores
 * @property {(store: string, etag: string, signal: AbortSignal, isFirst: boolean) => Promise<WindowAnswer | null>}
 * window the newest; null when it is the one with this ETag. The browser's cache may answer the first request
 * @property {(store: string, chain: string, slot: number, signal: AbortSignal) => Promise<ReleasedKey>} key
 * @property {(store: string, listener: KeyStreamListener) => () => void} openKeys
 */

/**
 * @param {string} server
 * @param {LocalClock} localClock
 * @returns {Transport}
 */
export function liveTransport(server, localClock) {
  const base = server.replace(/\/+$/, "");
  const storeUrl = (/** @type {string} */ store) => `${base}/v1/stores/${encodeURIComponent(store)}`;
  return {
    exchange: timeExchange(`${base}/v1/time`, localClock),
    stores: async () => storeList(await answer(`${base}/v1/stores`, { cache: "no-cache", timeoutMs: STORES_TIMEOUT_MS })),
    window: (store, etag, signal, isFirst) => newestWindow(`${storeUrl(store)}/window`, etag, signal, isFirst),
    key: (store, chain, slot, signal) => releasedKey(`${storeUrl(store)}/keys/${chain}/${slot}`, signal),
    openKeys: (store, listener) => openKeyStream(`${storeUrl(store)}/keys`, listener),
  };
}

/** An answer that takes longer, the whole of it, counts as lost. */
const STORES_TIMEOUT_MS = 10_000;
const TIME_TIMEOUT_MS = 5000;
const WINDOW_TIMEOUT_MS = 15_000;
const KEY_TIMEOUT_MS = 5000;
/** Servers and proxies may close a connection that is idle for longer. */
const WARM_US = 8_000_000;

/**
 * @param {string} url
 * @param {{ timeoutMs: number, cache?: RequestCache, credentials?: RequestCredentials, signal?: AbortSignal }} options
 */
async function answer(url, { timeoutMs, cache, credentials = "omit", signal }) {
  const response = await fetch(url, { credentials, cache, signal: timeLimit(timeoutMs, signal) }).catch((error) => {
    throw new RequestError("The server can't be reached.", null, error);
  });
  if (response.ok) return response;
  leave(response);
  throw new RequestError(`The server gave no answer that can be used (${response.status}).`, response.status);
}

/**
 * @param {Response} response
 * @returns {Promise<StoreDescription[]>}
 */
async function storeList(response) {
  const stores = await jsonUpTo(response, LIST_BYTES_AT_MOST);
  if (Array.isArray(stores)) return stores;
  throw new RequestError("The answer isn't a list of stores. Check that the address is a Shelflife server's.", response.status);
}

/**
 * Exchanges time stamps. The page's own stamps include the time to open a connection; so where the browser reports no
 * stamps of its own, a first request opens the connection and its answer is thrown away.
 * @param {string} url
 * @param {LocalClock} localClock
 * @returns {(signal: AbortSignal) => Promise<Exchange>}
 */
function timeExchange(url, localClock) {
  let warmUntilUs = -Infinity;
  return async (signal) => {
    const warm = localClock.nowUs() < warmUntilUs;
    const first = await exchange(url, localClock, signal);
    const usable = warm || first.stampedBy === "browser" ? first : await exchange(url, localClock, signal);
    warmUntilUs = localClock.nowUs() + WARM_US;
    return usable;
  };
}

/**
 * @param {string} url
 * @param {LocalClock} localClock
 * @param {AbortSignal} signal
 * @returns {Promise<Exchange>}
 */
async function exchange(url, localClock, signal) {
  const granularityUs = localClock.granularityUs();
  const timing = new RequestTiming(url);
  try {
    const sentUs = localClock.nowUs();
    const response = await answer(timing.url, { cache: "no-store", timeoutMs: TIME_TIMEOUT_MS, signal });
    const text = await textUpTo(response, SHORT_BYTES_AT_MOST);
    const around = { sentUs, receivedUs: localClock.nowUs() };
    const browser = await timing.stamps(localClock, around);
    return { ...(browser ?? around), ...serverStamps(text), granularityUs, stampedBy: browser ? "browser" : "page" };
  } finally {
    timing.end();
  }
}

/** @param {string} text */
function serverStamps(text) {
  const { receivedUs, sentUs, uncertaintyUs, timeline } = JSON.parse(text);
  return { serverReceivedUs: receivedUs, serverSentUs: sentUs, uncertaintyUs, timeline: String(timeline) };
}

/**
 * The browser's cache makes the request conditional. A header of our own would cost pages of other origins a preflight.
 *
 * The first request is what a page can have made already (`<link rel="preload" as="fetch" crossorigin>`), so it asks in
 * the same way.
 * @param {string} url
 * @param {string} etag
 * @param {AbortSignal} signal
 * @param {boolean} isFirst
 * @returns {Promise<WindowAnswer | null>}
 */
async function newestWindow(url, etag, signal, isFirst) {
  const cache = isFirst ? "default" : "no-cache";
  const response = await answer(url, { cache, credentials: "same-origin", timeoutMs: WINDOW_TIMEOUT_MS, signal });
  const found = response.headers.get("ETag") ?? "";
  if (found !== "" && found === etag) {
    leave(response);
    return null;
  }
  const bytes = await bodyUpTo(response, LARGEST_WINDOW);
  if (!bytes) throw new WindowError("tooLarge");
  return { bytes, etag: found };
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<ReleasedKey>}
 */
async function releasedKey(url, signal) {
  const response = await answer(url, { timeoutMs: KEY_TIMEOUT_MS, signal });
  const key = readReleasedKey(await jsonUpTo(response, SHORT_BYTES_AT_MOST));
  if (!key) throw new RequestError(`The answer to ${url} isn't a key.`, response.status);
  return key;
}
