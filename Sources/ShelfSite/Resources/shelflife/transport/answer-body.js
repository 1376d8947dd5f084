// @ts-check
/**
 * Reads the bodies of all answers, piece by piece and each up to a limit, so that no server can fill this device's
 * memory. What counts is what comes out, whatever `Content-Length` says and however it was compressed.
 */

import { RequestError } from "./transport-errors.js";

/** The time or one key, which take some hundred bytes. */
export const SHORT_BYTES_AT_MOST = 4096;
/** Tokens, a wallet, a purchase, or why the server refused. */
export const ANSWER_BYTES_AT_MOST = 1_048_576;
/** A thousand stores, which is the most there can be, or 200 purchases, each with the longest texts. */
export const LIST_BYTES_AT_MOST = 4_194_304;
/** An inventory, which has a few hundred bytes for each item of the catalogue that the player owns. */
export const INVENTORY_BYTES_AT_MOST = 16_777_216;
/** What is set aside before anything has come; it is doubled as needed. */
const FIRST_BYTES = 4096;

/**
 * @param {Response} response
 * @param {number} most
 * @returns {Promise<Uint8Array | null>} null when the body is longer; then the request is cancelled
 */
export async function bodyUpTo(response, most) {
  const reader = response.body?.getReader();
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const end = length + value.length;
    if (end > most) {
      reader.cancel().catch(() => {});
      return null;
    }
    // Copied, because a piece may have one byte only, and keeping each would cost far more than that.
    if (end > bytes.length) bytes = grown(bytes, Math.max(end, Math.min(2 * bytes.length, most)));
    bytes.set(value, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

/**
 * @param {Response} response
 * @param {number} most
 * @returns {Promise<string>}
 * @throws {RequestError} when the body is longer
 */
export async function textUpTo(response, most) {
  const bytes = await bodyUpTo(response, most);
  if (bytes) return new TextDecoder().decode(bytes);
  const detail = `The server's answer is longer than ${most} bytes. Check that the address is a Shelflife server's.`;
  throw new RequestError(detail, response.status);
}

/**
 * @param {Response} response
 * @param {number} most
 * @returns {Promise<any>} null when the body isn't JSON, or has broken off
 * @throws {RequestError} when the body is longer
 */
export async function jsonUpTo(response, most) {
  try {
    return JSON.parse(await textUpTo(response, most));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    return null;
  }
}

/**
 * Ends an answer of which nothing is wanted but its head.
 * @param {Response} response
 */
export function leave(response) {
  response.body?.cancel().catch(() => {});
}

/**
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function grown(bytes, length) {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
