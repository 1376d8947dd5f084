// @ts-check
/** Where a library's documents and files come from: a server, or a folder that a web server has. */

import { bodyUpTo, jsonUpTo, leave, SHORT_BYTES_AT_MOST } from "../transport/answer-body.js";
import { retryAfterMs } from "../transport/retry-after.js";
import { timeLimit } from "../transport/time-limit.js";

/**
 * @typedef {(path: string, most: number, range?: ByteRange) => Promise<Uint8Array>} LevelSource gives the bytes at a path
 *   below the server's address, such as `v1/packs/warehouse/stable`, or of these the range; it may always give all. It
 *   rejects when there are more than `most`
 */
/** @typedef {{ from: number, to: number }} ByteRange from the first byte, counted from 0, to that before `to` */

/** A server may give a byte now and then, for ever. So long is waited for the whole answer, */
const PATIENCE_MS = 60_000;
/** and longer by a millisecond for this number of bytes that it may have. */
const SLOWEST_BYTES = 4;
/** How often a server is asked that has no room for another download and says when to come again, */
const ASKS_AT_MOST = 6;
/** unless that is later than this. */
const WAIT_AT_MOST_MS = 60_000;
/** A file never changes, and the library keeps what is in it. A document is asked for anew by its `ETag`. */
const FILES = "v1/pack-files/";

/**
 * @param {string} server
 * @returns {LevelSource}
 */
export function levelServer(server) {
  return async (path, most, range) => {
    const cache = path.startsWith(FILES) ? "no-store" : "no-cache";
    // Node takes whole milliseconds only.
    const limitMs = PATIENCE_MS + Math.ceil(most / SLOWEST_BYTES);
    const headers = range ? { Range: `bytes=${range.from}-${range.to - 1}` } : undefined;
    const response = await answer(`${server}/${path}`, { credentials: "omit", cache, headers }, limitMs);
    if (response.status !== 200 && !(range && response.status === 206)) {
      leave(response);
      throw new Error(`the server answered ${response.status}`);
    }
    const bytes = await bodyUpTo(response, most).catch((cause) => {
      throw new Error("the server's answer has broken off", { cause });
    });
    if (bytes) return bytes;
    throw new Error(`the server's answer is longer than ${most} bytes`);
  };
}

/**
 * Asks again for as long as the server has no room and says when to come again.
 * @param {string} url
 * @param {RequestInit} options
 * @param {number} limitMs how long each answer may take
 */
async function answer(url, options, limitMs) {
  for (let asks = 1; ; asks++) {
    const response = await fetch(url, { ...options, signal: timeLimit(limitMs) }).catch((cause) => {
      throw new Error("the server can't be reached", { cause });
    });
    if (response.status !== 503 || asks === ASKS_AT_MOST) return response;
    const problem = await jsonUpTo(response, SHORT_BYTES_AT_MOST).catch(() => null);
    const waitMs = retryAfterMs(response, problem ?? {});
    if (waitMs === null || waitMs > WAIT_AT_MOST_MS) return response;
    // Not all who were told the same come at the same moment.
    await rest(waitMs * (1 + Math.random()));
  }
}

/** @param {number} ms */
function rest(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
