// @ts-check
/** One live store: start it, listen to its events, draw its shelf. */

import { CardCache } from "../playback/card-cache.js";
import { ChangeLatch, LATCH_AHEAD_MS } from "../playback/change-latch.js";
import { emptyPosition, isPosition, Playback } from "../playback/playback.js";
import { TapGuard } from "../playback/tap-guard.js";
import { Ticker } from "../playback/ticker.js";
import { PurchaseError } from "../purchase/purchase-errors.js";
import { typedTarget } from "../purchase/typed-events.js";
import { fromBase64url } from "../seal/base64url.js";
import { importPublicKey, subtle } from "../seal/crypto.js";
import { KeyRing } from "../seal/key-ring.js";
import { isStoreId } from "../seal/window-header.js";
import { SessionRunner } from "../session/session-runner.js";
import { described, isObject, OptionError } from "./option-error.js";

/** @typedef {import("../playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../seal/card.js").Card} Card */
/** @typedef {import("../seal/window-records.js").Listing} Listing */
/** @typedef {import("../seal/errors.js").CardError} CardError */
/** @typedef {import("../session/session-runner.js").StoreError} StoreError */
/** @typedef {import("../session/store-session.js").Connection} Connection */
/** @typedef {OptionError | import("../purchase/purchase-queue.js").FailError} BuyingError what `buy` rejects with */
/**
 * @typedef {object} StoreOptions
 * @property {string} publicKey the key that signs windows, base64url; it belongs into the app
 * @property {string | null} [appSecret] base64url; for prefetched stores only
 * @property {import("../session/store-archive.js").StoreArchive} [archive]
 */
/**
 * @typedef {object} StoreFollower what a server tells a running store
 * @property {(type: "shown" | "hidden" | "online" | "reached") => void} notice
 * @property {(sinceMs: number, error: import("../transport/transport-errors.js").RequestError) => void} unreached an
 *   exchange of time stamps has failed that began then, by this device's clock
 * @property {(steady: boolean) => number} busyMs how long an exchange of time stamps should wait for other traffic
 * @property {() => void} clockUnsettled the clock has changed
 */
/**
 * @typedef {object} StoreLink what a store has of its server, and nobody else
 * @property {string} url
 * @property {import("../transport/transport.js").Transport} transport
 * @property {import("../session/store-archive.js").StoreArchive} archive
 * @property {import("../purchase/purchase-queue.js").PurchaseQueue} purchases
 * @property {() => boolean} visible
 * @property {() => import("../clock/clock-estimate.js").ClockReading} reading
 * @property {() => import("../clock/sync-clock.js").ClockDetails} clockDetails
 * @property {() => import("../seal/window-file.js").TrueTime | null} trueTime
 * @property {() => import("../session/store-session.js").Instant} instant
 * @property {() => number} localUs
 * @property {(localMs: number) => number} epochMs when it was so late by this device's clock, since the epoch
 * @property {(withinMs: number) => Promise<unknown>} confirmed waits until the server has told the time, at most this long
 * @property {(withinMs: number) => void} askTime asks for an exchange of time stamps within this time
 * @property {(releaseMs: number, arrivedUs: number, listeningUs: number) => void} keyCame takes a pushed and verified
 *   key as evidence of the time: when it was released by the server's time, when it arrived by this device's clock, and
 *   how long the stream had been open by then
 * @property {(version: string | null) => void} storesMayDiffer names what the server says of its stores now; null when
 *   that isn't known
 * @property {(follower: StoreFollower) => void} attach
 * @property {(follower: StoreFollower) => void} detach
 */
/**
 * @typedef {object} StoreStatus
 * @property {Connection} connection
 * @property {Omit<import("../clock/clock-estimate.js").ClockReading, "uncertaintyUs">
 *   & { uncertaintyUs: number | null } & import("../clock/sync-clock.js").ClockDetails} clock `uncertaintyUs` is null while
 *   nothing is known
 * @property {number | null} windowUntilMs
 * @property {number | null} nextChangeMs
 * @property {StoreError | null} error what went wrong last, for the player to read; the shelf goes on with what it has
 * @property {boolean} paused whether the store sells nothing for a while; its shelf goes on
 */

