// @ts-check
/** Where a library's documents and files come from: a server, or a folder that a web server has. */

import { bodyUpTo, leave } from "../transport/answer-body.js";
import { timeLimit } from "../transport/time-limit.js";

/**
 * @typedef {(path: string, most: number) => Promise<Uint8Array>} LevelSource gives the bytes at a path below the server's
 *   address, such as `v1/packs/warehouse/stable`; rejects when there are more than `most`
 */

/** A server may give a byte now and then, for ever. So long is waited for the whole answer, */
const PATIENCE_MS = 60_000;
/** and longer by a millisecond for this number of bytes that it may have. */
const SLOWEST_BYTES = 4;
/** A file never changes, and the library keeps what is in it. A document is asked for anew by its `ETag`. */
const FILES = "v1/pack-files/";

/**
 * @param {string} server
 * @returns {LevelSource}
 */
export function levelServer(server) {
  return async (path, most) => {
    const cache = path.startsWith(FILES) ? "no-store" : "no-cache";
    // Node takes whole milliseconds only.
    const signal = timeLimit(PATIENCE_MS + Math.ceil(most / SLOWEST_BYTES));
    const response = await fetch(`${server}/${path}`, { credentials: "omit", cache, signal }).catch((cause) => {
      throw new Error("the server can't be reached", { cause });
    });
    if (response.status !== 200) {
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
