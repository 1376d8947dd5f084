// @ts-check
/**
 * When a store asks the server for what. A value: events go in, actions come out, and the runner
 * beside it performs them; so a whole day of lost networks is arithmetic in a test.
 */

/** @typedef {"connecting" | "live" | "offline"} Connection */
/** @typedef {{ localMs: number, serverMs: number | null }} Instant server time is null until the clock has an estimate */
/**
 * @typedef {{ type: "started" } | { type: "stopped" } | { type: "shown" } | { type: "hidden" } | { type: "online" }
 *   | { type: "windowTaken", untilMs: number, sealed: boolean, stored?: boolean }
 *   | { type: "windowUnchanged" } | { type: "windowFailed" } | { type: "windowRefused" } | { type: "windowDropped" }
 *   | { type: "streamOpened" } | { type: "streamLost" }
 *   | { type: "keyTaken", chain: string, slot: number, asked: boolean }
 *   | { type: "keyRefused", code: string } | { type: "keyMissing", chain: string, slot: number } | { type: "keyFailed" }
 *   | { type: "reached" } | { type: "unreached" } | { type: "timer", name: TimerName }} SessionEvent
 */
/** @typedef {"window" | "stream" | "key"} TimerName */
/**
 * @typedef {{ do: "loadStored" } | { do: "fetchWindow" } | { do: "openStream" } | { do: "closeStream" }
 *   | { do: "askKey", chain: string, slot: number } | { do: "setTimer", name: TimerName, afterMs: number }
 *   | { do: "rest" }} Action `rest`: clear the timers and drop what is under way
 */

const REFRESH_LEAST_MS = 6 * 60_000;
const REFRESH_MOST_MS = 9 * 60_000;
/** A window is asked for at least this long before the one in use runs out. */
const RESERVE_MS = 30_000;
/** With less than this left, a server that is back is asked for a window soon. */
const SHORT_MS = 5 * 60_000;
const RETRY_MS = 5000;
const STREAM_RETRY_MS = 500;
const STREAM_RETRY_MOST_MS = 10_000;
const KEY_RETRY_MS = 1000;
const KEY_RETRY_MOST_MS = 30_000;
const SOON_MS = 2000;

export class Session {
  #random;
  #running = false;
  #visible = true;
  /** @type {{ untilMs: number, sealed: boolean } | null} */
  #window = null;
  #windowDueMs = 0;
  #fetching = false;
  #retrying = false;
  #askedAtMs = -Infinity;
  /** @type {"closed" | "opening" | "open"} */
  #stream = "closed";
  #streamLosses = 0;
  /** @type {{ chain: string, slot: number, attempts: number } | null} */
  #missing = null;
  #heard = false;
  #failures = 0;
  /** The last window that came was refused: the server is there, but the shelf doesn't go on. */
  #refused = false;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** @returns {Connection} */
  get connection() {
    if (this.#failures >= 2) return "offline";
    return this.#heard && this.#failures === 0 && !this.#refused ? "live" : "connecting";
  }

  get active() {
    return this.#running && this.#visible;
  }

  /**
   * @param {SessionEvent} event
   * @param {Instant} instant
   * @returns {Action[]}
   */
  handle(event, instant) {
    const wasActive = this.active;
    if (event.type === "started" || event.type === "stopped") this.#running = event.type === "started";
    if (event.type === "shown" || event.type === "hidden") this.#visible = event.type === "shown";
    if (this.active !== wasActive) return this.active ? this.#wake(instant) : this.#rest();
    return this.active ? this.#respond(event, instant) : this.#note(event);
  }

  /** @param {Instant} instant @returns {Action[]} */
  #wake(instant) {
    const waitMs = this.#window ? Math.max(0, this.#windowDueMs - instant.localMs) : 0;
    /** @type {Action[]} */
    const stored = this.#window ? [] : [{ do: "loadStored" }];
    return [...stored, ...(waitMs > 0 ? this.#later(waitMs) : this.#fetch(instant)), ...this.#tendStream()];
  }

  /** @returns {Action[]} */
  #rest() {
    this.#fetching = false;
    this.#stream = "closed";
    this.#streamLosses = 0;
    this.#missing = null;
    return [{ do: "closeStream" }, { do: "rest" }];
  }

  /**
   * Asleep, a late answer may still bring a window, but nothing is asked for.
   * @param {SessionEvent} event
   * @returns {Action[]}
   */
  #note(event) {
    if (event.type === "windowTaken") this.#window = { untilMs: event.untilMs, sealed: event.sealed };
    return [];
  }