/**
 * @typedef {{
 *   change: Event,
 *   tick: Event,
 *   status: Event,
 *   purchase: CustomEvent<import("../purchase/purchase-queue.js").PurchaseState>,
 *   begunanew: CustomEvent<number>,
 * }} StoreEvents
 */

/** @type {new () => import("../purchase/typed-events.js").TypedTarget<StoreEvents>} */
const StoreTarget = typedTarget();
/** How long `buy` waits for the server's time, before it rejects with the code `clock_unsure`. */
export const CLOCK_PATIENCE_MS = 5000;
/** Cards are opened this long before they are shown, if their key has come by then. */
const OPEN_AHEAD_MS = 300;
const SECOND_MS = 1000;
/** A steady exchange of time stamps keeps this far away from a change, when the server sends a key to everybody. */
const QUIET_MS = 400;
/** With more positions than this, there is always a change near. */
const FEW_POSITIONS = 16;
/** Of public keys and of app secrets, in bytes. */
const KEY_LENGTH = 32;
/** During a download an exchange is put off by this time, again and again. */
const DOWNLOAD_CHECK_MS = 50;

/**
 * Fires `change` when a position looks different, `tick` on every whole second of the server's clock, and `status` when
 * the connection, the clock's state, the error or `paused` changes. A `purchase` event has a `PurchaseState` as its `detail`; it
 * also comes for purchases that an earlier visit or another tab has left. A `begunanew` event comes once when the store
 * begins anew because its server was restored from a backup. What was shown before is gone. Its `detail` is the instant
 * in milliseconds.
 */
