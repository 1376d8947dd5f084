// @ts-check
/** A Shelflife server. Its stores share one clock, one player and one watch on the page's visibility. */

import { deviceClock } from "../clock/local-clock.js";
import { TimeKeeper } from "../clock/time-keeper.js";
import { browserPlayerArchive } from "../purchase/player-archive.js";
import { Player } from "../purchase/player.js";
import { PurchaseQueue } from "../purchase/purchase-queue.js";
import { InsecureOriginError } from "../seal/errors.js";
import { browserArchive } from "../session/store-archive.js";
import { liveTrade } from "../transport/trade-transport.js";
import { liveTransport } from "../transport/transport.js";
import { asRequestError } from "../transport/transport-errors.js";
import { checkStorage, described, isObject, OptionError } from "./option-error.js";
import { browserPageLife } from "./page-life.js";
import { StoreList } from "./store-list.js";
import { ShelfStore } from "./shelf-store.js";

/** @typedef {import("./shelf-store.js").StoreFollower} StoreFollower */
/** @typedef {import("./shelf-store.js").StoreOptions} StoreOptions */
/**
 * @typedef {object} ServerParts what tests and games may replace
 * @property {import("../clock/local-clock.js").LocalClock} [localClock]
 * @property {import("../transport/transport.js").Transport} [transport]
 * @property {import("../session/store-archive.js").StoreArchive} [archive]
 * @property {import("./page-life.js").PageLife} [pageLife]
 * @property {import("../transport/trade-transport.js").TradeTransport} [trade]
 * @property {import("../purchase/player-archive.js").PlayerArchive} [playerArchive]
 */

export class ShelfServer {
  /** @type {Set<StoreFollower>} */
  #running = new Set();
  #localClock;
  #transport;
  #keeper;
  #pageLife;
  #purchases;
  /** @type {import("./shelf-store.js").StoreLink} */
  #link;
  #away = false;
  #storeList = new StoreList(() => this.stores());

  /**
   * @param {string | URL} url where the server is, such as "https://shop.example"
   * @param {ServerParts} [parts]
   * @throws {OptionError} with the code `address`, `options` or `missing`
   */
  constructor(url, parts = {}) {
    this.url = serverAddress(url);
    checkParts(parts);
    this.#localClock = parts.localClock ?? deviceClock();
    this.#transport = parts.transport ?? liveTransport(this.url, this.#localClock);
    this.#pageLife = parts.pageLife ?? browserPageLife();
    this.#keeper = new TimeKeeper(this.#localClock, this.#transport.exchange, {
      reached: () => this.#reached(),
      unreached: (sinceMs, error) => this.#unreached(sinceMs, error),
      unsettled: () => this.#running.forEach((store) => store.clockUnsettled()),
      busyMs: (steady) => Math.max(0, ...Array.from(this.#running, (store) => store.busyMs(steady))),
    });
    const trade = parts.trade ?? liveTrade(this.url);
    const shared = { server: this.url, trade, archive: parts.playerArchive ?? browserPlayerArchive() };
    /** @type {import("../purchase/player.js").Paid} */
    let paid = () => {};
    /** The player of this device. */
    this.player = new Player({ ...shared, localMs: () => this.localUs() / 1000, lend: (lent) => (paid = lent) });
    this.#purchases = new PurchaseQueue({ ...shared, player: this.player, paid, wallMs: () => this.#localClock.wallUs() / 1000 });
    this.#link = this.#newLink(parts.archive ?? browserArchive());
    this.#pageLife.watch({ shown: () => this.#shown(), hidden: () => this.#hidden(), online: () => this.#online() });
  }

  /** Asks the server for its stores. Use the public keys in the answer for development only: an app pins its own. */
  stores() {
    return this.#transport.stores();
  }

  /**
   * Follows the server's stores: new ones, those that close, and other titles, themes and currencies. It works while a
   * store of this server runs. What has changed is known within about ten seconds; where only prefetched stores run,
   * within nine minutes.
   * @param {import("./store-list.js").StoreListListener} listener called with all stores, in their order, whenever
   * something may have changed
   * @param {string | null} [version] the `version` that the server's page names, if the listener knows what stands
   * there; null when it doesn't
   * @returns {() => void} ends that
   */
  followStores(listener, version = null) {
    if (typeof listener !== "function") {
      throw new OptionError("listener", `Stores are told to a function, and ${described(listener)} was given.`);
    }
    return this.#storeList.follow(listener, version);
  }

