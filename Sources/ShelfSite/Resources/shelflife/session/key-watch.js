// @ts-check
/**
 * Notices that keys have stopped coming, long before the stream has been silent for too long. A window says when each
 * key of its listings becomes public, so a client knows when one should be there. It is a value: what happens comes in,
 * with its instant, and `look` says whether a key is overdue.
 *
 * The first key that hasn't come counts. It is late by the least of these four times:
 *
 * - since its release, by the earliest that the true time can be, so that the clock's uncertainty explains nothing;
 * - since the stream was opened, which then brings the newest key at once;
 * - since the looks began, or began anew because two were more than `GAP_MS` apart by either clock: a device that has
 *   slept, or a page that was busy, hasn't taken yet what has come;
 * - since the window came that named it.
 *
 * It is overdue when it is late by `OVERDUE_MS`, or by `UNANSWERED_MS` while the last exchange of time stamps had no
 * answer. After that the watch of its chain rests until a key of it comes that is new and true: if a fresh stream doesn't
 * bring what is due, then the keys are missing and not the line, and the stream's silence decides.
 */

/** A key that is late by this is overdue; */
export const OVERDUE_MS = 3000;
/** and by this while the server doesn't answer either. */
export const UNANSWERED_MS = 1500;
/** Looks further apart than this prove nothing. */
export const GAP_MS = 2500;

/** @typedef {{ chain: string, slot: number, releaseMs: number }} DueKey `releaseMs`: by the server's time */

export class KeyWatch {
  /** @type {DueKey[]} those that haven't come, by their release */
  #due = [];
  /** When the window came, when the stream was opened, and when the looks began, by this device's clock. */
  #windowMs = 0;
  /** @type {number | null} null while no stream is open */
  #openedMs = null;
  #watchedMs = 0;
  /** @type {{ localMs: number, earliestMs: number } | null} */
  #looked = null;
  #isUnanswered = false;
  /** @type {Set<string>} the chains of whose keys nothing is told until one comes */
  #resting = new Set();

  /**
   * @param {DueKey[]} keys those of the listings of the window in use that aren't known
   * @param {number} localMs
   */
  takeWindow(keys, localMs) {
    this.#due = [...keys].sort((left, right) => left.releaseMs - right.releaseMs);
    this.#windowMs = localMs;
  }

  /** @param {number} localMs */
  streamOpened(localMs) {
    this.#openedMs = localMs;
  }

  streamClosed() {
    this.#openedMs = null;
  }

  /**
   * Takes a key that is new and true, which gives all before it.
   * @param {string} chain
   * @param {number} slot
   */
  keyCame(chain, slot) {
    this.#due = this.#due.filter((key) => key.chain !== chain || key.slot > slot);
    this.#resting.delete(chain);
  }

  /** @param {boolean} isAnswered whether an exchange of time stamps had an answer */
  exchanged(isAnswered) {
    this.#isUnanswered = !isAnswered;
  }

  /**
   * @param {number} earliestMs the earliest that the true time can be
   * @param {number} localMs this device's clock
   * @returns {number | null} by how many milliseconds a key is late that is overdue; null while none is. It is told once
   */
  look(earliestMs, localMs) {
    const apartMs = this.#looked
      ? Math.max(localMs - this.#looked.localMs, earliestMs - this.#looked.earliestMs)
      : Infinity;
    this.#looked = { localMs, earliestMs };
    if (apartMs > GAP_MS) this.#watchedMs = localMs;
    const first = this.#due.find(({ chain }) => !this.#resting.has(chain));
    if (!first || this.#openedMs === null) return null;
    const sinceMs = Math.max(this.#openedMs, this.#watchedMs, this.#windowMs);
    const lateMs = Math.min(earliestMs - first.releaseMs, localMs - sinceMs);
    if (lateMs < (this.#isUnanswered ? UNANSWERED_MS : OVERDUE_MS)) return null;
    this.#resting.add(first.chain);
    return lateMs;
  }
}
