// @ts-check
/**
 * Remembers since when each position has shown its card, and guards a card that has only just appeared against taps.
 *
 * A player who taps right after a change has seen, and means, the card that was there before. What counts is when this
 * page drew the card, which can be long after the listing's start: a key came late, or the page was hidden.
 */

/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

/** For how long after a change a position takes no tap. */
export const TAP_GUARD_MS = 500;

export class TapGuard {
  /** @type {Map<number, { offer: string, sinceMs: number }>} by position */
  #shown = new Map();

  /**
   * Notes what is drawn when this device's clock says `localMs`.
   * @param {ShelfPosition[]} positions
   * @param {number} localMs
   */
  note(positions, localMs) {
    for (const { position, offer, card } of positions) {
      if (!offer || !card) this.#shown.delete(position);
      else if (this.#shown.get(position)?.offer !== offer) {
        this.#shown.set(position, { offer, sinceMs: localMs });
      }
    }
  }

  /**
   * @param {ShelfPosition[]} positions
   * @param {number} localMs
   * @returns {ShelfPosition[]} the same, of which those whose card isn't drawn yet or was drawn a moment ago are
   * guarded
   */
  marked(positions, localMs) {
    return positions.map((position) => ({ ...position, tapGuarded: this.#guards(position, localMs) }));
  }

  /**
   * @param {number} localMs
   * @returns {number} how long until the next position takes taps again; Infinity when all do
   */
  waitMs(localMs) {
    const waits = Array.from(this.#shown.values(), ({ sinceMs }) => sinceMs + TAP_GUARD_MS - localMs);
    return Math.min(...waits.filter((ms) => ms > 0));
  }

  /**
   * @param {ShelfPosition} position
   * @param {number} localMs
   */
  #guards({ position, offer, card }, localMs) {
    if (!offer || !card) return false;
    const shown = this.#shown.get(position);
    return shown?.offer !== offer || localMs - shown.sinceMs < TAP_GUARD_MS;
  }
}