  /** @param {SessionEvent} event @param {Instant} instant @returns {Action[]} */
  #respond(event, instant) {
    switch (event.type) {
      case "windowTaken":
        return this.#windowTaken(event, instant);
      case "windowUnchanged":
        return this.#windowAnswered(instant);
      case "windowFailed":
        this.#failures++;
        return this.#retryWindow(instant);
      case "windowRefused":
        this.#refused = true;
        return this.#retryWindow(instant);
      case "windowDropped":
        this.#window = null;
        return [...this.#tendStream(), ...this.#fetch(instant)];
      case "streamOpened":
        return this.#streamOpened();
      case "streamLost":
        return this.#streamLost();
      case "keyTaken":
        return this.#keyTaken(event);
      case "keyRefused":
        return this.#keyRefused(event.code, instant);
      case "keyMissing":
        return this.#keyMissing(event);
      case "keyFailed":
        return this.#keyFailed();
      case "reached":
        return this.#reached(instant);
      case "unreached":
        this.#failures++;
        return [];
      case "online":
        return this.#hurry(instant);
      case "timer":
        return this.#timerRang(event.name, instant);
      default:
        return [];
    }
  }

  /** @param {{ untilMs: number, sealed: boolean, stored?: boolean }} window @param {Instant} instant @returns {Action[]} */
  #windowTaken({ untilMs, sealed, stored }, instant) {
    this.#window = { untilMs, sealed };
    this.#missing = null;
    return [...(stored ? [] : this.#windowAnswered(instant)), ...this.#tendStream()];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #windowAnswered(instant) {
    this.#refused = false;
    this.#fetching = false;
    this.#retrying = false;
    this.#hear();
    const spreadMs = REFRESH_LEAST_MS + this.#random() * (REFRESH_MOST_MS - REFRESH_LEAST_MS);
    const waitMs = Math.max(this.#jittered(RETRY_MS), Math.min(spreadMs, this.#remainingMs(instant) - RESERVE_MS));
    this.#windowDueMs = instant.localMs + waitMs;
    return this.#later(waitMs);
  }

  /** @param {Instant} instant @returns {Action[]} */
  #retryWindow(instant) {
    this.#fetching = false;
    this.#retrying = true;
    const waitMs = this.#jittered(RETRY_MS);
    this.#windowDueMs = instant.localMs + waitMs;
    return this.#later(waitMs);
  }

  /** @param {Instant} instant @returns {Action[]} */
  #fetch(instant) {
    if (this.#fetching) return [];
    this.#fetching = true;
    this.#askedAtMs = instant.localMs;
    return [{ do: "fetchWindow" }];
  }

  /** @returns {Action[]} */
  #tendStream() {
    const wanted = this.#window?.sealed ?? false;
    if (wanted && this.#stream === "closed") return this.#openStream();
    if (wanted || this.#stream === "closed") return [];
    this.#stream = "closed";
    return [{ do: "closeStream" }];
  }

  /** @returns {Action[]} */
  #openStream() {
    this.#stream = "opening";
    this.#missing = null;
    return [{ do: "openStream" }];
  }

  /** @returns {Action[]} */
  #streamOpened() {
    this.#stream = "open";
    this.#streamLosses = 0;
    this.#hear();
    return [];
  }

