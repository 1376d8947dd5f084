// @ts-check
/** Performs the actions of a `StoreSession` (requests, the key stream, timers), and checks what the server sends. */

import { ReplacedListings } from "../playback/replaced-listings.js";
import { ClosedListings } from "../playback/closed-listings.js";
import { AppSecretError, CardError, KeyError, OldBrowserError, WindowError } from "../seal/errors.js";
import { asRequestError, FloodError, GoneError, RequestError, UnreachableError } from "../transport/transport-errors.js";
import { openNotice } from "../seal/notice.js";
import { checkTime, readWindow } from "../seal/window-file.js";
import { KeyWatch } from "./key-watch.js";
import { StoreSession } from "./store-session.js";

/** @typedef {import("./store-session.js").SessionEvent} SessionEvent */
/** @typedef {import("./store-session.js").Action} Action */
/** @typedef {import("./store-session.js").TimerName} TimerName */
/** @typedef {import("../seal/key-ring.js").KeyRing} KeyRing */
/** @typedef {import("../seal/released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("../seal/notice.js").SignedNotice} SignedNotice */
/** @typedef {import("../seal/window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("../seal/window-file.js").TrueTime} TrueTime */
/** @typedef {import("./store-archive.js").StoredWindow} StoredWindow */
/** @typedef {AppSecretError | CardError | GoneError | KeyError | OldBrowserError | RequestError | UnreachableError | WindowError} StoreError what can be wrong with a store */
/**
 * @typedef {object} RunnerParts
 * @property {string} store
 * @property {import("../transport/transport.js").Transport} transport
 * @property {import("./store-archive.js").StoreArchive} archive
 * @property {string} archiveName
 * @property {() => Promise<CryptoKey>} publicKey
 * @property {KeyRing} keys
 * @property {() => import("./store-session.js").Instant} instant
 * @property {() => TrueTime | null} trueTime
 * @property {() => number} localUs
 * @property {(localMs: number) => number} epochMs when it was so late by this device's clock, since the epoch
 * @property {(withinMs: number) => void} askTime asks for an exchange of time stamps within this time
 * @property {(releaseMs: number, arrivedUs: number, listeningUs: number) => void} keyCame called when a pushed key was
 *   verified
 * @property {(incarnationMs: number) => void} begunAnew called when a window has replaced one of an earlier
 *   incarnation, and everything from that one was dropped
 * @property {(version: string | null) => void} storesMayDiffer called with the version of what the server says of its
 *   stores when the key stream announces it, and with null when a window has come without a stream that would
 * @property {() => void} changed called when the window, a key, the connection or the error is new
 */

/**
 * In a store whose keys are released this long ahead, a window brings all keys that it needs, and the stream only
 * notices.
 */
export const PREFETCHED_LEAD_MS = 600_000;

export class SessionRunner {
  /** @type {ShelfWindow | null} the window in use, with each listing in the highest revision that is known */
  window = null;
  /** @type {StoreError | null} what went wrong last, apart from an outage */
  error = null;
  /** Whether the store sells nothing for a while, as the key stream has said it last. */
  paused = false;
  closed = new ClosedListings();
  #replaced = new ReplacedListings();
  #parts;
  #session = new StoreSession();
  #keyWatch = new KeyWatch();
  /** @type {RequestError | null} why a request failed last */
  #lastFailure = null;
  /** @type {{ localMs: number, error: UnreachableError } | null} the outage that was told last, and since when it lasts */
  #told = null;
  #etag = "";
  #hasAsked = false;
  /** @type {number | null} the latest incarnation that a window has named; windows of earlier ones are refused */
  #incarnationMs = null;
  /** Whether any window of this store has come. If none has, its id may be misspelt. */
  #wasThere = false;
  #timeChecked = false;
  #downloads = 0;
  #listeningSinceUs = 0;
  /** @type {Map<TimerName, ReturnType<typeof setTimeout>>} */
  #timers = new Map();
  #period = new AbortController();
  #closeStream = () => {};
  /**
   * The stream that is open or being opened, whether it has brought a forged key, and whether it has said if the store is
   * paused.
   * @type {{ forged: boolean, toldPause: boolean } | null}
   */
  #stream = null;
  /** Windows and keys are checked one after the other, because each is checked against those taken before it. */
  #checking = Promise.resolve();

