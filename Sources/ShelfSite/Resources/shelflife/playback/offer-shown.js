// @ts-check
/** An offer of several listings at a position, as far as this device has opened them. A player sees one offer. */

/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {import("../seal/window-records.js").Listing} Listing */

/** For how long after its end a listing may be named by a tap. */
const NAMED_MS = 3_600_000;

export class OfferShown {
  /**
   * @param {Listing} first the first that was opened, which stands for the offer as long as it lasts
   * @param {readonly Listing[]} opened those that were opened within the last hour, the newest last; their cards are equal
   * @param {Card} card
   * @param {number} startMs
   * @param {number} endMs
   */
  constructor(first, opened, card, startMs, endMs) {
    this.first = first;
    this.opened = opened;
    this.card = card;
    this.startMs = startMs;
    this.endMs = endMs;
  }

  /**
   * @param {Listing} listing
   * @param {Card} card
   * @returns {OfferShown | null} null where the listing is the whole offer, by its card
   */
  static of(listing, card) {
    const { fromMs, untilMs } = card;
    if (fromMs === undefined || untilMs === undefined) return null;
    if (!Number.isSafeInteger(fromMs) || !Number.isSafeInteger(untilMs)) return null;
    if (fromMs > listing.startMs || listing.endMs > untilMs) return null;
    return new OfferShown(unsealed(listing), [unsealed(listing)], card, fromMs, untilMs);
  }

  /**
   * @param {Listing} listing
   * @param {Card} card
   * @returns {OfferShown | null} the offer, with one more of its listings; null where that one belongs to another offer
   */
  joined(listing, card) {
    const last = this.#last;
    if (!isEqual(card, this.card)) return null;
    if (listing.id === last.id) return this;
    if (listing.startMs < last.endMs || listing.endMs > this.endMs) return null;
    const recent = this.opened.filter(({ endMs }) => endMs + NAMED_MS >= listing.startMs);
    return new OfferShown(this.first, [...recent, unsealed(listing)], this.card, this.startMs, this.endMs);
  }

  /**
   * @param {Listing} listing
   * @param {number} nowMs
   * @returns {boolean} whether the offer goes on over a listing whose key hasn't come yet
   */
  goesOn(listing, nowMs) {
    const { endMs } = this.#last;
    return listing.startMs >= endMs && Math.max(listing.startMs, nowMs) < this.endMs && nowMs < endMs + NAMED_MS;
  }

  /** Names it: the same in all tabs. A listing's id begins with its chain. */
  get id() {
    return `offer.${this.first.position}.${this.startMs}`;
  }

  get #last() {
    return this.opened[this.opened.length - 1];
  }
}

/**
 * @param {Listing} listing
 * @returns {Listing} without its sealed card, which would keep its whole window in memory for as long as the offer lasts
 */
function unsealed(listing) {
  return { ...listing, sealed: new Uint8Array() };
}

/**
 * @param {Card} one
 * @param {Card} other
 */
function isEqual(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
