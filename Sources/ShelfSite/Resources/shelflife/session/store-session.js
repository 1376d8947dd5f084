// @ts-check
/**
 * Decides what a store requests from the server, and when. It is a value: events go in, actions come out, and
 * `SessionRunner` performs them. So a test can go through a day of lost networks without waiting.
 */

import { backoff, spread } from "../clock/jitter.js";
import { NOTICED_MS, Outage, TOLD_MS } from "./outage.js";

/** @typedef {"connecting" | "live" | "offline"} Connection */
/** @typedef {{ localMs: number, serverMs: number | null }} Instant the same moment by both clocks; `serverMs` is null until the clock has an estimate */
/**
 * @typedef {{ type: "started" } | { type: "stopped" } | { type: "shown" } | { type: "hidden" } | { type: "online" }
 *   | { type: "windowTaken", untilMs: number, sealed: boolean, stored?: boolean }
 *   | { type: "windowUnchanged" } | { type: "windowFailed", sinceMs?: number } | { type: "windowRefused" }
 *   | { type: "windowDropped" } | { type: "streamOpened" } | { type: "streamLost", sinceMs?: number, isFlood?: boolean } | { type: "streamForged" }
 *   | { type: "keyTaken", chain: string, slot: number, asked: boolean, isNews: boolean }
 *   | { type: "keyRefused", code: string } | { type: "keyMissing", chain: string, slot: number } | { type: "keyFailed",
 *   isGone?: boolean } | { type: "keysOverdue", lateMs: number } | { type: "windowAnnounced" } | { type: "storeGone" } | { type: "reached" } | { type: "unreached", sinceMs?: number }
 *   | { type: "timer", name: TimerName }} SessionEvent `keysOverdue`: a key hasn't come on the open stream for so
 *   long after it was due that the line must be broken, as `KeyWatch` decides; `isFlood`: the stream has brought more than a true one can;
 *   `streamForged`: a key came on it that doesn't hash to its chain; `reached`, `unreached`: an exchange of time stamps was usable, or wasn't; `sinceMs`: when the request was sent
 *   that failed, or when the stream fell silent, by this device's clock, and now unless it is given
 */
/** @typedef {"server" | "time"} OutageOf what can't be had: the server, or its time alone */
/** @typedef {import("../transport/transport-errors.js").Unreachable} Unreachable */
/** @typedef {"window" | "stream" | "key" | "outage"} TimerName `outage` rings when one is to be told, or as another one */
/**
 * @typedef {{ do: "loadStored" } | { do: "fetchWindow" } | { do: "openStream" } | { do: "closeStream" }
 *   | { do: "askKey", chain: string, slot: number } | { do: "setTimer", name: TimerName, afterMs: number }
 *   | { do: "askTime", withinMs: number } | { do: "rest" }} Action `askTime`: exchange time stamps within this time;
 *   `rest`: clear the timers and abort the requests that are under way
 */

/** The next window is requested at a random moment between these, so that a crowd spreads. */
const REFRESH_LEAST_MS = 360_000;
const REFRESH_MOST_MS = 540_000;
/** A window is requested at least this long before the one in use runs out. */
const RESERVE_MS = 30_000;
/** When the server is back and less than this is left of the window in use, the next one is requested soon. */
const SHORT_MS = 300_000;
const RETRY_MS = 5000;
const STREAM_RETRY_MS = 500;
const STREAM_RETRY_MOST_MS = 5000;
/** A key is missed when it hasn't come this long after its listing's start; then it is requested by itself. */
const MISSED_MS = 1000;
const MISSED_MOST_MS = 30_000;
/** So many failures make the wait the longest. */
const GONE_ATTEMPTS = 5;
/** A window that was announced to everybody is requested within this time, at random. */
const ANNOUNCED_MS = 10_000;
/** A store that is gone is asked for again after this time, longer each time. */
const GONE_MS = 90_000;
const GONE_MOST_MS = 600_000;
/** When the server is back, everything that waits for a retry is done within this time. */
const SOON_MS = 2000;

/** After so many failures in a row the store is offline. */
const OFFLINE_FAILURES = 2;