export class ShelfStore extends StoreTarget {
  #server;
  #runner;
  #keys;
  #cards = new CardCache();
  /** @param {import("../seal/window-records.js").Listing} listing */
  #cardOf = (listing) => this.#cards.get(listing);
  #ticker = new Ticker(() => this.#draw());
  #latch = new ChangeLatch();
  #tapGuard = new TapGuard();
  /** @type {Playback | null} */
  #playback = null;
  #drawn = "";
  #toldStatus = "";
  #wasLive = false;
  #tickedSecond = 0;
  #redrawPending = false;
  /** Whether what was new has been drawn in this turn, and whether more is new since. */
  #hasDrawn = false;
  #isDue = false;
  /** @type {CardError | null} */
  #cardError = null;
  /** @type {import("../purchase/purchase-queue.js").BuyingStore} */
  #buying;
  /** @type {StoreFollower} */
  #follower = {
    notice: (type) => this.#notice(type),
    unreached: (sinceMs, error) => this.#runner.missTime(sinceMs, error),
    busyMs: (steady) => this.#busyMs(steady),
    // The moment of the next change was fixed by the clock as it was.
    clockUnsettled: () => this.#latch.release(),
  };

  /**
   * Use `server.store(id, options)`.
   * @param {StoreLink} server
   * @param {string} id
   * @param {StoreOptions} options
   */
  constructor(server, id, options) {
    super();
    subtle();
    checkStore(id, options);
    this.id = id;
    this.#server = server;
    const publicKey = importPublicKey(publicKeyBytes(options.publicKey));
    this.#keys = new KeyRing(options.appSecret == null ? null : appSecretBytes(options.appSecret));
    publicKey.catch(() => {});
    this.#buying = {
      id,
      publicKey: () => publicKey,
      changed: (detail) => void this.dispatchEvent(new CustomEvent("purchase", { detail })),
    };
    this.#runner = new SessionRunner({
      store: id,
      transport: server.transport,
      archive: options.archive ?? server.archive,
      archiveName: `${server.url}/${id}/${options.publicKey}`,
      publicKey: () => publicKey,
      keys: this.#keys,
      instant: server.instant,
      trueTime: server.trueTime,
      localUs: server.localUs,
      epochMs: server.epochMs,
      askTime: server.askTime,
      keyCame: server.keyCame,
      storesMayDiffer: server.storesMayDiffer,
      begunAnew: (detail) => void this.dispatchEvent(new CustomEvent("begunanew", { detail })),
      changed: () => this.#changed(),
    });
  }

  /**
   * Takes an app secret besides those known before, for a store whose next key chain has another.
   * @param {string} appSecret base64url
   */
  addAppSecret(appSecret) {
    this.#keys.addSecret(appSecretBytes(appSecret));
  }

  /** Starts the store, or lets it go on. It then works while the page is visible. */
  start() {
    this.resumePurchases();
    this.#server.attach(this.#follower);
    this.#runner.handle({ type: this.#server.visible() ? "shown" : "hidden" });
    this.#runner.handle({ type: "started" });
  }

  /** Ends all work. The shelf and the keys are kept for the next `start()`. */
  stop() {
    this.#runner.handle({ type: "stopped" });
    this.#server.detach(this.#follower);
  }

  /**
   * Buys exactly what a position showed, at the price that it showed.
   *
   * A tap counts for what was there when it began. So pass the value from `shelf()` that was drawn then. If its place
   * shows something else by now, or if it is `tapGuarded`, nothing is sent and the error's code is `changed`. The
   * number of a position may be passed too: it means what stands there at the moment of the call, if that isn't
   * `tapGuarded`.
   *
   * After a lost answer, or while the server is busy, the same request is sent again, with the same key, until the
   * server has judged it. When the page is closed before that, the purchase goes on with the next start. Several taps
   * on one listing are one purchase until it is judged, also in several tabs.
   *
   * Right after a start, the server's time may not be known yet. Then a listing that was drawn before waits for it, for
   * `CLOCK_PATIENCE_MS` at most. A number doesn't wait: while the time isn't known, nothing stands there.
   * @param {ShelfPosition | number} wanted
   * @returns {Promise<import("../purchase/receipt.js").Receipt>}
   *   rejects with a `BuyingError`: a `PurchaseError` (nothing was sent, or the server has refused), a `NotKeptError` or an
   *   `OptionError` (nothing was sent), an `OriginError` or a `ReceiptError`
   */
  async buy(wanted) {
    const seen = this.#wanted(wanted, "buy");
    const isUnsure = this.#server.reading().state === "unsynced";
    if (this.#runner.running && seen.listing && isUnsure) {
      await this.#server.confirmed(CLOCK_PATIENCE_MS);
      this.#draw();
    }
    const joined = seen.offer === null ? null : this.#server.purchases.join(this.id, seen.offer);
    if (joined) return joined;
    const { offer, listing, card } = this.#buyable(seen);
    return this.#server.purchases.buy(this.#buying, offer, listing, card);
  }

  /**
   * Goes on with the purchases that an earlier visit or another tab has left. A store that was started does this by
   * itself: then, whenever it is live again, and when the page is shown.
   */
  resumePurchases() {
    this.#server.purchases.resume(this.#buying);
  }

  /**
   * The purchase of what a position shows, for as long as it isn't judged: how it stands at this instant.
   * @param {ShelfPosition | number} wanted from `shelf()`, or its number
   * @returns {import("../purchase/purchase-queue.js").PurchaseState | null}
   */
  purchaseOf(wanted) {
    const { offer } = this.#wanted(wanted, "purchaseOf");
    return offer === null ? null : this.#server.purchases.stateOf(this.id, offer);
  }

  /**
   * What the store shows at this instant, by position.
   * @returns {ShelfPosition[]}
   */
  shelf() {
    const { nowUs, state } = this.#server.reading();
    const playback = this.#playback;
    if (!playback || state === "unsynced") return this.#emptyShelf();
    return this.#tapGuard.marked(this.#positionsAt(playback, this.#instantMs(playback, nowUs)), this.#localMs());
  }

  /** How many positions the shelf has at this instant; 0 until the store's first window is there. */
  get positions() {
    return this.shelf().length;
  }

  /**
   * Whether nothing stands at a position any more, and nothing is to come: the store has fewer positions now. Hide it, though
   * positions behind it may still show something.
   * @param {number} position
   * @returns {boolean}
   */
  isOver(position) {
    const nowMs = this.#server.reading().nowUs / 1000;
    return (this.#runner.window?.shelves[position]?.at(-1)?.endMs ?? 0) <= nowMs;
  }

  get columns() {
    return this.#runner.window?.header.columns ?? 0;
  }

  /** @returns {StoreStatus} */
  get status() {
    const reading = this.#server.reading();
    const known = this.#playback && reading.state !== "unsynced";
    const nextChangeMs = this.#playback && known ? this.#playback.nextChangeMs(reading.nowUs / 1000, this.#cardOf) : Infinity;
    return {
      connection: this.#runner.connection,
      clock: { ...this.#server.clockDetails(), ...reading, uncertaintyUs: reading.state === "unsynced" ? null : reading.uncertaintyUs },
      windowUntilMs: this.#runner.window?.header.untilMs ?? null,
      nextChangeMs: nextChangeMs === Infinity ? null : nextChangeMs,
      error: this.#error,
      paused: this.#runner.paused,
    };
  }

  /** An outage says more than that one request of it had no answer, and less than anything else. */
  get #error() {
    const error = this.#runner.error ?? this.#cardError;
    const isUnanswered = error === null || (error.code === "request" && error.status === null);
    return isUnanswered ? (this.#runner.outage ?? error) : error;
  }

  /** @param {"shown" | "hidden" | "online" | "reached"} type */
  #notice(type) {
    if (type === "shown") {
      this.#drawn = "";
      this.resumePurchases();
    }
    this.#runner.handle({ type });
  }

  /**
   * @param {boolean} steady
   * @returns {number} how many milliseconds an exchange of time stamps should wait for other traffic
   */
  #busyMs(steady) {
    if (this.#runner.downloading) return DOWNLOAD_CHECK_MS;
    const { nowUs, state } = this.#server.reading();
    if (!steady || !this.#playback || state === "unsynced" || !this.#runner.sealed) return 0;
    if (this.#playback.window.header.positions > FEW_POSITIONS) return 0;
    const nowMs = nowUs / 1000;
    const changeMs = this.#playback.nextStartMs(nowMs - QUIET_MS);
    return changeMs - nowMs < QUIET_MS ? changeMs - nowMs + QUIET_MS : 0;
  }

  /**
   * @param {unknown} wanted a position or its number
   * @param {string} method what it was given to
   * @returns {ShelfPosition}
   */
  #wanted(wanted, method) {
    if (isPosition(wanted)) return wanted;
    const shelf = this.shelf();
    // Before the first window nobody knows how many positions there are.
    const most = shelf.length === 0 ? Infinity : shelf.length - 1;
    const number = typeof wanted === "number" && Number.isInteger(wanted) ? wanted : -1;
    if (number >= 0 && number <= most) return shelf[number] ?? emptyPosition(number);
    const right = `one from \`shelf()\`, or its number, ${most === Infinity ? "from 0" : `0 to ${most}`}`;
    throw new OptionError("position", `${described(wanted)} is no position. Give \`${method}\` ${right}.`);
  }

  /**
   * @param {ShelfPosition} seen
   * @returns {{ offer: string, listing: Listing, card: Card }} the listing is the one of the offer's that was opened last
   */
  #buyable(seen) {
    if (!this.#runner.running) throw new PurchaseError("not_running");
    if (this.#server.reading().state === "unsynced") throw new PurchaseError("clock_unsure");
    if (this.#runner.paused) throw new PurchaseError("paused");
    if (!seen.listing || !seen.offer) throw new PurchaseError("not_on_sale");
    if (!seen.card) throw new PurchaseError("sealed");
    // Until the first window of this start has come, nobody here knows better than the tap, and the server decides.
    const shown = this.positions === 0 ? seen : this.shelf()[seen.listing.position];
    if (seen.tapGuarded || shown?.offer !== seen.offer) throw new PurchaseError("changed");
    if (shown.withdrawn) throw new PurchaseError("withdrawn");
    if (shown.soldOut) throw new PurchaseError("sold_out");
    return { offer: seen.offer, listing: shown.opened.at(-1) ?? seen.listing, card: seen.card };
  }

  /** The shelf while nobody knows the time. */
  #emptyShelf() {
    const { window } = this.#runner;
    const length = window ? new Playback(window).positionCount(window.header.fromMs) : 0;
    return Array.from({ length }, (_, position) => emptyPosition(position));
  }

  #localMs() {
    return this.#server.localUs() / 1000;
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   */
  #positionsAt(playback, nowMs) {
    return this.#runner.closed.marked(playback.at(nowMs, this.#cardOf));
  }

  /** @returns {void} */
  #draw() {
    this.#tellStatus();
    if (!this.#runner.active) return this.#ticker.stop();
    const { nowUs, state } = this.#server.reading();
    if (state === "unsynced") return;
    this.#runner.checkHeldTime();
    this.#runner.watchKeys();
    this.#takeUpWindow();
    if (!this.#playback) return this.#showNothing();
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
    return this.#latch.instantMs(nowUs / 1000, this.#localMs(), (afterMs) => playback.nextDrawingMs(afterMs, this.#cardOf));
  }

  #takeUpWindow() {
    const { window } = this.#runner;
    if (window === (this.#playback?.window ?? null)) return;
    const before = this.#playback?.window.header.incarnationMs === window?.header.incarnationMs ? this.#playback : null;
    this.#playback = window && new Playback(window, before ?? undefined);
    this.#cardError = null;
    if (window) this.#cards.keepOnly(window.shelves);
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   * @returns {boolean} whether a card that is on sale is being opened, in which case drawing waits for it
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

  /** Draws what is new. However much is new in one turn of the page, it is drawn once in each. */
  #changed() {
    this.#isDue = true;
    if (this.#hasDrawn) return;
    this.#isDue = false;
    this.#hasDrawn = true;
    setTimeout(() => {
      this.#hasDrawn = false;
      if (this.#isDue) this.#changed();
    });
    this.#draw();
  }

  /** Draws once after all cards that open at the same time. */
  #redrawSoon() {
    if (this.#redrawPending) return;
    this.#redrawPending = true;
    setTimeout(() => {
      this.#redrawPending = false;
      this.#draw();
    });
  }

  /** The shelf is empty, because the store is gone or its window was dropped. */
  #showNothing() {
    if (this.#drawn === "") return;
    this.#drawn = "";
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {Playback} playback
   * @param {number} nowMs
   */
  #show(playback, nowMs) {
    const positions = this.#positionsAt(playback, nowMs);
    this.#tapGuard.note(positions, this.#localMs());
    for (const { phase, listing } of positions) {
      if (phase === "sealed" && listing && !this.#keys.has(listing)) this.#runner.missKey(listing);
    }
    const shelf = this.#tapGuard.marked(positions, this.#localMs());
    const drawn = shelf.map(({ offer, phase, tapGuarded, withdrawn, soldOut }) => `${offer} ${phase} ${tapGuarded} ${withdrawn} ${soldOut}`).join();
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
    const latchedMs = this.#latch.waitMs(this.#localMs());
    const changeMs = latchedMs < Infinity ? nowMs + latchedMs : playback.nextDrawingMs(nowMs, this.#cardOf);
    const latching = changeMs - LATCH_AHEAD_MS;
    const waitMs = Math.min(changeMs, latching > nowMs ? latching : Infinity, opening, second) - nowMs;
    this.#ticker.set(Math.min(waitMs, this.#tapGuard.waitMs(this.#localMs())));
  }

  #tellStatus() {
    const { connection, error, clock, paused } = this.status;
    const isLive = connection === "live";
    // Another tab that began to buy meanwhile may be closed.
    if (isLive && !this.#wasLive) this.resumePurchases();
    this.#wasLive = isLive;
    const told = `${connection} ${clock.state} ${error?.message} ${paused}`;
    if (told === this.#toldStatus) return;
    this.#toldStatus = told;
    this.dispatchEvent(new Event("status"));
  }
}

/**
 * @param {unknown} id
 * @param {unknown} options
 */
function checkStore(id, options) {
  if (!isStoreId(id)) {
    throw new OptionError("store", `${described(id)} is no store's id. An id has 1 to 32 characters: a to z, 0 to 9 and -.`);
  }
  if (!isObject(options)) {
    throw new OptionError("options", `A store needs options, at least { publicKey }, and ${described(options)} was given.`);
  }
}

/** @param {string} text */
function publicKeyBytes(text) {
  const bytes = fromBase64url(text);
  if (bytes?.length === KEY_LENGTH) return bytes;
  const right = "the one that the server's start-up lines and /v1/stores show, 43 characters of base64url";
  throw new OptionError("publicKey", `${described(text)} isn't a store's public key. Give as \`publicKey\` ${right}.`);
}

/** @param {string} text */
function appSecretBytes(text) {
  const bytes = fromBase64url(text);
  if (bytes?.length === KEY_LENGTH) return bytes;
  const right = "the store's own from the server's configuration, 43 characters of base64url";
  throw new OptionError("appSecret", `That isn't an app secret. Give as \`appSecret\` ${right}.`);
}