  /**
   * @param {string} id
   * @param {StoreOptions} options
   * @throws {OptionError} with the code `store`, `options`, `publicKey` or `appSecret`
   */
  store(id, options) {
    return new ShelfStore(this.#link, id, options);
  }

  /** The purchase intents that aren't judged yet. A store goes on with its own when it starts. */
  pendingPurchases() {
    return this.#purchases.pending();
  }

  get visible() {
    return this.#pageLife.visible();
  }

  /** The server's time now, and its uncertainty. */
  reading() {
    return this.#keeper.clock.reading();
  }

  /** @returns {import("../seal/window-file.js").TrueTime | null} */
  trueTime() {
    const { nowUs, uncertaintyUs, state } = this.reading();
    if (state === "unsynced") return null;
    return { earliestMs: (nowUs - uncertaintyUs) / 1000, latestMs: (nowUs + uncertaintyUs) / 1000 };
  }

  /** @returns {import("../session/store-session.js").Instant} */
  instant() {
    const { nowUs, state } = this.reading();
    return { localMs: this.#localClock.nowUs() / 1000, serverMs: state === "unsynced" ? null : nowUs / 1000 };
  }

  /** This device's clock in microseconds. Its zero is arbitrary. */
  localUs() {
    return this.#localClock.nowUs();
  }

  /** What the clock's readings rest on, for diagnosis. */
  clockDetails() {
    return this.#keeper.clock.details;
  }

  /** Measures the time again with a burst of exchanges. Without a running store it does nothing. */
  resync() {
    if (this.visible && this.#running.size > 0) this.#keeper.wake();
  }

  /**
   * @param {import("../session/store-archive.js").StoreArchive} archive
   * @returns {import("./shelf-store.js").StoreLink}
   */
  #newLink(archive) {
    return {
      url: this.url,
      transport: this.#transport,
      archive,
      purchases: this.#purchases,
      visible: () => this.visible,
      reading: () => this.reading(),
      clockDetails: () => this.clockDetails(),
      trueTime: () => this.trueTime(),
      instant: () => this.instant(),
      localUs: () => this.localUs(),
      epochMs: (localMs) => this.#epochMs(localMs),
      confirmed: (withinMs) => this.#keeper.clock.confirmed(withinMs),
      askTime: (withinMs) => this.#keeper.askWithin(withinMs),
      keyCame: (...key) => this.#keeper.keyCame(...key),
      storesMayDiffer: (version) => (version === null ? this.#storeList.check() : this.#storeList.announced(version)),
      attach: (follower) => this.#attach(follower),
      detach: (follower) => this.#detach(follower),
    };
  }

  /** @param {number} localMs @returns {number} by the server's time where it is known, else by the wall clock */
  #epochMs(localMs) {
    const { nowUs, state } = this.reading();
    const epochUs = state === "unsynced" ? this.#localClock.wallUs() : nowUs;
    return (epochUs - this.localUs()) / 1000 + localMs;
  }

  /** @param {StoreFollower} follower */
  #attach(follower) {
    const first = this.#running.size === 0;
    this.#running.add(follower);
    if (first && this.visible) this.#keeper.wake();
  }

  /** @param {StoreFollower} follower */
  #detach(follower) {
    this.#running.delete(follower);
    if (this.#running.size > 0) return;
    this.#keeper.rest();
    this.#storeList.rest();
  }

  #shown() {
    if (this.#running.size > 0) this.#keeper.wake();
    this.#tell("shown");
  }

  #hidden() {
    this.#keeper.rest();
    this.#storeList.rest();
    this.#tell("hidden");
  }

  #reached() {
    if (this.#away) this.#purchases.hurry();
    this.#away = false;
    this.#tell("reached");
  }

  /**
   * @param {number} sinceMs
   * @param {unknown} error
   */
  #unreached(sinceMs, error) {
    this.#away = true;
    const reason = asRequestError(error, "The server's answer about the time is of no use.");
    for (const store of this.#running) store.unreached(sinceMs, reason);
  }

  #online() {
    this.#purchases.hurry();
    if (!this.visible || this.#running.size === 0) return;
    this.#keeper.wake();
    this.#tell("online");
  }

  /** @param {"shown" | "hidden" | "online" | "reached"} type */
  #tell(type) {
    for (const store of this.#running) store.notice(type);
  }
}

/**
 * @param {unknown} url
 * @returns {string} written in one way, because the player and the windows are kept by it
 * @throws {OptionError} with the code `address`
 */
export function serverAddress(url) {
  const { protocol = "", username = "", password = "", search = "", hash = "", href = "" } = parsedUrl(url) ?? {};
  const isPlain = username + password + search + hash === "";
  if (isPlain && ["http:", "https:"].includes(protocol)) return href.replace(/\/+$/, "");
  const found = username + password === "" ? described(url) : "What has a name or a password in it";
  throw new OptionError("address", `${found} is no address of a server. Write it like https://shop.example.`);
}

/** @param {unknown} url */
function parsedUrl(url) {
  try {
    return new URL(String(url));
  } catch {
    return null;
  }
}

/**
 * Browsers have what a server needs to show its stores. Other environments may lack a place for the player, as Node does.
 * @param {ServerParts} parts
 */
function checkParts(parts) {
  if (!isObject(parts)) throw new OptionError("options", `A server's parts are an object, and ${described(parts)} was given.`);
  if (!parts.playerArchive) checkStorage("the player", "playerArchive", "memoryPlayerArchive");
}

/**
 * @returns {InsecureOriginError | null} an error when this page's address is not one where browsers offer cryptography
 */
export function insecureOrigin() {
  return globalThis.crypto?.subtle ? null : new InsecureOriginError();
}
