// @ts-check
/**
 * The listings that the store has withdrawn from sale, as far as windows and notices have said.
 *
 * A withdrawal is final for its name, so the order in which they come doesn't matter, and an older window takes none
 * back.
 */

import { isComing, placeName, placeOf } from "./listing-place.js";

/** @typedef {import("../seal/notice.js").Notice} Notice */
/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

/** More names than a window has listings. The bound holds for signed names too, so that nobody can fill the memory. */
const AT_MOST = 20_000;

export class WithdrawnListings {
  /** @type {Map<string, import("./listing-place.js").ListingPlace>} by the listing's id */
  #names = new Map();

  /**
   * @param {Notice} notice
   * @returns {boolean} whether it is news
   */
  take({ chain, slot, position, revision }) {
    const id = `${chain}.${slot}.${position}.${revision}`;
    if (this.#names.has(id) || this.#names.size >= AT_MOST) return false;
    this.#names.set(id, { chain, slot, position });
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
      for (const [id, place] of this.#names) if (!shown.has(placeName(place)) && !isComing(place, header)) this.#names.delete(id);
    }
    if (header.withdrawn.length === 0) return;
    const places = new Set(header.withdrawn.map(([index, slot, position]) => placeName({ chain: header.chains[index].id, slot, position })));
    for (const listing of listings) {
      if (places.has(placeName(placeOf(listing)))) this.#names.set(listing.id, placeOf(listing));
    }
  }

  /**
   * @param {ShelfPosition[]} positions
   * @returns {ShelfPosition[]} the same, of which those that show a withdrawn listing say so
   */
  marked(positions) {
    if (this.#names.size === 0) return positions;
    return positions.map((shown) => ({ ...shown, withdrawn: shown.listing !== null && this.#names.has(shown.listing.id) }));
  }
}