  /** @param {RunnerParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  get connection() {
    return this.#session.connection;
  }

  get running() {
    return this.#session.running;
  }

  get active() {
    return this.#session.active;
  }

  /** @returns {UnreachableError | null} what the player is told while the server or its time can't be had */
  get outage() {
    const outage = this.#session.outage(this.#parts.instant());
    if (!outage) return null;
    const { of, sinceMs } = outage;
    if (this.#told?.localMs !== sinceMs || this.#told.error.of !== of) {
      const error = new UnreachableError(of, this.#parts.epochMs(sinceMs), this.#lastFailure);
      this.#told = { localMs: sinceMs, error };
    }
    return this.#told.error;
  }

  /** Whether the store's keys are pushed one by one. */
  get sealed() {
    return this.window?.header.chains.some((chain) => chain.leadMs < PREFETCHED_LEAD_MS) ?? false;
  }

  /** Whether a window is being downloaded, which delays other answers. */
  get downloading() {
    return this.#downloads > 0;
  }

  /** @param {SessionEvent} event */
  handle(event) {
    this.#respond(event);
    this.#parts.changed();
  }

  /**
   * Takes it that an exchange of time stamps has failed.
   * @param {number} sinceMs when it began, by this device's clock
   * @param {RequestError} error
   */
  missTime(sinceMs, error) {
    this.#lastFailure = error;
    this.handle({ type: "unreached", sinceMs });
  }

  /**
   * Tells the session that a key is missing. This happens while drawing, so it doesn't draw again.
   * @param {{ chain: { id: string }, slot: number }} listing a listing that has begun and whose key isn't there
   */
  missKey({ chain, slot }) {
    this.#respond({ type: "keyMissing", chain: chain.id, slot });
  }

  /** Looks whether keys have stopped coming. It is called every second while the time is known. */
  watchKeys() {
    const time = this.#parts.trueTime();
    const lateMs = time && this.#keyWatch.look(time.earliestMs, this.#parts.instant().localMs);
    if (lateMs !== null) this.handle({ type: "keysOverdue", lateMs });
  }

  /** @param {SessionEvent} event */
  #respond(event) {
    if (event.type === "reached" || event.type === "unreached") this.#keyWatch.exchanged(event.type === "reached");
    for (const action of this.#session.handle(event, this.#parts.instant())) this.#perform(action);
  }

  /** Checks the time of a window that was taken before the clock had an estimate, once it has one. */
  checkHeldTime() {
    const time = this.#parts.trueTime();
    if (!this.window || this.#timeChecked || !time) return;
    this.#timeChecked = true;
    try {
      checkTime(this.window.header, time);
    } catch {
      this.window = null;
      this.#forgetNotices();
      this.#etag = "";
      // The time is known now, so the next window is checked against it and not against the dropped window's
      // incarnation.
      this.#incarnationMs = null;
      this.handle({ type: "windowDropped" });
    }
  }

  /** @param {Action} action */
  #perform(action) {
    switch (action.do) {
      case "loadStored":
        return void this.#loadStored();
      case "fetchWindow":
        return void this.#fetchWindow(this.#period.signal);
      case "askKey":
        return void this.#askKey(action.chain, action.slot, this.#period.signal);
      case "openStream":
        return this.#openStream();
      case "closeStream":
        this.#closeStream();
        this.#closeStream = () => {};
        this.#stream = null;
        this.#keyWatch.streamClosed();
        return;
      case "setTimer":
        return this.#setTimer(action.name, action.afterMs);
      case "askTime":
        return this.#parts.askTime(action.withinMs);
      case "rest":
        return this.#rest();
    }
  }

  /**
   * @param {TimerName} name
   * @param {number} afterMs
   */
  #setTimer(name, afterMs) {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(() => this.handle({ type: "timer", name }), afterMs));
  }

