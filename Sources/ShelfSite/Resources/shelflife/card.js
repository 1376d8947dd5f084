// @ts-check
/** What a player may not know early, and how it is opened. */

import { ascii, be16, be32, be64, concat } from "./bytes.js";
import { derivedKey, unsealed } from "./crypto.js";
import { CardError } from "./errors.js";

/** @typedef {{ item: string, name: string, set: string, price: number, glyph?: string, art?: string, edition?: number, text?: string }} Card */
/** @typedef {{ slot: number, position: number, revision: number, seconds: number }} CardPlace */

const NAME = ascii("shelflife/v1/card");

/** @param {CardPlace} place */
function tail(place) {
  return concat(be64(place.slot), be16(place.position), be16(place.revision));
}

/** @param {CardPlace} place */
export function cardInfo(place) {
  return concat(NAME, tail(place));
}

/** @param {CardPlace} place */
export function cardNonce(place) {
  return concat(be16(place.position), be16(place.revision), be64(place.slot));
}

/**
 * @param {Uint8Array} chainId
 * @param {CardPlace} place
 */
export function cardAad(chainId, place) {
  return concat(NAME, chainId, tail(place), be32(place.seconds));
}

/**
 * @param {Uint8Array} chainId
 * @param {CardPlace & { sealed: Uint8Array }} listing
 * @param {Uint8Array} slotKey
 * @returns {Promise<Card>}
 */
export async function openCard(chainId, listing, slotKey) {
  const key = await derivedKey(slotKey, chainId, cardInfo(listing));
  const plaintext = await unsealed(key, cardNonce(listing), cardAad(chainId, listing), listing.sealed);
  if (!plaintext) throw new CardError("its key doesn't open it");
  return readCard(plaintext);
}

/**
 * @param {Uint8Array} plaintext
 * @returns {Card}
 */
export function readCard(plaintext) {
  const length = plaintext.length < 2 ? Infinity : plaintext[0] * 256 + plaintext[1];
  if (2 + length > plaintext.length) throw new CardError("its text is longer than the card");
  if (plaintext.subarray(2 + length).some((byte) => byte !== 0)) throw new CardError("it isn't filled with zeros");
  const card = parsed(plaintext.subarray(2, 2 + length));
  const complete =
    typeof card?.item === "string" &&
    typeof card.name === "string" &&
    typeof card.set === "string" &&
    Number.isSafeInteger(card.price) &&
    card.price >= 0;
  if (!complete) throw new CardError("item, name, set or price is missing");
  return Object.freeze(card);
}

/** @param {Uint8Array} bytes */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new CardError("it isn't JSON");
  }
}
