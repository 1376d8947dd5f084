// @ts-check
/**
 * What a store shows at an instant. It reads no clock and sets no timer; it remembers which listings of each offer it has
 * shown.
 */

import { goesOn, joined, offerOf } from "./offer-shown.js";

/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {"empty" | "arriving" | "onSale" | "leaving" | "sealed"} Phase */
/**
 * @typedef {object} ShelfPosition
 * @property {number} position its number, from 0
 * @property {Phase} phase
 * @property {Listing | null} listing null where the position is empty. It stays the same until another item takes its place:
 *   an offer that lasts longer than an hour is sold as several listings, and this is the first that was opened
 * @property {string | null} offer names what is on sale: the same in all tabs until another item takes its place; null where
 *   the position is empty
 * @property {readonly Listing[]} opened the listings of the offer that were opened within the last hour: a tap names the last
 * @property {Card | null} card null while it is sealed
 * @property {number} startMs when the offer starts, in milliseconds since the epoch
 * @property {number} endMs when it ends, and another item takes its place
 * @property {number} remainingMs until its end, from the instant that this value is of
 * @property {number} progress from 0 at the offer's start to 1 at its end, at that instant
 * @property {boolean} tapGuarded whether the card appeared here less than `TAP_GUARD_MS` ago, so that a tap may be
 * meant for the one before; `store.buy()` refuses such a position
 * @property {boolean} withdrawn whether the store has taken what stands here off sale, for good; `store.buy()` refuses
 * it
 * @property {boolean} soldOut whether every copy of the edition of what stands here is sold; `store.buy()` refuses it. The
 * stock of a single listing isn't told
 */

/** For how long after its start a listing is `arriving`, and before its end `leaving`. */
export const ARRIVING_MS = 600;
export const LEAVING_MS = 1000;

export class Playback {
  /** @type {Listing[][]} */
  #shelves;
  /** @type {Map<number, import("./offer-shown.js").OfferShown>} the offer of several listings that each position shows */
  #offers;

  /**
   * @param {ShelfWindow} window
   * @param {Playback} [before] the playback of the window before: a new window may begin a moment after this device's
   *   time, and
   *   until then the listings of the one before are shown
   */
  constructor(window, before) {
    this.window = window;
    const { shelves } = window;
    const earlier = before ? before.#shelves : [];
    this.#offers = before ? before.#offers : new Map();
    this.#shelves = Array.from({ length: Math.max(shelves.length, earlier.length) }, (_, position) => {
      const shelf = shelves[position] ?? [];
      const startMs = shelf[0]?.startMs ?? window.header.fromMs;
      const last = earlier[position]?.filter((listing) => listing.endMs <= startMs).at(-1);
      return last ? [last, ...shelf] : shelf;
    });
  }

  /**
   * How many positions the shelf has: up to the last that shows a listing. Before and after the window they are as many
   * as at its nearest instant.
   * @param {number} nowMs
   */
  positionCount(nowMs) {
    const { fromMs, untilMs } = this.window.header;
    const shown = nowMs < untilMs && listingAt(this.#shelves[0], nowMs) !== null;
    const knownMs = shown ? nowMs : Math.min(Math.max(nowMs, fromMs), untilMs - 1);
    return this.#shelves.reduce((count, shelf, position) => (listingAt(shelf, knownMs) ? position + 1 : count), 1);
  }

  /**
   * @param {number} nowMs
   * @returns {(Listing | null)[]} by position
   */
  listings(nowMs) {
    return this.#shelves.slice(0, this.positionCount(nowMs)).map((shelf) => listingAt(shelf, nowMs));
  }

  /**
   * @param {number} nowMs
   * @param {(listing: Listing) => Card | undefined} cardOf
   * @returns {ShelfPosition[]}
   */
  at(nowMs, cardOf) {
    return this.listings(nowMs).map((listing, position) => {
      if (!listing) return emptyPosition(position);
      const card = cardOf(listing) ?? null;
      const offer = this.#offer(listing, card, nowMs);
      if (!offer) return filled(listing, [listing], listing, nowMs, card);
      return filled(offer.first, offer.opened, offer, nowMs, offer.card);
    });
  }

  /**
   * @param {Listing} listing the one that is there now
   * @param {Card | null} card null while its key is missing, and then the offer before goes on where it outlasts the
   *   listing's start
   * @param {number} nowMs
   */
  #offer(listing, card, nowMs) {
    const before = this.#offers.get(listing.position);
    if (!card) return before && goesOn(before, listing, nowMs) ? before : null;
    const offer = (before && joined(before, listing, card)) ?? offerOf(listing, card);
    if (offer) this.#offers.set(listing.position, offer);
    else this.#offers.delete(listing.position);
    return offer;
  }

  /**
   * The listings that are on sale or will be within `aheadMs`, whose cards should be opened now.
   * @param {number} nowMs
   * @param {number} aheadMs
   * @returns {Listing[]}
   */
  upcoming(nowMs, aheadMs) {
    return this.#shelves.flatMap((shelf) =>
      shelf.filter((listing) => listing.startMs <= nowMs + aheadMs && nowMs < listing.endMs),
    );
  }

  /**
   * @param {number} afterMs
   * @param {(listing: Listing) => Card | undefined} [cardOf]
   * @returns {number} when the phase of any position changes next; Infinity when no change is known
   */
  nextChangeMs(afterMs, cardOf = () => undefined) {
    let next = Infinity;
    for (const shelf of this.#shelves) {
      const listing = shelf.find((candidate) => candidate.endMs > afterMs);
      const card = listing && cardOf(listing);
      const shown = (card && offerOf(listing, card)) ?? listing;
      const change = shown && turns(shown).find((turn) => turn > afterMs);
      if (change !== undefined) next = Math.min(next, change);
    }
    return next;
  }

  /**
   * @param {number} afterMs
   * @param {(listing: Listing) => Card | undefined} cardOf
   * @returns {number} when the shelf has to be drawn next: when a phase changes, or a listing begins, which a tap names from
   *   then on; Infinity when no change is known
   */
  nextDrawingMs(afterMs, cardOf) {
    return Math.min(this.nextChangeMs(afterMs, cardOf), this.nextStartMs(afterMs));
  }

  /**
   * @param {number} afterMs
   * @returns {number} when the next listing starts; Infinity when none is known
   */
  nextStartMs(afterMs) {
    const starts = this.#shelves.map((shelf) => shelf.find((listing) => listing.startMs > afterMs)?.startMs ?? Infinity);
    return Math.min(...starts);
  }
}

