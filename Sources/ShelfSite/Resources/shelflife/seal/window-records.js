// @ts-check
/**
 * Reads a window's records, and checks their length and order, and that no two listings overlap at a position.
 */

import { SALT_LENGTH, TAG_LENGTH } from "./card.js";
import { WindowError } from "./errors.js";

/** @typedef {import("./window-header.js").WindowHeader} WindowHeader */
/** @typedef {import("./window-header.js").ChainHeader} ChainHeader */
/**
 * @typedef {object} Listing
 * @property {string} id names the listing's exact bytes: chain, slot, position, revision
 * @property {ChainHeader} chain
 * @property {number} position
 * @property {number} revision
 * @property {number} slot
 * @property {number} seconds
 * @property {number} startMs
 * @property {number} endMs
 * @property {Uint8Array} sealed salt, ciphertext and tag
 */

/** What a record has besides its sealed card. */
export const HEAD_LENGTH = 16;

/** @param {WindowHeader} header */
export function recordLength(header) {
  return HEAD_LENGTH + SALT_LENGTH + header.cardBytes + TAG_LENGTH;
}

/**
 * @param {Uint8Array} bytes the records and nothing else
 * @param {WindowHeader} header
 * @returns {Listing[][]} by position, each in the order of time
 */
export function readRecords(bytes, header) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @type {Listing[][]} */
  const shelves = Array.from({ length: header.positions }, () => []);
  const length = recordLength(header);
  let before = -1;
  for (let offset = 0; offset < bytes.length; offset += length) {
    before = checkOrder(view, offset, before);
    const listing = readListing(view, offset, header, bytes.subarray(offset + HEAD_LENGTH, offset + length));
    shelves[listing.position].push(listing);
  }
  shelves.forEach((shelf, position) => checkCover(shelf, position, header));
  return shelves;
}

/**
 * Chain index, slot and position in one number (1 + 17 + 16 bits in use), so that order is one comparison.
 * @param {DataView} view
 * @param {number} offset
 * @param {number} before
 */
function checkOrder(view, offset, before) {
  const rank = (view.getUint16(offset) * 2 ** 17 + view.getUint32(offset + 8)) * 2 ** 16 + view.getUint16(offset + 2);
  if (rank <= before) throw new WindowError("records", "out of order");
  return rank;
}

/**
 * @param {DataView} view
 * @param {number} offset
 * @param {WindowHeader} header
 * @param {Uint8Array} sealed
 * @returns {Listing}
 */
function readListing(view, offset, header, sealed) {
  const chain = header.chains[view.getUint16(offset)];
  const position = view.getUint16(offset + 2);
  const revision = view.getUint16(offset + 4);
  const slot = view.getUint32(offset + 8);
  const seconds = view.getUint32(offset + 12);
  const zero = view.getUint16(offset + 6);
  if (!chain || position >= header.positions || slot < 1 || slot > chain.slots || seconds < 1 || zero !== 0) {
    throw new WindowError("records", "out of range");
  }
  const startMs = chain.epochMs + 1000 * slot;
  const id = listingId(chain.id, slot, position, revision);
  return { id, chain, position, revision, slot, seconds, startMs, endMs: startMs + 1000 * seconds, sealed };
}

/**
 * @param {string} chain
 * @param {number} slot
 * @param {number} position
 * @param {number} revision
 */
function listingId(chain, slot, position, revision) {
  return `${chain}.${slot}.${position}.${revision}`;
}

/**
 * @param {Listing} listing
 * @param {{ revision: number, seconds?: number, sealed?: Uint8Array }} other what a notice says of this listing
 * @returns {Listing | null} the listing with the other card; null when that has other seconds or another length
 */
export function replacedBy(listing, { revision, seconds, sealed }) {
  if (seconds !== listing.seconds || sealed?.length !== listing.sealed.length) return null;
  const { chain, slot, position } = listing;
  return { ...listing, id: listingId(chain.id, slot, position, revision), revision, sealed };
}

/**
 * The first position is covered from the window's beginning to its end. The others may come and go in it, and the last
 * has a listing.
 * @param {Listing[]} shelf
 * @param {number} position
 * @param {WindowHeader} header
 */
function checkCover(shelf, position, { fromMs, untilMs, positions }) {
  const missing = position === positions - 1 && shelf.length === 0;
  const touching = shelf.every(({ startMs, endMs }) => startMs < untilMs && endMs > fromMs);
  const apart = shelf.every((listing, index) => index === 0 || shelf[index - 1].endMs <= listing.startMs);
  if (missing || !touching || !apart || (position === 0 && !covers(shelf, fromMs, untilMs))) {
    throw new WindowError("records", "gap or overlap");
  }
}

/**
 * @param {Listing[]} shelf of which no two overlap
 * @param {number} fromMs
 * @param {number} untilMs
 */
function covers(shelf, fromMs, untilMs) {
  const joined = shelf.every((listing, index) => index === 0 || shelf[index - 1].endMs === listing.startMs);
  return joined && shelf.length > 0 && shelf[0].startMs <= fromMs && shelf[shelf.length - 1].endMs >= untilMs;
}
