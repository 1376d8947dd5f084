// @ts-check
/** Reads a released key from JSON. Its form is the same in windows, in the key stream and in answers. */

import { fromBase64url } from "./base64url.js";

/** @typedef {{ chain: string, slot: number, key: Uint8Array | null, box: Uint8Array | null }} ReleasedKey plain, or boxed for the app */

const KEY_LENGTH = 32;
const BOX_LENGTH = 60;
const MOST_SLOTS = 86_400;

/**
 * @param {any} raw
 * @returns {ReleasedKey | null} null when it isn't one
 */
export function readReleasedKey(raw) {
  const slot = raw?.slot;
  const named = typeof raw?.chain === "string" && Number.isInteger(slot) && slot >= 0 && slot <= MOST_SLOTS;
  const boxed = raw?.box !== undefined;
  if (!named || boxed === (raw.key !== undefined)) return null;
  const bytes = fromBase64url(boxed ? raw.box : raw.key);
  if (bytes?.length !== (boxed ? BOX_LENGTH : KEY_LENGTH)) return null;
  return { chain: raw.chain, slot, key: boxed ? null : bytes, box: boxed ? bytes : null };
}
