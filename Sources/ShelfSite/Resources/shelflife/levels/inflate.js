// @ts-check
/** Inflates zlib's format (RFC 1950), which states no length, so its reader has to know the length already. */

import { bodyUpTo } from "../transport/answer-body.js";

/** One piece of the input is inflated as a whole, to about a thousand times its length, before anybody can count. */
const PIECE_BYTES = 4 * 1024;

/**
 * @param {Uint8Array} bytes
 * @param {number} length
 * @returns {Promise<Uint8Array | null>} null when they don't inflate to exactly that number of bytes, or more follow;
 *   inflating stops there
 */
export async function inflated(bytes, length) {
  try {
    // Debian's TypeScript doesn't know this stream yet.
    const inflating = new /** @type {any} */ (globalThis).DecompressionStream("deflate");
    const whole = await bodyUpTo(new Response(pieces(bytes).pipeThrough(inflating)), length);
    return whole?.length === length ? whole : null;
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {ReadableStream<Uint8Array>}
 */
function pieces(bytes) {
  let at = 0;
  /** @param {ReadableStreamDefaultController<Uint8Array>} controller */
  const pull = (controller) => {
    if (at >= bytes.length) return controller.close();
    controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
