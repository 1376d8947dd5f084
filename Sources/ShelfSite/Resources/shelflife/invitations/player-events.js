// @ts-check
/** What happens to a player, told as it happens: one stream for all windows of the player. */

import { RetryDelays } from "../purchase/retry-delays.js";
import { typedTarget } from "../purchase/typed-events.js";
import { browserPageLife } from "../store/page-life.js";
import { ProblemError } from "../transport/transport-errors.js";
import { followPlayerStream } from "./player-stream.js";
import { Waits } from "./waits.js";
import { WindowGroup } from "./window-group.js";

/** @typedef {import("./player-stream.js").PlayerStreamEvent} PlayerStreamEvent */
/**
 * @typedef {object} EventsStatus
 * @property {"stopped" | "connecting" | "live" | "offline"} connection `connecting` until the stream is open, and after
 *   it has ended; `offline` after two failures or more. It is tried again by itself.
 * @property {string | null} error why the last try has failed, in words; null when all is well
 */
/** @typedef {{ currency: string, balance: number | null }} WalletNews null where the balance isn't kept exactly */
/**
 * @typedef {{ invitations: Event, match: CustomEvent<{ match: string }>, wallet: CustomEvent<WalletNews>, anew: Event,
 *   status: Event }} PlayerEventTypes
 */
/** @typedef {{ do: "hello" } | { do: "state", lastId: string | null, status: EventsStatus } | { do: "event", event: PlayerStreamEvent }} Message */

/** @type {new () => import("../purchase/typed-events.js").TypedTarget<PlayerEventTypes>} */
const EventsTarget = typedTarget();
/** A stream that has stood for so long wasn't refused. */
const STOOD_MS = 10_000;

/**
 * Fires `invitations` when the inbox is another, `match` when a match is, `wallet` with a balance, and `anew` when more
 * may have happened than can be told: read everything then. Each event comes once in each window.
 */
export class PlayerEvents extends EventsTarget {
  /** @type {Readonly<EventsStatus>} */
  status = Object.freeze({ connection: "stopped", error: null });
  #url;
  #player;
  #pageLife;
  #waits = new Waits();
  /** @type {AbortController | null} */
  #running = null;
  /** @type {WindowGroup | null} */
  #group = null;
  /** @type {string | null} what came last, and null when that isn't known */
  #lastId = null;
  #retryMs = 0;

