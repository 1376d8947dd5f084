// @ts-check
/** Notices: news of one listing, signed by the store. */

import { fromBase64url } from "./base64url.js";
import { ascii } from "./bytes.js";
import { SALT_LENGTH, TAG_LENGTH } from "./card.js";
import { subtle } from "./crypto.js";

/** @typedef {{ bytes: string, signature: string }} SignedNotice both in base64url */
/**
 * @typedef {object} Notice
 * @property {string} store
 * @property {string} chain
 * @property {number} slot
 * @property {number} position
 * @property {number} revision
 * @property {"withdrawn" | "soldOut" | "replaced"} kind `withdrawn`: no longer for sale, for good; `soldOut`: every copy of
 * the edition is sold; `replaced`: another card in place of every lower revision's
 * @property {number} [seconds] of a replacement: how long the listing lasts, as in every revision of it
 * @property {Uint8Array} [sealed] of a replacement: the sealed card
 */

/** Every notice begins with these bytes, and no window and no receipt does. */
const PREFIX = ascii("SHELFNT1");
const SIGNATURE_LENGTH = 64;
const SLOTS = 86_400;
const POSITIONS = 65_535;
const SECONDS = 2 ** 32 - 1;
/** How long the cards of a store can be, before they are sealed. */
const CARD_BYTES_LEAST = 2;
const CARD_BYTES_MOST = 65_535;

/**
 * @param {SignedNotice} signed
 * @param {CryptoKey} publicKey the store's
 * @returns {Promise<Notice | null>} null when that store didn't sign it, or when it can't be read, as one of a kind
 * that this version doesn't know
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
    const raw = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!isWellFormed(raw)) return null;
    return raw.kind === "replaced" ? { ...raw, sealed: fromBase64url(raw.sealed) } : raw;
  } catch {
    return null;
  }
}

/**
 * Whether every value is in its range. Another kind with a record would say two things, and a first revision replaces
 * nothing.
 * @param {any} notice
 */
function isWellFormed({ store, chain, slot, position, revision, kind, seconds, sealed }) {
  const placed = within(slot, 1, SLOTS) && within(position, 0, POSITIONS) && within(revision, 0, POSITIONS);
  if (typeof store !== "string" || fromBase64url(chain)?.length !== 16 || !placed) return false;
  if (kind === "withdrawn" || kind === "soldOut") return seconds == null && sealed == null;
  return kind === "replaced" && revision >= 1 && within(seconds, 1, SECONDS) && isSealedCard(fromBase64url(sealed));
}

/**
 * Whether some store's sealed cards are this long; whether this store's are, a window says.
 * @param {Uint8Array | null} sealed
 */
function isSealedCard(sealed) {
  return within((sealed?.length ?? 0) - SALT_LENGTH - TAG_LENGTH, CARD_BYTES_LEAST, CARD_BYTES_MOST);
}

/**
 * @param {any} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
