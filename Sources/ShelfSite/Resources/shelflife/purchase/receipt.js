// @ts-check
/** Receipts: what was sold to whom, signed by the store. */

import { fromBase64url } from "../seal/base64url.js";
import { ascii } from "../seal/bytes.js";
import { subtle } from "../seal/crypto.js";
import { ReceiptError } from "./purchase-errors.js";

/** @typedef {import("../transport/trade-transport.js").SignedReceipt} SignedReceipt */
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
 * @property {number | null} number the copy's number in a limited edition
 * @property {number} at in milliseconds since the epoch
 * @property {SignedReceipt} signed as it came, for others to check
 */

/** Every receipt begins with these bytes, and no window does, so that neither can be taken for the other. */
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
 * Refuses a genuine receipt that is for another order or another player.
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
    // The error below is thrown for every receipt that can't be read.
  }
  throw new ReceiptError("it can't be read");
}
