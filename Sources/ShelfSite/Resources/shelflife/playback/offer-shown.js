// @ts-check
/** An offer of several listings at a position, as far as this device has opened them. A player sees one offer. */

/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/**
 * @typedef {object} OfferShown
 * @property {string} id names it: the same in all tabs. A listing's id begins with its chain
 * @property {Listing} first the first listing that was opened, which stands for the offer as long as it lasts
 * @property {readonly Listing[]} opened those that were opened within the last hour, the newest last; their cards are equal
 * @property {Card} card
 * @property {number} startMs
 * @property {number} endMs
 */

/** For how long after its end a listing may be named by a tap. */
const NAMED_MS = 3_600_000;

/**
 * @param {Listing} listing
 * @param {Card} card
 * @returns {OfferShown | null} null where the listing is the whole offer, by its card
 */
export function offerOf(listing, card) {
  const { fromMs: startMs = NaN, untilMs: endMs = NaN } = card;
  const holds = Number.isSafeInteger(startMs + endMs) && startMs <= listing.startMs && listing.endMs <= endMs;
  const first = unsealed(listing);
  return holds ? { id: `offer.${listing.position}.${startMs}`, first, opened: [first], card, startMs, endMs } : null;
}

/**
 * @param {OfferShown} offer
 * @param {Listing} listing
 * @param {Card} card
 * @returns {OfferShown | null} the offer, with one more of its listings; null where that one belongs to another offer
 */
export function joined(offer, listing, card) {
  const last = lastOf(offer);
  if (JSON.stringify(card) !== JSON.stringify(offer.card)) return null;
  if (listing.id === last.id) return offer;
  if (listing.startMs < last.endMs || listing.endMs > offer.endMs) return null;
  const recent = offer.opened.filter(({ endMs }) => endMs + NAMED_MS >= listing.startMs);
  return { ...offer, opened: [...recent, unsealed(listing)] };
}

/**
 * @param {OfferShown} offer
 * @param {Listing} listing the one that is there now
 * @param {number} nowMs
 * @returns {boolean} whether the offer goes on over a listing whose key hasn't come yet
 */
export function goesOn(offer, listing, nowMs) {
  const { endMs } = lastOf(offer);
  return listing.startMs >= endMs && nowMs < Math.min(offer.endMs, endMs + NAMED_MS);
}

/** @param {OfferShown} offer */
function lastOf({ opened }) {
  return opened[opened.length - 1];
}

/**
 * @param {Listing} listing
 * @returns {Listing} without its sealed card, which would keep its whole window in memory for as long as the offer lasts
 */
function unsealed(listing) {
  return { ...listing, sealed: new Uint8Array() };
}