export class StoreSession {
  #random;
  #running = false;
  #visible = true;
  /** @type {{ untilMs: number, sealed: boolean } | null} */
  #window = null;
  #windowDueMs = 0;
  #fetching = false;
  #retrying = false;
  #askedAtMs = -Infinity;
  /** @type {"closed" | "barred" | "opening" | "open"} `barred`: closed, and nothing but its timer opens it again */
  #stream = "closed";
  #streamLosses = 0;
  /** When the stream was opened last, by this device's clock. */
  #openedMs = 0;
  /** Whether a stream has brought a forged key or a flood, and none since has brought a new key that is true. */
  #forged = false;
  /** @type {{ chain: string, slot: number, attempts: number } | null} */
  #missing = null;
  #heard = false;
  #failures = 0;
  /** Whether the last window that came was refused: the server answers, but the shelf has no future. */
  #refused = false;
  /** How often in a row the server has said that it has no such store. */
  #gone = 0;
  /** @type {Record<OutageOf, Outage>} */
  #outages = { server: new Outage(), time: new Outage() };
  /** When the server last told the time. */
  #reachedAtMs = -Infinity;
  /**
   * During an outage of the server, from when on it has told the time, and since when nothing had been heard until then;
   * null if it hasn't since the outage was noticed.
   * @type {{ fromMs: number, silentSinceMs: number } | null}
   */
  #answering = null;
  /** When an outage of the server ended that was due. */
  #servedAgainMs = -Infinity;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** @returns {Connection} */
  get connection() {
    if (this.#failures >= OFFLINE_FAILURES) return "offline";
    return (this.#heard || this.#gone > 0) && this.#failures === 0 && !this.#refused ? "live" : "connecting";
  }

  /** Whether the server has said that it has no such store, and no window has come since. */
  get gone() {
    return this.#gone > 0;
  }

  /**
   * That the time alone can't be had matters only as long as it isn't known.
   * @param {Instant} instant
   * @returns {{ of: Unreachable, sinceMs: number } | null} the outage that the player is told of
   */
  outage({ localMs, serverMs }) {
    const { server, time } = this.#outages;
    if (server.isDue(localMs)) return this.#serverOutage(localMs);
    // Right after the server is back its time comes within seconds.
    const isTold = time.isDue(localMs) && serverMs === null && localMs >= this.#servedAgainMs + TOLD_MS;
    return isTold ? { of: "time", sinceMs: time.sinceMs ?? localMs } : null;
  }

  /**
   * An outage of the server that is due. A server which tells the time isn't away, and only doesn't serve this store. What
   * changes from one to the other is told after it has lasted itself.
   * @param {number} localMs
   * @returns {{ of: "server" | "store", sinceMs: number } | null}
   */
  #serverOutage(localMs) {
    const { sinceMs, dueMs } = this.#outages.server;
    if (sinceMs === null || dueMs === null) return null;
    const answering = this.#answering;
    const { time } = this.#outages;
    const tellsNoTime = answering === null || time.isDue(localMs) || (time.sinceMs !== null && time.sinceMs < dueMs);
    if (tellsNoTime) return { of: "server", sinceMs: this.#silentSinceMs };
    if (localMs >= answering.fromMs + (answering.fromMs > dueMs ? TOLD_MS : NOTICED_MS)) return { of: "store", sinceMs };
    return answering.fromMs > dueMs ? { of: "server", sinceMs: answering.silentSinceMs } : null;
  }

  /** The last moment at which the server was heard before now, in an outage of it. */
  get #silentSinceMs() {
    return Math.max(this.#outages.server.sinceMs ?? -Infinity, this.#reachedAtMs);
  }

  /** Whether it was started and not stopped since, visible or not. */
  get running() {
    return this.#running;
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
    return this.active ? this.#respond(event, instant) : this.#takeLate(event);
  }

  /** @param {Instant} instant @returns {Action[]} */
  #wake(instant) {
    const waitMs = this.#window ? Math.max(0, this.#windowDueMs - instant.localMs) : 0;
    /** @type {Action[]} */
    const stored = this.#window || this.#gone > 0 ? [] : [{ do: "loadStored" }];
    return [...stored, ...(waitMs > 0 ? this.#later(waitMs) : this.#fetch(instant)), ...this.#tendStream()];
  }

  /** @returns {Action[]} */
  #rest() {
    this.#fetching = false;
    this.#stream = "closed";
    this.#streamLosses = 0;
    this.#forged = false;
    this.#missing = null;
    this.#endServerOutage();
    this.#outages.time.end();
    this.#servedAgainMs = -Infinity;
    return [{ do: "closeStream" }, { do: "rest" }];
  }

  /**
   * Takes a window that arrives late, while the session is at rest. Nothing is requested.
   * @param {SessionEvent} event
   * @returns {Action[]}
   */
  #takeLate(event) {
    if (event.type === "windowTaken") this.#window = { untilMs: event.untilMs, sealed: event.sealed };
    if (event.type === "storeGone") this.#window = null;
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
        return [...this.#retryWindow(instant), ...this.#serverFailed(event, instant)];
      case "windowRefused":
        this.#refused = true;
        return this.#retryWindow(instant);
      case "windowAnnounced":
        return this.#windowAnnounced(instant);
      case "storeGone":
        return this.#storeGone(instant);
      case "windowDropped":
        this.#window = null;
        return [...this.#tendStream(), ...this.#fetch(instant)];
      case "streamOpened":
        return this.#streamOpened(instant);
      case "streamLost":
        return this.#streamLost(event, instant);
      case "streamForged":
        return this.#streamForged();
      case "keyTaken":
        return this.#keyTaken(event);
      case "keyRefused":
        return this.#keyRefused(event.code, instant);
      case "keysOverdue":
        return this.#keysOverdue(event, instant);
      case "keyMissing":
        return this.#keyMissing(event);
      case "keyFailed":
        return this.#keyFailed(event);
      case "reached":
        return this.#reached(instant);
      case "unreached":
        return [...this.#fail("time", event, instant), ...this.#timeFailed(event, instant)];
      case "online":
        return this.#hurry(instant);
      case "timer":
        return this.#timerRang(event.name, instant);
      default:
        return [];
    }
  }

  /**
   * @param {{ untilMs: number, sealed: boolean, stored?: boolean }} window @param {Instant} instant @returns {Action[]}
   */
  #windowTaken({ untilMs, sealed, stored }, instant) {
    this.#window = { untilMs, sealed };
    this.#missing = null;
    return [...(stored ? [] : this.#windowAnswered(instant)), ...this.#tendStream()];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #windowAnswered(instant) {
    this.#refused = false;
    this.#gone = 0;
    this.#fetching = false;
    this.#retrying = false;
    const heard = this.#hear(instant);
    const spreadMs = REFRESH_LEAST_MS + this.#random() * (REFRESH_MOST_MS - REFRESH_LEAST_MS);
    const waitMs = Math.max(spread(RETRY_MS, this.#random), Math.min(spreadMs, this.#remainingMs(instant) - RESERVE_MS));
    this.#windowDueMs = instant.localMs + waitMs;
    return [...this.#later(waitMs), ...heard];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #retryWindow(instant) {
    this.#fetching = false;
    this.#retrying = true;
    const waitMs = spread(RETRY_MS, this.#random);
    this.#windowDueMs = instant.localMs + waitMs;
    return this.#later(waitMs);
  }

  /** @param {Instant} instant @returns {Action[]} */
  #windowAnnounced(instant) {
    const waitMs = this.#random() * ANNOUNCED_MS;
    if (this.#fetching || instant.localMs + waitMs >= this.#windowDueMs) return [];
    this.#windowDueMs = instant.localMs + waitMs;
    return this.#later(waitMs);
  }

  /**
   * The shelf is empty from now on. An open stream stays open: it costs nothing, and it tells when the store is back.
   * @param {Instant} instant
   * @returns {Action[]}
   */
  #storeGone(instant) {
    this.#window = null;
    this.#missing = null;
    this.#fetching = false;
    this.#retrying = false;
    this.#refused = false;
    this.#failures = 0;
    this.#endServerOutage();
    const waitMs = backoff(GONE_MS, GONE_MOST_MS, this.#gone++, this.#random);
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

  /**
   * The stream brings keys, and notices to prefetched stores too.
   * @returns {Action[]}
   */
  #tendStream() {
    const wanted = this.#window !== null || (this.#gone > 0 && this.#stream === "open");
    if (wanted && this.#stream === "closed") return this.#openStream();
    if (wanted || this.#stream === "closed" || this.#stream === "barred") return [];
    this.#stream = "closed";
    return [{ do: "closeStream" }];
  }

  /** @returns {Action[]} */
  #openStream() {
    this.#stream = "opening";
    this.#missing = null;
    return [{ do: "openStream" }];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #streamOpened(instant) {
    this.#stream = "open";
    this.#openedMs = instant.localMs;
    return this.#hear(instant);
  }

  /**
   * The exchange that is asked for tells a prefetched store at once whether the server is gone.
   * @param {{ sinceMs?: number, isFlood?: boolean }} loss @param {Instant} instant @returns {Action[]}
   */
  #streamLost(loss, instant) {
    const askTime = /** @type {const} */ ({ do: "askTime", withinMs: this.#random() * SOON_MS });
    // That a stream opens proves nothing: it may end at once, again and again. Nor does one that lasts when one before it
    // has brought a forged key or a flood.
    if (this.#stream === "open" && instant.localMs - this.#openedMs >= STREAM_RETRY_MOST_MS && !this.#forged) this.#streamLosses = 0;
    const ended = loss.isFlood ? this.#barStream() : this.#endStream();
    return [...ended, askTime, ...this.#fail("server", loss, instant)];
  }

  /**
   * @param {number} [afterMs] when to open the next one
   * @returns {Action[]}
   */
  #endStream(afterMs = backoff(STREAM_RETRY_MS, STREAM_RETRY_MOST_MS, this.#streamLosses, this.#random)) {
    this.#stream = "closed";
    this.#streamLosses++;
    // A prefetched store has its keys without the stream, and learns from the clock's exchanges that the server is
    // gone.
    if (this.#window?.sealed) this.#failures++;
    return [{ do: "closeStream" }, { do: "setTimer", name: "stream", afterMs }];
  }

  /**
   * Each forged key costs a walk, so neither a window nor news of the server hurries the next stream. The server may
   * have ended this one before its key was looked at; then its timer is set already.
   * @returns {Action[]}
   */
  #streamForged() {
    if (this.#stream !== "closed") return this.#barStream();
    this.#forged = true;
    return [];
  }

  /** @returns {Action[]} */
  #barStream() {
    this.#forged = true;
    const actions = this.#endStream();
    this.#stream = "barred";
    return actions;
  }

  /**
   * When a key had to be requested although the stream seems open, the stream may be dead without having noticed, so it
   * is opened anew.
   * @param {{ chain: string, slot: number, asked: boolean, isNews: boolean }} key
   * @returns {Action[]}
   */
  #keyTaken({ chain, slot, asked, isNews }) {
    if (this.#forged && isNews && !asked) {
      this.#forged = false;
      this.#streamLosses = 0;
    }
    if (asked || (this.#missing?.chain === chain && slot >= this.#missing.slot)) this.#missing = null;
    return asked && this.#stream === "open" ? [{ do: "closeStream" }, ...this.#openStream()] : [];
  }

  /**
   * The line swallows what is sent, though the stream seems open. It is told at once: 3 s without a key that is due are
   * as much as 45 s of silence.
   * @param {{ lateMs: number }} overdue @param {Instant} instant @returns {Action[]}
   */
  #keysOverdue({ lateMs }, { localMs }) {
    if (this.#stream !== "open") return [];
    this.#outages.server.tell(localMs - lateMs, localMs);
    // A server that was late with a key was so for everybody.
    const ended = this.#endStream(this.#random() * SOON_MS);
    this.#failures = Math.max(this.#failures, OFFLINE_FAILURES);
    return [...ended, { do: "askTime", withinMs: this.#random() * SOON_MS }];
  }

  /** @param {string} code @param {Instant} instant @returns {Action[]} */
  #keyRefused(code, instant) {
    const helped = this.#gone === 0 && (code === "chain" || code === "walk");
    return helped && instant.localMs - this.#askedAtMs >= RETRY_MS ? this.#fetch(instant) : [];
  }

  /** @param {{ chain: string, slot: number }} key @returns {Action[]} */
  #keyMissing({ chain, slot }) {
    if (this.#stream !== "open") return [];
    if (this.#missing?.chain === chain && this.#missing.slot >= slot) return [];
    const waiting = this.#missing !== null;
    this.#missing = { chain, slot, attempts: this.#missing?.attempts ?? 0 };
    return waiting ? [] : [{ do: "setTimer", name: "key", afterMs: spread(MISSED_MS, this.#random) }];
  }

  /**
   * A server that doesn't have a key which must be public, as after a restore, has none of its chain: the next window
   * says what it has instead.
   * @param {{ isGone?: boolean }} failure
   * @returns {Action[]}
   */
  #keyFailed({ isGone }) {
    if (!this.#missing) return [];
    this.#missing.attempts = isGone ? GONE_ATTEMPTS : this.#missing.attempts + 1;
    const afterMs = backoff(MISSED_MS, MISSED_MOST_MS, this.#missing.attempts, this.#random);
    return [{ do: "setTimer", name: "key", afterMs }];
  }

  /** @param {Instant} instant @returns {Action[]} */
  #reached(instant) {
    const wasAway = this.#failures > 0;
    const { server, time } = this.#outages;
    const beginsToAnswer = server.sinceMs !== null && (this.#answering === null || time.isDue(instant.localMs));
    if (beginsToAnswer) this.#answering = { fromMs: instant.localMs, silentSinceMs: this.#silentSinceMs };
    this.#reachedAtMs = instant.localMs;
    time.end();
    const heard = [...this.#hear(instant), ...this.#awaitTelling(instant)];
    return wasAway ? [...this.#hurry(instant), ...heard] : heard;
  }

  /**
   * The network or the server is back, so retries need not wait their full time. Each waits a random moment instead,
   * because a whole crowd may have come back at once.
   * @param {Instant} instant
   * @returns {Action[]}
   */
  #hurry(instant) {
    /** @type {Action[]} */
    const actions = [];
    const short = this.#retrying || (this.#gone === 0 && this.#remainingMs(instant) < SHORT_MS);
    if (short && !this.#fetching) actions.push(...this.#later(this.#random() * SOON_MS));
    if (this.#window && this.#stream === "closed") {
      actions.push({ do: "setTimer", name: "stream", afterMs: this.#random() * SOON_MS });
    }
    return actions;
  }

  /** @param {TimerName} name @param {Instant} instant @returns {Action[]} */
  #timerRang(name, instant) {
    if (name === "window") return this.#fetch(instant);
    if (name === "stream" && this.#stream === "barred") this.#stream = "closed";
    if (name === "stream") return this.#tendStream();
    if (name === "outage") return this.#awaitTelling(instant);
    if (!this.#missing || this.#stream !== "open") {
      this.#missing = null;
      return [];
    }
    return [{ do: "askKey", chain: this.#missing.chain, slot: this.#missing.slot }];
  }

  /**
   * An answer makes the session live once it has a window; in a sealed store only while the stream is open, which
   * brings the keys.
   * @param {Instant} instant @returns {Action[]}
   */
  #hear(instant) {
    if (this.#gone === 0 && (!this.#window || (this.#window.sealed && this.#stream !== "open"))) return [];
    this.#heard = true;
    this.#failures = 0;
    const wasDue = this.#outages.server.isDue(instant.localMs);
    this.#endServerOutage();
    if (!wasDue) return [];
    this.#servedAgainMs = instant.localMs;
    return this.#awaitTelling(instant);
  }

  #endServerOutage() {
    this.#outages.server.end();
    this.#answering = null;
  }

  /**
   * A request has failed. While the stream is open, the server is there all the same.
   * @param {{ sinceMs?: number }} failure @param {Instant} instant @returns {Action[]}
   */
  #serverFailed(failure, instant) {
    return this.#stream === "open" ? [] : this.#fail("server", failure, instant);
  }

  /**
   * The time can't be had. While a sealed store's stream is open, keys come all the same and buying works.
   * @param {{ sinceMs?: number }} failure @param {Instant} instant @returns {Action[]}
   */
  #timeFailed(failure, instant) {
    const isServed = this.#window?.sealed && this.#stream === "open" && instant.serverMs !== null;
    if (!isServed) this.#failures++;
    return this.#serverFailed(failure, instant);
  }

  /**
   * @param {OutageOf} of @param {{ sinceMs?: number }} failure @param {Instant} instant
   * @returns {Action[]} a timer for the moment at which the outage is told, if this has begun one
   */
  #fail(of, { sinceMs }, instant) {
    const hasBegun = this.#outages[of].fail(sinceMs ?? instant.localMs, instant.localMs);
    return hasBegun ? this.#awaitTelling(instant) : [];
  }

  /**
   * A timer may ring a little early, and is set again then.
   * @param {{ localMs: number }} instant
   * @returns {Action[]} a timer for the next moment at which an outage is told, or as another one
   */
  #awaitTelling({ localMs }) {
    const { server, time } = this.#outages;
    const fromMs = this.#answering?.fromMs ?? -Infinity;
    const moments = [server.dueMs, time.dueMs, fromMs + NOTICED_MS, fromMs + TOLD_MS, this.#servedAgainMs + TOLD_MS];
    const nextMs = Math.min(...moments.map((moment) => (moment !== null && moment > localMs ? moment : Infinity)));
    return nextMs === Infinity ? [] : [{ do: "setTimer", name: "outage", afterMs: nextMs - localMs }];
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
}
