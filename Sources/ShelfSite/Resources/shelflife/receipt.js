// @ts-check
/** What was sold to whom, as the store signed it. */

import { fromBase64url } from "./base64url.js";
import { ascii } from "./bytes.js";
import { subtle } from "./crypto.js";
import { ReceiptError } from "./purchase-errors.js";

/** @typedef {import("./trade-transport.js").SignedReceipt} SignedReceipt */
/**
 * @typedef {object} Receipt
 * @property {number} purchase
 * @property {string} player
 * @property {string} key
 * @property {string} store
 * @property {string} chain
 * @property {number} slot
 * @property {number} position
 * @property {number} revision
 * @property {string} item
 * @property {number} price
 * @property {string} currency
 * @property {number | null} number of this copy, of a limited edition
 * @property {number} at in milliseconds since the epoch
 * @property {SignedReceipt} signed to be shown to others, who can check it too
 */

/** Keeps what is signed here from being taken for a window, which begins otherwise. */
const PREFIX = ascii("SHELFRC1");
const SIGNATURE_LENGTH = 64;
const ASKED = /** @type {const} */ (["key", "store", "chain", "slot", "position", "revision", "price"]);

/**
 * @param {SignedReceipt} signed
 * @param {CryptoKey} publicKey the store's
 * @returns {Promise<Receipt>}
 */
export async function openReceipt(signed, publicKey) {
  const bytes = fromBase64url(signed.bytes);
  const signature = fromBase64url(signed.signature);
  if (!bytes || PREFIX.some((byte, index) => bytes[index] !== byte)) throw new ReceiptError("it isn't one");
  const genuine = signature?.length === SIGNATURE_LENGTH && (await subtle().verify("Ed25519", publicKey, signature, bytes));
  if (!genuine) throw new ReceiptError("its signature is wrong");
  const receipt = parsed(bytes.subarray(PREFIX.length));
  return Object.freeze({ ...receipt, number: receipt.number ?? null, signed });
}

/**
 * A genuine receipt for something else proves nothing.
 * @param {Receipt} receipt
 * @param {Pick<Receipt, "key" | "store" | "chain" | "slot" | "position" | "revision" | "price">} asked
 * @param {string | null} player
 */
export function checkReceipt(receipt, asked, player) {
  for (const name of ASKED) if (receipt[name] !== asked[name]) throw new ReceiptError(`its ${name} isn't what was asked for`);
  if (receipt.player !== player) throw new ReceiptError("it is another player's");
}

/** @param {Uint8Array} bytes */
function parsed(bytes) {
  try {
    const receipt = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const whole = [receipt.purchase, receipt.at, receipt.number ?? 1].every(Number.isSafeInteger);
    if (whole && typeof receipt.item === "string" && typeof receipt.currency === "string") return receipt;
  } catch {
    // Falls through to the one error for a receipt that can't be read.
  }
  throw new ReceiptError("it can't be read");
}
