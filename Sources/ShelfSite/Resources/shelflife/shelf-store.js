// @ts-check
/** One live store: start it, listen, draw. */

import { fromBase64url } from "./base64url.js";
import { CardCache } from "./card-cache.js";
import { ChangeLatch, LATCH_AHEAD_MS } from "./change-latch.js";
import { importPublicKey, subtle } from "./crypto.js";
import { OptionError } from "./errors.js";
import { KeyRing } from "./key-ring.js";
import { emptyPosition, Playback } from "./playback.js";
import { NotBuyableError } from "./purchase-errors.js";
import { SessionRunner } from "./session-runner.js";
import { Ticker } from "./ticker.js";

/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("./shelf-server.js").ShelfServer} ShelfServer */
/** @typedef {import("./session.js").Connection} Connection */
/**
 * @typedef {object} StoreOptions
 * @property {string} publicKey the key that signs windows, base64url; it belongs into the app
 * @property {string} [appSecret] base64url; prefetched stores only
 * @property {import("./window-archive.js").WindowArchive} [archive]
 */
/**
 * @typedef {object} StoreStatus
 * @property {Connection} connection
 * @property {import("./clock-estimate.js").ClockReading & import("./sync-clock.js").ClockDetails} clock
 * @property {number | null} windowUntilMs
 * @property {number | null} nextChangeMs
 * @property {Error | null} error what a person should know; what was there stays in use
 */

/** Cards are opened this long before they are shown, where the key is there so early. */
const OPEN_AHEAD_MS = 300;
const SECOND_MS = 1000;
/** At a change of a sealed store the server is busy with everybody's keys: the time can be asked for later. */
const APART_MS = 400;
/** With more positions something changes so often that there would be no moment left. */
const FEW_POSITIONS = 16;
const DOWNLOAD_LOOK_MS = 50;

/**
 * Fires `change` when what is shown changed, `tick` on every whole second of the server's clock and
 * `status` when the connection, the clock's state or the error changed. A `purchase` event brings, as its
 * `detail`, a `PurchaseState`: also of a purchase that was under way when the page was left.
 */
export class ShelfStore extends EventTarget {
  #server;
  #runner;
  #keys;
  #cards = new CardCache();
  #ticker = new Ticker(() => this.#draw());
  #latch = new ChangeLatch();
  /** @type {Playback | null} */
  #playback = null;
  #drawn = "";
  #told = "";
  #tickedSecond = 0;
  #redrawPending = false;
  /** @type {Error | null} */
  #cardError = null;
  /** @type {import("./purchases.js").Buying} */
  #buying;

