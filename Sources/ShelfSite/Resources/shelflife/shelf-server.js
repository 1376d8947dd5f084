// @ts-check
/** A Shelflife server: its stores share one clock, and one look at whether the page is visible. */

import { InsecureOriginError } from "./errors.js";
import { deviceClock } from "./local-clock.js";
import { browserPageLife } from "./page-life.js";
import { browserPlayerArchive } from "./player-archive.js";
import { Player } from "./player.js";
import { Purchases } from "./purchases.js";
import { ShelfStore } from "./shelf-store.js";
import { TimeKeeper } from "./time-keeper.js";
import { liveTrade } from "./trade-transport.js";
import { liveTransport } from "./transport.js";
import { browserArchive } from "./window-archive.js";

/** @typedef {import("./shelf-store.js").StoreOptions} StoreOptions */
/**
 * @typedef {object} ServerParts what an embedder may replace
 * @property {import("./local-clock.js").LocalClock} [localClock]
 * @property {import("./transport.js").Transport} [transport]
 * @property {import("./window-archive.js").WindowArchive} [archive]
 * @property {import("./page-life.js").PageLife} [pageLife]
 * @property {import("./trade-transport.js").TradeTransport} [trade]
 * @property {import("./player-archive.js").PlayerArchive} [playerArchive]
 */

export class ShelfServer {
  /** @type {Set<ShelfStore>} */
  #running = new Set();
  #localClock;
  #keeper;
  #pageLife;
  #away = false;

  /**
   * @param {string} url where the server is, such as "https://shop.example"
   * @param {ServerParts} [parts]
   */
  constructor(url, parts = {}) {
    this.url = url.replace(/\/+$/, "");
    this.#localClock = parts.localClock ?? deviceClock();
    this.transport = parts.transport ?? liveTransport(this.url, this.#localClock);
    this.archive = parts.archive ?? browserArchive();
    this.#pageLife = parts.pageLife ?? browserPageLife();
    this.#keeper = new TimeKeeper(this.#localClock, this.transport.exchange, {
      reached: () => this.#reached(),
      unreached: () => this.#unreached(),
      unsettled: () => this.#running.forEach((store) => store.clockUnsettled()),
      busyMs: (steady) => Math.max(0, ...Array.from(this.#running, (store) => store.busyMs(steady))),
    });
    const trade = parts.trade ?? liveTrade(this.url);
    const archive = parts.playerArchive ?? browserPlayerArchive();
    const ours = { server: this.url, trade, archive };
    /** Whoever buys here. */
    this.player = new Player({ ...ours, localMs: () => this.localUs() / 1000 });
    /** For the stores that belong to this server. */
    this.purchases = new Purchases({ ...ours, player: this.player });
    this.#pageLife.watch({ shown: () => this.#shown(), hidden: () => this.#hidden(), online: () => this.#online() });
  }

  /** The stores that the server describes. The public keys in there are for development: an app pins its own. */
  stores() {
    return this.transport.stores();
  }

  /**
   * @param {string} id
   * @param {StoreOptions} options
   */
  store(id, options) {
    return new ShelfStore(this, id, options);
  }

  /** What was asked for and not yet heard of; a store goes on with its own when it is started. */
  pendingPurchases() {
    return this.purchases.pending();
  }

  get visible() {
    return this.#pageLife.visible();
  }

  /** The server's time now, and how wrong it can be at most. */
  reading() {
    return this.#keeper.clock.reading();
  }

  /** @returns {import("./window-file.js").TrueTime | null} */
  trueTime() {
    const { nowUs, uncertaintyUs, state } = this.reading();
    if (state === "unsynced") return null;
    return { earliestMs: (nowUs - uncertaintyUs) / 1000, latestMs: (nowUs + uncertaintyUs) / 1000 };
  }

  /** @returns {import("./session.js").Instant} */
  instant() {
    const { nowUs, state } = this.reading();
    return { localMs: this.#localClock.nowUs() / 1000, serverMs: state === "unsynced" ? null : nowUs / 1000 };
  }

  /** This device's own clock, which means nothing elsewhere. */
  localUs() {
    return this.#localClock.nowUs();
  }

  /** What the clock rests on, for people who want to look. */
  clockDetails() {
    return this.#keeper.clock.details;
  }

  /** Asks for the time again in a burst, as after waking up. Without a running store it does nothing. */
  resync() {
    if (this.visible && this.#running.size > 0) this.#keeper.wake();
  }

  /**
   * For the stores that belong to this server.
   * @param {number} releaseMs of a key that was pushed and verified
   * @param {number} arrivedUs on this device's clock
   * @param {number} listeningUs for how long then keys had been listened for
   */
  keyCame(releaseMs, arrivedUs, listeningUs) {
    this.#keeper.keyCame(releaseMs, arrivedUs, listeningUs);
  }

  /** @param {ShelfStore} store */
  attach(store) {
    const first = this.#running.size === 0;
    this.#running.add(store);
    if (first && this.visible) this.#keeper.wake();
  }

  /** @param {ShelfStore} store */
  detach(store) {
    this.#running.delete(store);
    if (this.#running.size === 0) this.#keeper.rest();
  }

  #shown() {
    if (this.#running.size > 0) this.#keeper.wake();
    this.#tell("shown");
  }

  #hidden() {
    this.#keeper.rest();
    this.#tell("hidden");
  }

  #reached() {
    if (this.#away) this.purchases.hurry();
    this.#away = false;
    this.#tell("reached");
  }

  #unreached() {
    this.#away = true;
    this.#tell("unreached");
  }

  #online() {
    this.purchases.hurry();
    if (!this.visible || this.#running.size === 0) return;
    this.#keeper.wake();
    this.#tell("online");
  }

  /** @param {"shown" | "hidden" | "online" | "reached" | "unreached"} type */
  #tell(type) {
    for (const store of this.#running) store.notice(type);
  }
}

/** @returns {InsecureOriginError | null} what to tell people before anything is started */
export function insecureOrigin() {
  return globalThis.crypto?.subtle ? null : new InsecureOriginError();
}
