// @ts-check
/** Performs what a `Session` decides: requests, the stream and its timers, and the checks on what comes back. */

import { AppSecretError, KeyError } from "./errors.js";
import { Session } from "./session.js";
import { checkTime, readWindow } from "./window-file.js";

/** @typedef {import("./session.js").SessionEvent} SessionEvent */
/** @typedef {import("./session.js").Action} Action */
/** @typedef {import("./session.js").TimerName} TimerName */
/** @typedef {import("./key-ring.js").KeyRing} KeyRing */
/** @typedef {import("./released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("./window-file.js").ShelfWindow} ShelfWindow */
/** @typedef {import("./window-file.js").TrueTime} TrueTime */
/** @typedef {import("./window-archive.js").StoredWindow} StoredWindow */
/**
 * @typedef {object} RunnerParts
 * @property {string} store
 * @property {import("./transport.js").Transport} transport
 * @property {import("./window-archive.js").WindowArchive} archive
 * @property {string} archiveName
 * @property {() => Promise<CryptoKey>} publicKey
 * @property {KeyRing} keys
 * @property {() => import("./session.js").Instant} instant
 * @property {() => TrueTime | null} trueTime
 * @property {() => number} localUs
 * @property {(releaseMs: number, arrivedUs: number, listeningUs: number) => void} keyCame a key was pushed and verified
 * @property {() => void} changed called whenever a window, a key, the connection or the error is new
 */

const WHOLE_WINDOW_MS = 600_000;

export class SessionRunner {
  /** @type {ShelfWindow | null} */
  window = null;
  /** @type {Error | null} */
  error = null;
  #parts;
  #session = new Session();
  #etag = "";
  #timeChecked = false;
  #downloads = 0;
  #listeningSinceUs = 0;
  /** @type {Map<TimerName, ReturnType<typeof setTimeout>>} */
  #timers = new Map();
  #period = new AbortController();
  #closeStream = () => {};
  /** Windows and keys are judged one after the other: each against what the one before left in use. */
  #judging = Promise.resolve();

  /** @param {RunnerParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  get connection() {
    return this.#session.connection;
  }

  get active() {
    return this.#session.active;
  }

  /** Whether the store's keys come one by one. */
  get sealed() {
    return this.window?.header.chains.some((chain) => chain.leadMs < WHOLE_WINDOW_MS) ?? false;
  }

  /** Whether a window is on its way: until it is here, it delays everything else. */
  get downloading() {
    return this.#downloads > 0;
  }

  /** @param {SessionEvent} event */
  handle(event) {
    this.#respond(event);
    this.#parts.changed();
  }

  /**
   * Said while drawing, so nothing is drawn again for it.
   * @param {{ chain: { id: string }, slot: number }} listing one whose key should be here and isn't
   */
  missKey({ chain, slot }) {
    this.#respond({ type: "keyMissing", chain: chain.id, slot });
  }

  /** @param {SessionEvent} event */
  #respond(event) {
    for (const action of this.#session.handle(event, this.#parts.instant())) this.#perform(action);
  }

  /** A window taken before the clock had an estimate is looked at again once it has one. */
  checkHeldTime() {
    const time = this.#parts.trueTime();
    if (!this.window || this.#timeChecked || !time) return;
    this.#timeChecked = true;
    try {
      checkTime(this.window.header, time);
    } catch {
      this.window = null;
      this.#etag = "";
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
        return;
      case "setTimer":
        return this.#setTimer(action.name, action.afterMs);
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
    const stored = await this.#parts.archive.load(this.#parts.archiveName).catch(() => null);
    if (stored) await this.#judge(() => this.#takeWindow(stored, true)).catch(() => {});
  }

  /** @param {AbortSignal} signal */
  async #fetchWindow(signal) {
    const answer = await this.#downloaded(signal);
    if (signal.aborted) return;
    if (answer === null) return this.#windowUnchanged();
    if (answer instanceof Error) {
      this.error ??= answer;
      return this.handle({ type: "windowFailed" });
    }
    try {
      await this.#judge(() => this.#takeWindow(answer, false));
      this.#parts.archive.save(this.#parts.archiveName, answer).catch(() => {});
    } catch (error) {
      this.error = asError(error);
      if (!signal.aborted) this.handle({ type: "windowRefused" });
    }
  }

  /** @param {AbortSignal} signal */
  async #downloaded(signal) {
    const { transport, store } = this.#parts;
    this.#downloads++;
    try {
      return await transport.window(store, this.#etag, signal);
    } catch (error) {
      return asError(error);
    } finally {
      this.#downloads--;
    }
  }

  #windowUnchanged() {
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
    const window = await readWindow(bytes, { publicKey, store, sequence, time, chains: keys.headers });
    this.error = await keys.takeWindow(window).then(() => null, asError);
    this.window = window;
    this.#etag = etag;
    this.#timeChecked = time !== null;
    this.handle({ type: "windowTaken", untilMs: window.header.untilMs, sealed: this.sealed, stored });
  }

  #openStream() {
    const { transport, store, localUs } = this.#parts;
    this.#closeStream = transport.openKeys(store, {
      opened: () => {
        this.#listeningSinceUs = localUs();
        this.handle({ type: "streamOpened" });
      },
      lost: () => this.handle({ type: "streamLost" }),
      key: (key) => {
        const arrivedUs = localUs();
        this.#judge(() => this.#takeKey(key, arrivedUs));
      },
    });
  }

  /**
   * @param {string} chain
   * @param {number} slot
   * @param {AbortSignal} signal
   */
  async #askKey(chain, slot, signal) {
    const { transport, store } = this.#parts;
    const key = await transport.key(store, chain, slot, signal).catch(() => null);
    if (signal.aborted) return;
    if (key) await this.#judge(() => this.#takeKey(key, null));
    else this.handle({ type: "keyFailed" });
  }

  /**
   * @param {ReleasedKey} key
   * @param {number | null} arrivedUs when it was pushed; null for one that was asked for
   */
  async #takeKey(key, arrivedUs) {
    const { keys, trueTime, keyCame } = this.#parts;
    const asked = arrivedUs === null;
    try {
      const verified = await keys.takeKey(key, trueTime()?.latestMs ?? Infinity);
      if (verified && !asked) keyCame(keys.releaseMs(key), arrivedUs, arrivedUs - this.#listeningSinceUs);
      this.handle({ type: "keyTaken", chain: key.chain, slot: key.slot, asked });
    } catch (error) {
      this.handle({ type: "keyRefused", code: error instanceof KeyError ? error.code : "forged" });
      if (asked) this.handle({ type: "keyFailed" });
    }
  }

  /**
   * @param {() => Promise<void>} judgement
   * @returns {Promise<void>}
   */
  #judge(judgement) {
    const judged = this.#judging.then(judgement);
    this.#judging = judged.catch(() => {});
    return judged;
  }
}

/** @param {unknown} error */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}
