// @ts-check
/**
 * The listings that the store has withdrawn from sale, as far as windows and notices have said.
 *
 * A withdrawal is final for its name, so the order in which they come doesn't matter, and an older window takes none back.
 */

/** @typedef {import("../seal/notice.js").Notice} Notice */
/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

/** More names than a window has listings. Whoever has the store's key can't fill the memory either. */
const AT_MOST = 20_000;

export class WithdrawnListings {
  /** @type {Map<string, { chain: string, slot: number }>} by the listing's id */
  #names = new Map();

  /**
   * @param {Notice} notice
   * @returns {boolean} whether it is news
   */
  take({ chain, slot, position, revision }) {
    const id = `${chain}.${slot}.${position}.${revision}`;
    if (this.#names.has(id) || this.#names.size >= AT_MOST) return false;
    this.#names.set(id, { chain, slot });
    return true;
  }

  /**
   * Takes what the window says, and forgets what was over before it.
   * @param {ShelfWindow} window
   * @param {ShelfWindow | null} before the window that was in use, whose last listings may be shown for another moment
   */
  takeWindow({ header, shelves }, before) {
    const listings = shelves.flat();
    const shown = new Set([...listings, ...(before?.shelves.flat() ?? [])].map(({ id }) => id));
    for (const [id, { chain, slot }] of this.#names) {
      const known = header.chains.find((candidate) => candidate.id === chain);
      const isComing = known && known.epochMs + 1000 * slot >= header.issuedAtMs;
      if (!shown.has(id) && !isComing) this.#names.delete(id);
    }
    const places = new Set(header.withdrawn.map(([index, slot, position]) => `${header.chains[index].id}.${slot}.${position}`));
    for (const { id, chain, slot, position } of listings) {
      if (places.has(`${chain.id}.${slot}.${position}`)) this.#names.set(id, { chain: chain.id, slot });
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