  #rest() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#period.abort();
    this.#period = new AbortController();
  }

  async #loadStored() {
    const stored = await this.#parts.archive.loadWindow(this.#parts.archiveName).catch(() => null);
    if (stored) await this.#check(() => this.#takeWindow(stored, true)).catch(() => {});
  }

  /** @param {AbortSignal} signal */
  async #fetchWindow(signal) {
    const { localMs: sinceMs } = this.#parts.instant();
    const answer = await this.#downloaded(signal);
    if (signal.aborted) return;
    if (answer === null) return this.#windowUnchanged();
    if (answer instanceof Error && !(answer instanceof WindowError)) {
      const gone = answer instanceof RequestError && answer.status === 404 ? await this.#unlisted() : answer;
      if (signal.aborted) return;
      if (gone instanceof GoneError) return void this.#check(() => this.#storeGone(gone));
      this.#lastFailure = asRequestError(answer, `The window can't be read: ${answer.message}`);
      this.error ??= this.#lastFailure;
      return this.handle({ type: "windowFailed", sinceMs });
    }
    try {
      if (answer instanceof WindowError) throw answer;
      await this.#check(() => this.#takeWindow(answer, false));
      this.#parts.archive.saveWindow(this.#parts.archiveName, answer).catch(() => {});
    } catch (error) {
      this.error = asStoreError(error);
      if (!signal.aborted) this.handle({ type: "windowRefused" });
    }
  }

  /** @param {AbortSignal} signal */
  async #downloaded(signal) {
    const { transport, store } = this.#parts;
    this.#downloads++;
    try {
      // A cache may have the last window of a closed store still, so that store must be listed again first.
      const unlisted = this.#session.gone ? await this.#unlisted() : null;
      if (unlisted) return unlisted;
      const isFirst = !this.#hasAsked;
      this.#hasAsked = true;
      return await transport.window(store, this.#etag, signal, isFirst);
    } catch (error) {
      return asError(error);
    } finally {
      this.#downloads--;
    }
  }

  /**
   * @returns {Promise<GoneError | null>} an error when the server has other stores and not this one; right after a
   * restore it has none, though none is closed
   */
  async #unlisted() {
    const { transport, store } = this.#parts;
    const listed = (await transport.stores().catch(() => [])).map(({ id }) => id);
    if (listed.length === 0 || listed.includes(store)) return null;
    return new GoneError(store, listed);
  }

  /**
   * Forgets what was on the shelf, and drops answers that are under way, which may be from when the store was still
   * open. If the store comes back, everything begins with its next window.
   * @param {GoneError} error
   */
  async #storeGone(error) {
    this.#period.abort();
    this.#period = new AbortController();
    this.window = null;
    this.#etag = "";
    this.#parts.keys.clear();
    this.error = this.#wasThere ? new GoneError() : error;
    this.#parts.storesMayDiffer(null);
    this.handle({ type: "storeGone" });
  }

  #windowUnchanged() {
    if (!this.sealed) this.#parts.storesMayDiffer(null);
    if (!(this.error instanceof AppSecretError)) this.error = null;
    this.handle({ type: "windowUnchanged" });
  }

  /**
   * @param {StoredWindow} answer
   * @param {boolean} stored
   */
  async #takeWindow({ bytes, etag }, stored) {
    const { store, keys } = this.#parts;
    const publicKey = await this.#parts.publicKey();
    const time = this.#parts.trueTime();
    const sequence = this.window?.header.sequence;
    const incarnationMs = this.#incarnationMs;
    const window = await readWindow(bytes, { publicKey, store, incarnationMs, sequence, time, chains: keys.headers });
    const anew = this.window !== null && window.header.incarnationMs !== incarnationMs;
    if (anew) {
      keys.clear();
      this.#forgetNotices();
    }
    this.#incarnationMs = window.header.incarnationMs;
    this.#wasThere = true;
    const before = anew ? null : this.window;
    this.closed.takeWindow(window, before);
    this.#replaced.takeWindow(window, before);
    this.window = { ...window, shelves: window.shelves.map((shelf) => this.#replaced.newest(shelf)) };
    this.#etag = etag;
    this.#timeChecked = time !== null;
    // After the window: with the old one still in use they could open a card that was replaced.
    this.error = await keys.takeWindow(window).then(() => null, asStoreError);
    this.#keyWatch.takeWindow(this.#dueKeys(window), this.#parts.instant().localMs);
    if (!this.sealed && !stored) this.#parts.storesMayDiffer(null);
    if (anew) this.#parts.begunAnew(window.header.incarnationMs ?? 0);
    this.handle({ type: "windowTaken", untilMs: window.header.untilMs, sealed: this.sealed, stored });
  }

  /**
   * @param {ShelfWindow} window
   * @returns {import("./key-watch.js").DueKey[]} each key of a sealed chain that the window's listings need and that isn't
   *   known. A prefetched store shows what it has without the stream, and without its app secret it takes no key at all
   */
  #dueKeys({ shelves }) {
    const { keys } = this.#parts;
    /** @type {Map<string, import("./key-watch.js").DueKey>} */
    const due = new Map();
    for (const listing of shelves.flat()) {
      if (keys.has(listing) || listing.chain.leadMs >= PREFETCHED_LEAD_MS) continue;
      const key = { chain: listing.chain.id, slot: listing.slot };
      due.set(`${key.chain} ${key.slot}`, { ...key, releaseMs: listing.startMs - listing.chain.leadMs });
    }
    return [...due.values()];
  }

  #openStream() {
    const { transport, store, localUs } = this.#parts;
    const stream = { forged: false, toldPause: false };
    this.#stream = stream;
    // What has come on a stream behind a forged key isn't looked at. The next stream says again what holds.
    const check = (/** @type {() => Promise<void>} */ take) =>
      this.#check(async () => {
        if (!stream.forged) await take();
      });
    this.#closeStream = transport.openKeys(store, {
      opened: () => {
        this.#listeningSinceUs = localUs();
        this.#keyWatch.streamOpened(this.#parts.instant().localMs);
        this.handle({ type: "streamOpened" });
      },
      lost: (error, silentMs = 0) => {
        this.#lastFailure = error ?? this.#lastFailure;
        const sinceMs = this.#parts.instant().localMs - silentMs;
        this.handle({ type: "streamLost", sinceMs, isFlood: error instanceof FloodError });
      },
      announced: (announcement) => this.#announced(announcement),
      key: (key) => {
        const arrivedUs = localUs();
        return check(async () => {
          stream.forged = (await this.#takeKey(key, arrivedUs)) === "forged";
          if (stream.forged && (this.#stream ?? stream) === stream) this.handle({ type: "streamForged" });
        });
      },
      notice: (notice) => check(() => this.#takeNotice(notice)),
    });
  }

  /** @param {import("../transport/key-stream.js").Announcement} announcement */
  #announced(announcement) {
    if (announcement.type === "gone") return this.#check(() => this.#storeGone(new GoneError()));
    if (announcement.type === "paused") return this.#setPaused(announcement.paused);
    if (announcement.type === "stores") {
      // A stream begins with whether the store is paused, if it ever was, and says this behind it.
      if (!this.#stream?.toldPause) this.#setPaused(false);
      return this.#parts.storesMayDiffer(announcement.version);
    }
    if (announcement.sequence > (this.window?.header.sequence ?? -1)) this.handle({ type: "windowAnnounced" });
  }

  /** @param {boolean} paused */
  #setPaused(paused) {
    if (this.#stream) this.#stream.toldPause = true;
    if (paused === this.paused) return;
    this.paused = paused;
    this.#parts.changed();
  }

  /**
   * @param {string} chain
   * @param {number} slot
   * @param {AbortSignal} signal
   */
  async #askKey(chain, slot, signal) {
    const { transport, store } = this.#parts;
    let isGone = false;
    const key = await transport.key(store, chain, slot, signal).catch((error) => {
      isGone = error instanceof RequestError && error.status === 404 && this.#isReleased(chain, slot);
      return null;
    });
    if (signal.aborted) return;
    const refused = key && (await this.#check(() => this.#takeKey(key, null)));
    if (!key || refused) this.handle({ type: "keyFailed", isGone });
  }

  /**
   * @param {string} chain
   * @param {number} slot
   * @returns {boolean} whether this key must be public by now, so that a server which doesn't have it has another chain
   */
  #isReleased(chain, slot) {
    const { keys, trueTime } = this.#parts;
    const header = keys.headers.find(({ id }) => id === chain);
    const time = trueTime();
    return header !== undefined && time !== null && time.earliestMs >= keys.releaseMs({ chain, slot });
  }

  /**
   * @param {ReleasedKey} key
   * @param {number | null} arrivedUs when a pushed key arrived; null for a key that was requested
   * @returns {Promise<string | null>} why it was refused
   */
  async #takeKey(key, arrivedUs) {
    const { keys, trueTime, keyCame } = this.#parts;
    const asked = arrivedUs === null;
    try {
      const verified = await keys.takeKey(key, trueTime()?.latestMs ?? Infinity);
      if (verified && !asked) keyCame(keys.releaseMs(key), arrivedUs, arrivedUs - this.#listeningSinceUs);
      if (verified) this.#keyWatch.keyCame(key.chain, key.slot);
      if (verified && this.error instanceof KeyError) this.error = null;
      this.handle({ type: "keyTaken", chain: key.chain, slot: key.slot, asked, isNews: verified });
      return null;
    } catch (error) {
      const code = error instanceof KeyError ? error.code : "failed";
      if (code === "forged") this.error ??= asStoreError(error);
      this.handle({ type: "keyRefused", code });
      return code;
    }
  }

  /**
   * A notice of another store, or of a kind that isn't known, is no error.
   * @param {SignedNotice} signed
   */
  async #takeNotice(signed) {
    const notice = await openNotice(signed, await this.#parts.publicKey());
    if (notice?.store !== this.#parts.store) return;
    const isNews = notice.kind === "replaced" ? this.#takeReplacement(notice) : this.closed.take(notice, notice.kind);
    if (isNews) this.#parts.changed();
  }

  /** @param {import("../seal/notice.js").Notice} notice */
  #takeReplacement(notice) {
    if (!this.#replaced.take(notice)) return false;
    const replace = (/** @type {import("../seal/window-records.js").Listing[]} */ shelf, /** @type {number} */ position) =>
      position === notice.position ? this.#replaced.newest(shelf) : shelf;
    if (this.window) this.window = { ...this.window, shelves: this.window.shelves.map(replace) };
    return true;
  }

  #forgetNotices() {
    this.closed = new ClosedListings();
    this.#replaced = new ReplacedListings();
  }

  /**
   * @template T
   * @param {() => Promise<T>} check
   * @returns {Promise<T>}
   */
  #check(check) {
    const checked = this.#checking.then(check);
    this.#checking = checked.then(() => {}, () => {});
    return checked;
  }
}

/** @param {unknown} error */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}

const STORE_ERRORS = [AppSecretError, CardError, GoneError, KeyError, OldBrowserError, RequestError, WindowError];

/**
 * @param {unknown} error
 * @returns {StoreError}
 */
function asStoreError(error) {
  const known = STORE_ERRORS.some((known) => error instanceof known);
  return known ? /** @type {StoreError} */ (error) : asRequestError(error, `What the server sent can't be used: ${asError(error).message}`);
}
