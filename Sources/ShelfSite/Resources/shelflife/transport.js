// @ts-check
/** Every request that a store makes, as closures, so that tests and games can put their own in place. */

import { RequestError } from "./errors.js";
import { openKeyStream } from "./key-stream.js";
import { readReleasedKey } from "./released-key.js";
import { RequestTiming } from "./request-timing.js";
import { LARGEST_WINDOW } from "./window-file.js";

/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/** @typedef {import("./released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("./key-stream.js").KeyStreamListener} KeyStreamListener */
/** @typedef {{ bytes: Uint8Array, etag: string }} WindowAnswer */
/** @typedef {{ from?: string, to?: string, accent?: string, shadow?: string }} ThemeColours */
/** @typedef {{ icon?: string, light?: ThemeColours, dark?: ThemeColours }} Theme */
/** @typedef {{ id: string, title: string, positions: number, columns: number, leadMs: number, currency: string, publicKey: string, theme?: Theme }} StoreDescription */
/**
 * @typedef {object} Transport
 * @property {(signal: AbortSignal) => Promise<Exchange>} exchange
 * @property {() => Promise<StoreDescription[]>} stores
 * @property {(store: string, etag: string, signal: AbortSignal) => Promise<WindowAnswer | null>} window null when the newest is the one with this ETag
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
    stores: async () => (await answer(`${base}/v1/stores`, { cache: "no-cache" })).json(),
    window: (store, etag, signal) => newestWindow(`${storeUrl(store)}/window`, etag, signal),
    key: (store, chain, slot, signal) => releasedKey(`${storeUrl(store)}/keys/${chain}/${slot}`, signal),
    openKeys: (store, listener) => openKeyStream(`${storeUrl(store)}/keys`, listener),
  };
}

/** An answer that takes longer would tell nothing about time, and a window is asked for again. */
const PATIENCE_MS = 8000;
/** Servers and what stands before them may close a connection that is idle for longer. */
const WARM_US = 8_000_000;

/**
 * @param {string} url
 * @param {{ cache?: RequestCache, signal?: AbortSignal }} options
 */
async function answer(url, { cache, signal }) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const either = signal ? AbortSignal.any([signal, patience]) : patience;
  const response = await fetch(url, { credentials: "omit", cache, signal: either }).catch((error) => {
    throw new RequestError(`The server at ${new URL(url, location.href).origin} can't be reached (${error.message}).`);
  });
  if (!response.ok) throw new RequestError(`The server answered ${response.status} to ${response.url}.`, response.status);
  return response;
}

/**
 * Asks for the time. The page's own stamps also count the making of a connection, so without the
 * browser's a first request warms it up and is thrown away.
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
    const text = await (await answer(timing.url, { cache: "no-store", signal })).text();
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
 * The browser's own cache asks conditionally: a header of ours would cost other origins a preflight.
 * @param {string} url
 * @param {string} etag
 * @param {AbortSignal} signal
 * @returns {Promise<WindowAnswer | null>}
 */
async function newestWindow(url, etag, signal) {
  const response = await answer(url, { cache: "no-cache", signal });
  const found = response.headers.get("ETag") ?? "";
  if (found !== "" && found === etag) {
    await response.body?.cancel();
    return null;
  }
  return { bytes: await bodyUpTo(response, LARGEST_WINDOW), etag: found };
}

/**
 * Reads no more than a little over `most`: what is too large is refused without being held.
 * @param {Response} response
 * @param {number} most
 */
async function bodyUpTo(response, most) {
  const reader = response.body?.getReader();
  const chunks = [];
  let length = 0;
  while (reader && length <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  if (length > most) await reader?.cancel();
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<ReleasedKey>}
 */
async function releasedKey(url, signal) {
  const response = await answer(url, { signal });
  const key = readReleasedKey(await response.json());
  if (!key) throw new RequestError(`The answer to ${url} isn't a key.`, response.status);
  return key;
}
