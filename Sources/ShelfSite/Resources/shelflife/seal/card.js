// @ts-check
/** Opens sealed cards. A card contains what players may not know before its listing starts. */

import { ascii, be16, be32, be64, concat, sameBytes } from "./bytes.js";
import { derivedKey, derivedMacKey, mac, unsealed } from "./crypto.js";
import { CardError } from "./errors.js";

/**
 * @typedef {{ item: string, name: string, set: string, price: number, currency: string, glyph?: string, art?: string, picture?: string, edition?: number, text?: string, fromMs?: number, untilMs?: number }} Card `picture`: for `readPicture`; `fromMs`,
 * `untilMs`: when the offer begins and ends whose listings have this card, missing where the listing is the whole offer
 */
/** @typedef {{ slot: number, position: number, revision: number, seconds: number }} CardPlace */

const NAME = ascii("shelflife/v2/card");
const SALT_NAME = ascii("shelflife/v2/salt");
/** A sealed card begins with its salt. */
export const SALT_LENGTH = 16;
/** And it ends with the cipher's tag. */
export const TAG_LENGTH = 16;

/** @param {CardPlace} place */
function tail(place) {
  return concat(be64(place.slot), be16(place.position), be16(place.revision));
}

/**
 * @param {CardPlace} place
 * @param {Uint8Array} salt
 */
export function cardInfo(place, salt) {
  return concat(NAME, tail(place), salt);
}

/**
 * Computes the salt of a text. A different text has a different salt, and so a different key.
 * @param {Uint8Array} chainId
 * @param {CardPlace} place
 * @param {Uint8Array} slotKey
 * @param {Uint8Array} plaintext
 */
export async function cardSalt(chainId, place, slotKey, plaintext) {
  const key = await derivedMacKey(slotKey, chainId, concat(SALT_NAME, tail(place)));
  return (await mac(key, concat(be32(place.seconds), plaintext))).subarray(0, SALT_LENGTH);
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
  const salt = listing.sealed.subarray(0, SALT_LENGTH);
  const key = await derivedKey(slotKey, chainId, cardInfo(listing, salt));
  const sealed = listing.sealed.subarray(SALT_LENGTH);
  const plaintext = await unsealed(key, cardNonce(listing), cardAad(chainId, listing), sealed);
  if (!plaintext) throw new CardError("its key doesn't open it");
  const own = await cardSalt(chainId, listing, slotKey, plaintext);
  if (!sameBytes(own, salt)) throw new CardError("its salt is another text's");
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
    card.price >= 0 &&
    typeof card.currency === "string";
  if (!complete) throw new CardError("item, name, set, price or currency is missing");
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