  /** @returns {Action[]} */
  #streamLost() {
    this.#stream = "closed";
    this.#failures++;
    const afterMs = this.#backoff(STREAM_RETRY_MS, STREAM_RETRY_MOST_MS, this.#streamLosses++);
    return [{ do: "closeStream" }, { do: "setTimer", name: "stream", afterMs }];
  }

  /**
   * A key that had to be asked for although the stream seems up: the stream may be dead without
   * knowing it, so it is opened anew.
   * @param {{ chain: string, slot: number, asked: boolean }} key
   * @returns {Action[]}
   */
  #keyTaken({ chain, slot, asked }) {
    if (asked || (this.#missing?.chain === chain && slot >= this.#missing.slot)) this.#missing = null;
    return asked && this.#stream === "open" ? [{ do: "closeStream" }, ...this.#openStream()] : [];
  }

  /** @param {string} code @param {Instant} instant @returns {Action[]} */
  #keyRefused(code, instant) {
    const helped = code === "chain" || code === "walk";
    return helped && instant.localMs - this.#askedAtMs >= RETRY_MS ? this.#fetch(instant) : [];
  }

  /** @param {{ chain: string, slot: number }} key @returns {Action[]} */
  #keyMissing({ chain, slot }) {
    if (this.#stream !== "open") return [];
    if (this.#missing?.chain === chain && this.#missing.slot >= slot) return [];
    const waiting = this.#missing !== null;
    this.#missing = { chain, slot, attempts: this.#missing?.attempts ?? 0 };
    return waiting ? [] : [{ do: "setTimer", name: "key", afterMs: this.#backoff(KEY_RETRY_MS, KEY_RETRY_MOST_MS, 0) }];
  }

  /** @returns {Action[]} */
  #keyFailed() {
    if (!this.#missing) return [];
    const afterMs = this.#backoff(KEY_RETRY_MS, KEY_RETRY_MOST_MS, ++this.#missing.attempts);
    return [{ do: "setTimer", name: "key", afterMs }];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #reached(instant) {
    const wasAway = this.#failures > 0;
    this.#hear();
    return wasAway ? this.#hurry(instant) : [];
  }

  /**
   * The network or the server is back: what waits for a retry need not wait its full time, but a
   * crowd that comes back together is spread all the same.
   * @param {Instant} instant
   * @returns {Action[]}
   */
  #hurry(instant) {
    /** @type {Action[]} */
    const actions = [];
    const short = this.#retrying || this.#remainingMs(instant) < SHORT_MS;
    if (short && !this.#fetching) actions.push(...this.#later(this.#random() * SOON_MS));
    if (this.#window?.sealed && this.#stream === "closed") {
      actions.push({ do: "setTimer", name: "stream", afterMs: this.#random() * STREAM_RETRY_MS });
    }
    return actions;
  }

  /** @param {TimerName} name @param {Instant} instant @returns {Action[]} */
  #timerRang(name, instant) {
    if (name === "window") return this.#fetch(instant);
    if (name === "stream") return this.#tendStream();
    if (!this.#missing || this.#stream !== "open") {
      this.#missing = null;
      return [];
    }
    return [{ do: "askKey", chain: this.#missing.chain, slot: this.#missing.slot }];
  }

  /** Without a window there is nothing to be live; in a sealed store only the stream proves that what comes next will be seen. */
  #hear() {
    if (!this.#window || (this.#window.sealed && this.#stream !== "open")) return;
    this.#heard = true;
    this.#failures = 0;
  }

  /** @param {Instant} instant */
  #remainingMs({ serverMs }) {
    if (!this.#window) return 0;
    return serverMs === null ? Infinity : this.#window.untilMs - serverMs;
  }

  /** @param {number} afterMs @returns {Action[]} */
  #later(afterMs) {
    return [{ do: "setTimer", name: "window", afterMs }];
  }

  /** @param {number} ms */
  #jittered(ms) {
    return Math.round(ms * (0.8 + 0.4 * this.#random()));
  }

  /** @param {number} baseMs @param {number} mostMs @param {number} attempt */
  #backoff(baseMs, mostMs, attempt) {
    return Math.round(Math.min(mostMs, baseMs * 2 ** attempt) * (0.5 + 0.5 * this.#random()));
  }
}
