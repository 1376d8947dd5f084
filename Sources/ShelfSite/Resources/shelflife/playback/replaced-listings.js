// @ts-check
/**
 * The listings that have another card than a window says, as far as notices and earlier windows have told.
 *
 * The highest revision wins, so the order in which notices and windows come doesn't matter, and an older window brings
 * none back.
 */

import { HEAD_LENGTH, replacedBy } from "../seal/window-records.js";
import { isComing, placeName, placeOf } from "./listing-place.js";

/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/** @typedef {import("./listing-place.js").ListingPlace} ListingPlace */
/** @typedef {ListingPlace & { revision: number, seconds?: number, sealed?: Uint8Array }} Replacement what a notice says */

/**
 * As many bytes as a window has at most. The bound holds for signed records too, so that nobody can fill the memory.
 */
const BYTES_AT_MOST = 4_194_304;

export class ReplacedListings {
  /** @type {Map<string, Replacement>} the highest revision of each listing, as long as no window has it; by place */
  #replacements = new Map();
  #bytes = 0;

  /**
   * @param {Replacement} replacement
   * @returns {boolean} whether it is news
   */
  take(replacement) {
    const name = placeName(replacement);
    const before = this.#replacements.get(name);
    const grown = this.#bytes + length(replacement) - (before ? length(before) : 0);
    if ((before?.revision ?? 0) >= replacement.revision || grown > BYTES_AT_MOST) return false;
    this.#replacements.set(name, replacement);
    this.#bytes = grown;
    return true;
  }

  /**
   * Keeps what the window that was in use has in a higher revision, and forgets what the new one has itself and what
   * was over before it.
   * @param {ShelfWindow} window
   * @param {ShelfWindow | null} before
   */
  takeWindow({ header, shelves }, before) {
    for (const listing of before?.shelves.flat() ?? []) {
      if (listing.revision > 0) this.take({ ...placeOf(listing), revision: listing.revision, seconds: listing.seconds, sealed: listing.sealed });
    }
    if (this.#replacements.size === 0) return;
    const revisions = new Map(shelves.flat().map((listing) => [placeName(placeOf(listing)), listing.revision]));
    for (const [name, replacement] of this.#replacements) {
      const revision = revisions.get(name);
      const isWanted = revision === undefined ? isComing(replacement, header) : revision < replacement.revision;
      if (isWanted) continue;
      this.#replacements.delete(name);
      this.#bytes -= length(replacement);
    }
  }

  /**
   * @param {Listing[]} shelf
   * @returns {Listing[]} the same listings, each in its highest revision; what doesn't fit them is left out
   */
  newest(shelf) {
    return this.#replacements.size === 0 ? shelf : shelf.map((listing) => this.#newest(listing));
  }

  /** @param {Listing} listing */
  #newest(listing) {
    const replacement = this.#replacements.get(placeName(placeOf(listing)));
    if (!replacement || replacement.revision <= listing.revision) return listing;
    return replacedBy(listing, replacement) ?? listing;
  }
}

/** @param {Replacement} replacement */
function length({ sealed }) {
  return HEAD_LENGTH + (sealed?.length ?? 0);
}
