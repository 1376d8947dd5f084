// @ts-check
/** Notices: news of one listing, signed by the store. */

import { fromBase64url } from "./base64url.js";
import { ascii } from "./bytes.js";
import { subtle } from "./crypto.js";

/** @typedef {{ bytes: string, signature: string }} SignedNotice both in base64url */
/**
 * @typedef {object} Notice
 * @property {string} store
 * @property {string} chain
 * @property {number} slot
 * @property {number} position
 * @property {number} revision
 * @property {"withdrawn"} kind no longer for sale, for good
 */

/** Every notice begins with these bytes, and no window and no receipt does. */
const PREFIX = ascii("SHELFNT1");
const SIGNATURE_LENGTH = 64;
const SLOTS = 86_400;
const POSITIONS = 65_535;

/**
 * @param {SignedNotice} signed
 * @param {CryptoKey} publicKey the store's
 * @returns {Promise<Notice | null>} null when that store didn't sign it, or when it can't be read, as one of a kind that
 *   this version doesn't know
 */
export async function openNotice(signed, publicKey) {
  const bytes = fromBase64url(signed.bytes);
  const signature = fromBase64url(signed.signature);
  if (!bytes || signature?.length !== SIGNATURE_LENGTH || PREFIX.some((byte, index) => bytes[index] !== byte)) return null;
  if (!(await subtle().verify("Ed25519", publicKey, signature, bytes))) return null;
  return parsed(bytes.subarray(PREFIX.length));
}

/**
 * @param {Uint8Array} bytes
 * @returns {Notice | null}
 */
function parsed(bytes) {
  try {
    const notice = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isWellFormed(notice) ? notice : null;
  } catch {
    return null;
  }
}

/** @param {any} notice */
function isWellFormed({ store, chain, slot, position, revision, kind }) {
  const within = (/** @type {any} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Number.isSafeInteger(value) && value >= least && value <= most;
  const placed = within(slot, 1, SLOTS) && within(position, 0, POSITIONS) && within(revision, 0, POSITIONS);
  return typeof store === "string" && fromBase64url(chain)?.length === 16 && placed && kind === "withdrawn";
}