/**
 * @param {Listing[]} shelf
 * @param {number} nowMs
 */
function listingAt(shelf, nowMs) {
  return shelf.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs) ?? null;
}

/**
 * @param {number} position
 * @returns {ShelfPosition}
 */
export function emptyPosition(position) {
  const times = { startMs: 0, endMs: 0, remainingMs: 0, progress: 0 };
  const marks = { tapGuarded: false, withdrawn: false, soldOut: false };
  return { position, phase: "empty", listing: null, offer: null, opened: [], card: null, ...times, ...marks };
}

/**
 * @param {unknown} value
 * @returns {value is ShelfPosition} and not a listing, a card or an event
 */
export function isPosition(value) {
  const { position, listing } = /** @type {Partial<ShelfPosition>} */ (value ?? {});
  return Number.isInteger(position) && (listing === null || typeof listing?.id === "string");
}

/** @typedef {{ startMs: number, endMs: number }} Times of a listing or an offer */
/** @typedef {Times & { id: string }} Named a listing or an offer */

/**
 * @param {Listing} listing
 * @param {readonly Listing[]} opened
 * @param {Named} named
 * @param {number} nowMs
 * @param {Card | null} card
 * @returns {ShelfPosition}
 */
function filled(listing, opened, { id, startMs, endMs }, nowMs, card) {
  const phase = card ? phaseOf({ startMs, endMs }, nowMs) : "sealed";
  const remainingMs = endMs - nowMs;
  const times = { startMs, endMs, remainingMs, progress: 1 - remainingMs / (endMs - startMs) };
  const marks = { tapGuarded: false, withdrawn: false, soldOut: false };
  return { position: listing.position, phase, listing, offer: id, opened, card, ...times, ...marks };
}

/**
 * @param {Times} times
 * @param {number} nowMs
 * @returns {Phase}
 */
function phaseOf({ startMs, endMs }, nowMs) {
  if (nowMs >= endMs - LEAVING_MS) return "leaving";
  return nowMs < startMs + ARRIVING_MS ? "arriving" : "onSale";
}

/** @param {Times} times */
function turns({ startMs, endMs }) {
  return [startMs, startMs + ARRIVING_MS, endMs - LEAVING_MS, endMs];
}
