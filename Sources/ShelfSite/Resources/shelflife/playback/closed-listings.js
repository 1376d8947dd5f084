// @ts-check
/**
 * The listings that the store sells no more before they are over, as far as windows and notices have said: they are
 * withdrawn, or their edition is sold out.
 *
 * Both are final for a name, so the order in which they come doesn't matter, and an older window takes none back.
 */

import { isComing, placeName, placeOf } from "./listing-place.js";

/** @typedef {import("../seal/notice.js").Notice} Notice */
/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

/** More names than a window has listings. The bound holds for signed names too, so that nobody can fill the memory. */
const AT_MOST = 20_000;

/** @typedef {"withdrawn" | "soldOut"} Reason */

export class ClosedListings {
  /** @type {Map<string, { place: import("./listing-place.js").ListingPlace, reason: Reason }>} by the listing's id */
  #names = new Map();

  /**
   * @param {Notice} notice
   * @param {Reason} reason
   * @returns {boolean} whether it is news. That a withdrawn listing is sold out is none
   */
  take({ chain, slot, position, revision }, reason) {
    const id = `${chain}.${slot}.${position}.${revision}`;
    const known = this.#names.get(id)?.reason;
    if (known === reason || known === "withdrawn" || this.#names.size >= AT_MOST) return false;
    this.#names.set(id, { place: { chain, slot, position }, reason });
    return true;
  }

  /**
   * Takes what the window says, and forgets what was over before it. A name is kept as long as any revision of its
   * listing is there, because the window may have an older one than a notice.
   * @param {ShelfWindow} window
   * @param {ShelfWindow | null} before the window that was in use, whose last listings may be shown for another moment
   */
  takeWindow({ header, shelves }, before) {
    const listings = shelves.flat();
    if (this.#names.size > 0) {
      const shown = new Set([...listings, ...(before?.shelves.flat() ?? [])].map((listing) => placeName(placeOf(listing))));
      for (const [id, { place }] of this.#names) if (!shown.has(placeName(place)) && !isComing(place, header)) this.#names.delete(id);
    }
    if (header.withdrawn.length === 0) return;
    const places = new Set(header.withdrawn.map(([index, slot, position]) => placeName({ chain: header.chains[index].id, slot, position })));
    for (const listing of listings) {
      if (places.has(placeName(placeOf(listing)))) this.#names.set(listing.id, { place: placeOf(listing), reason: "withdrawn" });
    }
  }

  /**
   * @param {ShelfPosition[]} positions
   * @returns {ShelfPosition[]} the same; those that show such a listing say why it isn't sold
   */
  marked(positions) {
    if (this.#names.size === 0) return positions;
    return positions.map((shown) => {
      const reasons = shown.opened.map(({ id }) => this.#names.get(id)?.reason);
      // A store's withdrawal that is lifted ends with a listing, so the last one counts.
      const withdrawn = reasons.at(-1) === "withdrawn";
      return { ...shown, withdrawn, soldOut: !withdrawn && reasons.includes("soldOut") };
    });
  }
}
