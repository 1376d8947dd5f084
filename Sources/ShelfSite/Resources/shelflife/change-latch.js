// @ts-check
/**
 * Fixes the next change's moment shortly before it comes. The clock may be corrected at any time; a
 * change that was about to show neither moves in its last moment nor shows twice.
 */

export const LATCH_AHEAD_MS = 200;
/** A clock that is corrected by more follows another timeline, and nothing drawn before holds. */
const OTHER_TIMELINE_MS = 10_000;

export class ChangeLatch {
  /** @type {{ changeMs: number, localMs: number } | null} */
  #next = null;
  /** The newest change that was drawn. */
  #drawnMs = -Infinity;

  /**
   * @param {number} nowMs the server's time
   * @param {number} localMs this device's
   * @param {(afterMs: number) => number} nextChangeMs
   * @returns {number} the instant to draw
   */
  instantMs(nowMs, localMs, nextChangeMs) {
    if (this.#drawnMs - nowMs > OTHER_TIMELINE_MS) {
      this.release();
      this.#drawnMs = -Infinity;
    }
    if (this.#next && localMs >= this.#next.localMs) {
      this.#drawnMs = this.#next.changeMs;
      this.#next = null;
    }
    const instantMs = Math.max(nowMs, this.#drawnMs);
    if (!this.#next) this.#latch(instantMs, localMs, nextChangeMs(instantMs));
    return this.#next ? Math.min(instantMs, this.#next.changeMs - 0.001) : instantMs;
  }

  /**
   * @param {number} localMs
   * @returns {number} how long until the latched change is drawn; Infinity when none is
   */
  waitMs(localMs) {
    return this.#next ? Math.max(0, this.#next.localMs - localMs) : Infinity;
  }

  /** Forgets the moment, because the clock jumped; what was drawn stays drawn. */
  release() {
    this.#next = null;
  }

  /**
   * @param {number} instantMs
   * @param {number} localMs
   * @param {number} changeMs
   */
  #latch(instantMs, localMs, changeMs) {
    const aheadMs = changeMs - instantMs;
    if (aheadMs <= LATCH_AHEAD_MS) this.#next = { changeMs, localMs: localMs + aheadMs };
  }
}
