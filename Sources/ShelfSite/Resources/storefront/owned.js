// @ts-check
/** What the player owns of each item, for the cards of the shelf. */

/** @typedef {import("../shelflife/purchase/player.js").Player} Player */

/** @typedef {{ count: number, numbers: readonly number[] }} Holding how many of an item, and the copies' numbers in its edition */

/**
 * An inventory may contain a purchase whose answer comes only later, because the first answer was lost. So for this
 * long after an inventory, a purchase isn't added to it, but the inventory is fetched again.
 */
const COUNTED_MS = 60_000;

/** @type {Holding} */
const NOTHING = { count: 0, numbers: [] };

/** Fires `change` when a holding may have changed. */
export class Owned extends EventTarget {
  #player;
  /** @type {Map<string, Holding>} by item */
  #holdings = new Map();
  /** How often `add` was called. An inventory that was requested before that is out of date. */
  #added = 0;
  /** When the last inventory arrived, by `performance.now()`. */
  #answeredMs = -Infinity;
  /** The wallet when it was last seen. */
  #wallet = "";

  /**
   * Asks for the inventory when the wallet was first seen, and when it has changed otherwise than by a purchase on this
   * page: then the player may have bought something elsewhere, or something was refunded.
   * @param {Player} player
   */
  constructor(player) {
    super();
    this.#player = player;
    player.addEventListener("wallet", (event) => this.#walletCame(/** @type {CustomEvent} */ (event).detail.paid));
  }

  /** @param {string} item */
  of(item) {
    return this.#holdings.get(item) ?? NOTHING;
  }

  /**
   * @param {string} item one that was bought on this page
   * @param {number | null} copy its number in a limited edition
   */
  add(item, copy) {
    this.#added++;
    if (performance.now() - this.#answeredMs < COUNTED_MS) {
      this.#ask();
      return;
    }
    const { count, numbers } = this.of(item);
    this.#holdings.set(item, { count: count + 1, numbers: copy === null ? numbers : [...numbers, copy] });
    this.dispatchEvent(new Event("change"));
  }

  /** @param {boolean} paid */
  #walletCame(paid) {
    const wallet = JSON.stringify(this.#player.balances);
    const changed = wallet !== this.#wallet;
    this.#wallet = wallet;
    if (changed && !paid) this.#ask();
  }

  /** @returns {Promise<void>} */
  async #ask() {
    const added = this.#added;
    try {
      const items = await this.#player.inventory();
      if (added !== this.#added) return this.#ask();
      this.#answeredMs = performance.now();
      this.#holdings = new Map(items.map(({ item, count, numbers }) => [item, { count, numbers }]));
      this.dispatchEvent(new Event("change"));
    } catch {
      // The holdings stay as they are until the wallet changes again.
      this.#wallet = "";
    }
  }
}
