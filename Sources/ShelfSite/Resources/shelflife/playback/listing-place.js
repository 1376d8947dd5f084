// @ts-check
/** What all revisions of a listing have in common. */

/** @typedef {import("../seal/window-header.js").WindowHeader} WindowHeader */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/** @typedef {{ chain: string, slot: number, position: number }} ListingPlace */

/**
 * @param {ListingPlace} place
 * @returns {string} names the place in maps
 */
export function placeName({ chain, slot, position }) {
  return `${chain}.${slot}.${position}`;
}

/**
 * @param {Listing} listing
 * @returns {ListingPlace}
 */
export function placeOf({ chain, slot, position }) {
  return { chain: chain.id, slot, position };
}

/**
 * @param {ListingPlace} place
 * @param {WindowHeader} header
 * @returns {boolean} whether a listing in this place starts with the window or later, by the chains that it names
 */
export function isComing({ chain, slot }, { chains, issuedAtMs }) {
  return chains.some(({ id, epochMs }) => id === chain && epochMs + 1000 * slot >= issuedAtMs);
}