  /**
   * @param {{ url: string, player: import("../purchase/player.js").Player }} of such as an `Invitations`
   * @param {{ pageLife?: import("../store/page-life.js").PageLife }} parts may be left out
   */
  constructor({ url, player }, { pageLife = browserPageLife() } = {}) {
    super();
    this.#url = url;
    this.#player = player;
    this.#pageLife = pageLife;
    pageLife.watch({ shown: () => this.#look(), hidden: () => {}, online: () => this.#waits.hurry() });
  }

  /** Follows the stream, or goes on with it. */
  start() {
    if (this.#running) return;
    this.#running = new AbortController();
    this.#become({ connection: "connecting", error: null });
    this.#follow(this.#running.signal);
  }

  /** Ends the stream in this window; another one takes it over. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#become({ connection: "stopped", error: null });
  }

  /** @param {AbortSignal} signal */
  async #follow(signal) {
    // The windows of a player are known by the player's number, which the sign-in brings.
    await this.#untilDone(signal, () => this.#player.ask(async () => {}));
    if (signal.aborted) return;
    const group = new WindowGroup(`shelflife-events ${this.#url} ${this.#player.id}`, {
      lead: (turn) => this.#lead(turn),
      told: (message) => signal.aborted || this.#told(message),
      mayTakeOver: () => this.#pageLife.visible(),
    });
    this.#group = group;
    const joined = group.join(signal);
    group.tell({ do: "hello" });
    await joined;
  }

  /**
   * @param {AbortSignal} signal
   * @param {() => Promise<void>} work done again while it fails
   */
  async #untilDone(signal, work) {
    for (const failing = new Failing(); !signal.aborted; ) {
      try {
        return await work();
      } catch (error) {
        if (!signal.aborted) await this.#waits.wait(this.#failed(failing, error), signal);
      }
    }
  }

  /** @param {AbortSignal} signal */
  async #lead(signal) {
    const url = `${this.#url}/v1/player/events`;
    for (let failing = new Failing(); !signal.aborted; ) {
      const beganMs = performance.now();
      /** @type {unknown} */
      let error = null;
      try {
        await this.#player.ask((token) => followPlayerStream(url, { token, lastId: this.#lastId, signal }, {
          opened: () => this.#become({ connection: "live", error: null }),
          heard: () => this.#share(),
          event: (event) => this.#led(event),
          retry: (ms) => (this.#retryMs = ms),
        }));
      } catch (caught) {
        error = caught;
      }
      if (signal.aborted) return;
      if (performance.now() - beganMs > STOOD_MS) failing = new Failing();
      await this.#waits.wait(this.#failed(failing, error), signal);
    }
  }

  /**
   * @param {Failing} failing
   * @param {unknown} error null where the stream has only ended
   * @returns {number} how long to wait
   */
  #failed(failing, error) {
    const isOffline = ++failing.count > 1 && error !== null;
    const told = error === null ? null : error instanceof Error ? error.message : String(error);
    this.#become({ connection: isOffline ? "offline" : "connecting", error: told });
    // The first wait is as long as the server has asked on the stream, and later ones grow by themselves.
    const streamMs = failing.count === 1 ? this.#retryMs : 0;
    return failing.delays.nextMs((error instanceof ProblemError && error.retryAfterMs) || streamMs);
  }

  /** @param {PlayerStreamEvent} event */
  #led(event) {
    if (!this.#take(event)) return;
    this.#group?.tell({ do: "event", event });
  }

  /** Tells the other windows how it stands, and that this one is there. */
  #share() {
    if (this.#running && this.#group?.leads) this.#group.tell({ do: "state", lastId: this.#lastId, status: this.status });
  }

  /** @param {Message} message */
  #told(message) {
    if (message.do === "event") this.#take(message.event);
    if (message.do === "hello") this.#share();
    if (message.do !== "state" || this.#group?.leads) return;
    this.#become(message.status);
    if (message.lastId === null || message.lastId === this.#lastId) return;
    // Something was told before this window listened.
    this.#lastId = message.lastId;
    this.dispatchEvent(new Event("anew"));
  }

  #look() {
    this.#waits.hurry();
    this.#group?.tell({ do: "hello" });
  }

  /**
   * @param {PlayerStreamEvent} event
   * @returns {boolean} whether it is news
   */
  #take({ name, data, id }) {
    if (name !== "anew" && isOld(id, this.#lastId)) return false;
    if (id !== null) this.#lastId = id;
    const told = parsed(data);
    if (name === "invitations") this.dispatchEvent(new Event("invitations"));
    if (name === "anew") this.dispatchEvent(new Event("anew"));
    if (name === "match" && typeof told?.match === "string") {
      this.dispatchEvent(new CustomEvent("match", { detail: { match: told.match } }));
    }
    if (name === "wallet" && typeof told?.currency === "string") {
      const balance = Number.isSafeInteger(told.balance) ? told.balance : null;
      this.dispatchEvent(new CustomEvent("wallet", { detail: { currency: told.currency, balance } }));
    }
    return true;
  }

  /** @param {EventsStatus} status */
  #become(status) {
    const isOther = status.connection !== this.status.connection || status.error !== this.status.error;
    this.status = Object.freeze({ ...status });
    this.#share();
    if (isOther) this.dispatchEvent(new Event("status"));
  }
}

/** How often in a row it has failed. */
class Failing {
  count = 0;
  delays = new RetryDelays(Math.random);
}

/**
 * Ids are numbers that count up, behind what names the server's incarnation, such as `1-70`.
 * @param {string | null} id
 * @param {string | null} lastId
 */
function isOld(id, lastId) {
  const [, run, number] = /^(.*?)(\d+)$/.exec(id ?? "") ?? [];
  const [, lastRun, lastNumber] = /^(.*?)(\d+)$/.exec(lastId ?? "") ?? [];
  return run !== undefined && run === lastRun && Number(number) <= Number(lastNumber);
}

/** @param {string} data */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