  /**
   * @param {ShelfServer} server
   * @param {string} id
   * @param {StoreOptions} options
   */
  constructor(server, id, options) {
    super();
    subtle();
    this.id = id;
    this.#server = server;
    this.#keys = new KeyRing(options.appSecret === undefined ? null : secretBytes("appSecret", options.appSecret));
    const publicKey = importPublicKey(secretBytes("publicKey", options.publicKey));
    publicKey.catch(() => {});
    this.#buying = { id, publicKey: () => publicKey, told: (detail) => this.dispatchEvent(new CustomEvent("purchase", { detail })) };
    this.#runner = new SessionRunner({
      store: id,
      transport: server.transport,
      archive: options.archive ?? server.archive,
      archiveName: `${server.url}/${id}/${options.publicKey}`,
      publicKey: () => publicKey,
      keys: this.#keys,
      instant: () => server.instant(),
      trueTime: () => server.trueTime(),
      localUs: () => server.localUs(),
      keyCame: (...key) => server.keyCame(...key),
      changed: () => this.#draw(),
    });
  }

  /** Begins, or goes on. The store then works while the page is visible. */
  start() {
    this.resumePurchases();
    this.#server.attach(this);
    this.#runner.handle({ type: this.#server.visible ? "shown" : "hidden" });
    this.#runner.handle({ type: "started" });
  }

  /** Ends all work; what is known is kept for the next `start()`. */
  stop() {
    this.#runner.handle({ type: "stopped" });
    this.#server.detach(this);
  }

  /**
   * Buys what is on the shelf, at the price that is shown. It waits through lost answers, a busy
   * server and a lost network, and is asked for with one key until the server has judged it; left by
   * closing the page, it goes on with the next start. The same wish while it is under way is the same
   * purchase.
   * @param {number | { id: string }} wanted a position, or a listing that was shown: what replaced it isn't bought instead
   * @returns {Promise<import("./receipt.js").Receipt>}
   *   rejects with a `PurchaseError` (the server judged), `NotBuyableError` or `NotKeptError` (nothing was sent) or `ReceiptError`
   */
  async buy(wanted) {
    const listing = typeof wanted === "number" ? this.shelf()[wanted]?.listing : wanted;
    const joined = listing && this.#server.purchases.joined(this.id, listing.id);
    if (joined) return joined;
    if (this.#server.reading().state === "unsynced") throw new NotBuyableError("unsynced");
    const shown = this.shelf().find((position) => position.listing && position.listing.id === listing?.id);
    if (!shown?.listing) throw new NotBuyableError("offSale");
    if (!shown.card) throw new NotBuyableError("sealed");
    return this.#server.purchases.buy(this.#buying, shown.listing, shown.card);
  }

  /** Goes on with what was under way when the page was left; `start()` does it too. */
  resumePurchases() {
    this.#server.purchases.resume(this.#buying);
  }

  /**
   * What there is to see at this instant, by position.
   * @returns {ShelfPosition[]}
   */
  shelf() {
    const { nowUs, state } = this.#server.reading();
    const playback = this.#playback;
    if (!playback || state === "unsynced") return Array.from({ length: this.positions }, (_, index) => emptyPosition(index));
    return playback.at(this.#instantMs(playback, nowUs), (listing) => this.#cards.get(listing));
  }

  /** How many positions the store has; 0 until its first window is there. */
  get positions() {
    return this.#runner.window?.header.positions ?? 0;
  }

  get columns() {
    return this.#runner.window?.header.columns ?? 0;
  }

  /** @returns {StoreStatus} */
  get status() {
    const reading = this.#server.reading();
    const known = this.#playback && reading.state !== "unsynced";
    const nextChangeMs = this.#playback && known ? this.#playback.nextChangeMs(reading.nowUs / 1000) : Infinity;
    return {
      connection: this.#runner.connection,
      clock: { ...this.#server.clockDetails(), ...reading },
      windowUntilMs: this.#runner.window?.header.untilMs ?? null,
      nextChangeMs: nextChangeMs === Infinity ? null : nextChangeMs,
      error: this.#runner.error ?? this.#cardError,
    };
  }

  /**
   * For the server that the store belongs to.
   * @param {"shown" | "hidden" | "online" | "reached" | "unreached"} type
   */
  notice(type) {
    if (type === "shown") this.#drawn = "";
    this.#runner.handle({ type });
  }

  /**
   * For the server that the store belongs to.
   * @param {boolean} steady
   * @returns {number} how long an exchange of time stamps had better wait
   */
  busyMs(steady) {
    if (this.#runner.downloading) return DOWNLOAD_LOOK_MS;
    const { nowUs, state } = this.#server.reading();
    if (!steady || !this.#playback || state === "unsynced" || !this.#runner.sealed || this.positions > FEW_POSITIONS) return 0;
    const nowMs = nowUs / 1000;
    const changeMs = this.#playback.nextStartMs(nowMs - APART_MS);
    return changeMs - nowMs < APART_MS ? changeMs - nowMs + APART_MS : 0;
  }

  /** For the server that the store belongs to: no moment that was fixed before holds. */
  clockUnsettled() {
    this.#latch.release();
  }

  /** @returns {void} */
  #draw() {
    this.#tellStatus();
    if (!this.#runner.active) return this.#ticker.stop();
    const { nowUs, state } = this.#server.reading();
    if (state === "unsynced") return;
    this.#runner.checkHeldTime();
    this.#takeUpWindow();
    if (!this.#playback) return;
    const nowMs = this.#instantMs(this.#playback, nowUs);
    if (!this.#openCards(this.#playback, nowMs)) this.#show(this.#playback, nowMs);
    this.#setTicker(this.#playback, nowMs);
  }

  /**
   * @param {Playback} playback
   * @param {number} nowUs the server's time
   * @returns {number} the instant to draw
   */
  #instantMs(playback, nowUs) {
    return this.#latch.instantMs(nowUs / 1000, this.#server.localUs() / 1000, (afterMs) => playback.nextChangeMs(afterMs));
  }

  #takeUpWindow() {
    const { window } = this.#runner;
    if (window === (this.#playback?.window ?? null)) return;
    this.#playback = window && new Playback(window, this.#playback ?? undefined);
    this.#cardError = null;
    if (window) this.#cards.keepOnly(window.shelves);
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   * @returns {boolean} whether something on sale is being opened, in which case drawing waits the moment that takes
   */
  #openCards(playback, nowMs) {
    let blocking = false;
    for (const listing of playback.upcoming(nowMs, OPEN_AHEAD_MS)) {
      const key = this.#cards.get(listing) ? undefined : this.#keys.key(listing);
      const opening = key && this.#cards.open(listing, key);
      if (!opening) continue;
      blocking ||= listing.startMs <= nowMs;
      opening.catch((error) => (this.#cardError = error)).finally(() => this.#redrawSoon());
    }
    return blocking;
  }

  /** Eighty cards that open at once are drawn once. */
  #redrawSoon() {
    if (this.#redrawPending) return;
    this.#redrawPending = true;
    setTimeout(() => {
      this.#redrawPending = false;
      this.#draw();
    });
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   */
  #show(playback, nowMs) {
    const shelf = playback.at(nowMs, (listing) => this.#cards.get(listing));
    for (const { phase, listing } of shelf) {
      if (phase === "sealed" && listing && !this.#keys.has(listing)) this.#runner.missKey(listing);
    }
    const drawn = shelf.map(({ listing, phase }) => `${listing?.id} ${phase}`).join();
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.dispatchEvent(new Event("change"));
    }
    const second = Math.floor(nowMs / SECOND_MS);
    if (second !== this.#tickedSecond) {
      this.#tickedSecond = second;
      this.dispatchEvent(new Event("tick"));
    }
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   */
  #setTicker(playback, nowMs) {
    const second = (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;
    const opening = playback.nextStartMs(nowMs + OPEN_AHEAD_MS) - OPEN_AHEAD_MS;
    const latchedMs = this.#latch.waitMs(this.#server.localUs() / 1000);
    const changeMs = latchedMs < Infinity ? nowMs + latchedMs : playback.nextChangeMs(nowMs);
    const latching = changeMs - LATCH_AHEAD_MS;
    this.#ticker.set(Math.min(changeMs, latching > nowMs ? latching : Infinity, opening, second) - nowMs);
  }

  #tellStatus() {
    const { connection, error, clock } = this.status;
    const told = `${connection} ${clock.state} ${error?.message}`;
    if (told === this.#told) return;
    this.#told = told;
    this.dispatchEvent(new Event("status"));
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function secretBytes(name, text) {
  const bytes = fromBase64url(text);
  if (bytes?.length !== 32) throw new OptionError(`\`${name}\` must be 32 bytes in base64url without padding.`);
  return bytes;
}
