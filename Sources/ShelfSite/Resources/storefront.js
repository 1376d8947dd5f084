// @ts-check
/** The storefront page: a tab for each store. Only the selected store runs. */

import { GoneError, insecureOrigin, RequestError, ShelfServer, UnreachableError } from "./shelflife.js";
import { write } from "./shelf-store/text.js";
import { Announcer } from "./storefront/announcer.js";
import { Badge } from "./storefront/badge.js";
import { Counter } from "./storefront/counter.js";
import { found } from "./storefront/element.js";
import { Inventory } from "./storefront/inventory.js";
import { News } from "./storefront/news.js";
import { Owned } from "./storefront/owned.js";
import { PlayerNumber } from "./storefront/player-number.js";
import { ShelfView } from "./storefront/shelf-view.js";
import { Tabs } from "./storefront/tabs.js";
import { applyTheme } from "./storefront/theme.js";
import { Wallet } from "./storefront/wallet.js";

/** @typedef {import("./shelflife/transport/transport.js").StoreDescription} StoreDescription */
/** @typedef {import("./shelflife/store/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {{ id: string, appSecret?: string, appSecretInUse?: string }} StoreConfiguration `appSecretInUse`: where the next key chain has another */
/** @typedef {{ title: string, stores: StoreConfiguration[], descriptions: StoreDescription[], version: string | null }} PageConfiguration `version` names what the server says of its stores */
/** @typedef {import("./shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */
/** @typedef {{ description: StoreDescription, store: ShelfStore, view: ShelfView, counter: Counter }} Shown */

const RETRY_MS = 5000;

const server = new ShelfServer(location.origin);
const main = found("main");
const notice = found(".notice");

/**
 * What the server has put into the page.
 * @param {Document} page
 * @returns {PageConfiguration}
 */
function configuration(page) {
  const { stores, descriptions, version = null } = JSON.parse(page.querySelector("#shelflife-config")?.textContent ?? "{}");
  return { title: page.title, stores, descriptions, version };
}

/** What the server would put into the page if it were loaded now. */
async function configurationNow() {
  const answer = await fetch("/", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`The page can't be read again (${answer.status}).`);
  return configuration(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

/** @param {string} text */
function tell(text) {
  write(notice, text);
  // Each setting has the styles computed, and this is said again each second.
  if (notice.hidden !== (text === "")) notice.hidden = text === "";
}

/**
 * What the page says of its stores or, when none was open yet, what the server says as soon as one is.
 * @returns {Promise<StoreDescription[]>}
 */
async function describedStores() {
  const { descriptions } = configuration(document);
  if (descriptions.length > 0) return descriptions;
  for (;;) {
    try {
      const stores = await server.stores();
      tell(stores.length > 0 ? "" : "The stores are about to open. Trying again.");
      if (stores.length > 0) return stores;
    } catch (error) {
      tell(`${error instanceof Error ? error.message : error} Trying again.`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

class Storefront {
  #badge = new Badge(() => server.resync());
  #announcer = new Announcer();
  #news = new News();
  #inventory = new Inventory(server.player, (id) => this.#titles.get(id) ?? id, server.url);
  /** @type {Map<string, string>} of all stores that there have been, by id */
  #titles = new Map();
  #wallet = new Wallet(server.player, () => this.#inventory.open());
  #owned = new Owned(server.player);
  #tabs = new Tabs(found(".tabs"), (id) => this.#select(id));
  /** @type {Map<string, Shown>} by id, in the order of the tabs */
  #stores = new Map();
  /** @type {Map<string, StoreDescription>} those that the server has now, by id */
  #listed = new Map();
  /** @type {Shown | undefined} */
  #selected;

  /** @param {StoreDescription[]} descriptions */
  constructor(descriptions) {
    const configured = configuration(document);
    this.#take(configured, descriptions);
    const version = configured.descriptions.length > 0 ? configured.version : null;
    server.followStores(async (stores) => this.#take(await configurationNow(), stores), version);
    new PlayerNumber(server.player);
    for (const source of [this.#wallet, this.#owned]) {
      source.addEventListener("change", () => this.#selected?.counter.refresh());
    }
    this.#wallet.look();
    document.addEventListener("visibilitychange", () => document.hidden || this.#selected?.view.redraw());
  }

  /**
   * Takes what the server says of its stores now: opens new ones, closes those that are gone, and describes the others
   * anew.
   * @param {PageConfiguration} configuration
   * @param {StoreDescription[]} descriptions
   */
  #take({ title, stores }, descriptions) {
    document.title = title;
    found(".wordmark span").textContent = title;
    const byId = new Map(descriptions.map((description) => [description.id, description]));
    this.#listed = new Map(stores.flatMap(({ id }) => (byId.has(id) ? [[id, /** @type {StoreDescription} */ (byId.get(id))]] : [])));
    for (const { id, title } of descriptions) this.#titles.set(id, title);
    const before = this.#stores;
    this.#stores = new Map();
    for (const store of stores) {
      const description = this.#listed.get(store.id);
      if (description) this.#stores.set(store.id, this.#shown(before.get(store.id), description, store));
    }
    this.#keepSelected(before);
    const { id = "" } = this.#selected?.description ?? {};
    if (this.#selected && this.#stores.get(id) !== this.#selected) this.#select(id);
    for (const [id, shown] of before) if (this.#stores.get(id) !== shown) this.#close(shown);
    this.#showTabs();
  }

  /**
   * A store that is gone stays for as long as its tab is selected, so that the player can read that it is closed.
   * @param {Map<string, Shown>} before
   */
  #keepSelected(before) {
    const id = this.#selected?.description.id ?? "";
    if (!this.#selected || this.#stores.has(id)) return;
    const [rest, place] = [[...this.#stores], [...before.keys()].indexOf(id)];
    rest.splice(place, 0, [id, this.#selected]);
    this.#stores = new Map(rest);
  }

  #showTabs() {
    this.#tabs.show(Array.from(this.#stores.values(), ({ description }) => description));
    tell(this.#stores.size > 0 ? "" : "This server has no store to show. Name one in content.yaml.");
    if (this.#selected) this.#showStatus(this.#selected.store);
  }

  /**
   * @param {Shown | undefined} before
   * @param {StoreDescription} description
   * @param {StoreConfiguration} configuration
   */
  #shown(before, description, { appSecret, appSecretInUse }) {
    const shown = before?.description.publicKey === description.publicKey ? before : this.#open(description, appSecret);
    for (const secret of [appSecretInUse, appSecret]) if (secret !== undefined) shown.store.addAppSecret(secret);
    if (shown !== before) return shown;
    shown.description = description;
    shown.view.describe(description);
    if (shown === this.#selected) this.#dress(shown);
    return shown;
  }

  /** @param {Shown} shown */
  #close(shown) {
    shown.view.stop();
    shown.view.element.remove();
  }

  /**
   * @param {StoreDescription} description
   * @param {string | undefined} appSecret
   * @returns {Shown}
   */
  #open(description, appSecret) {
    const store = server.store(description.id, { publicKey: description.publicKey, appSecret });
    const counter = this.#counterOf(store);
    const view = new ShelfView(store, description, counter, server, {
      arrived: (cards) => this.#announcer.say(cards, server.instant().localMs),
      changedUnderFocus: (card) => this.#announcer.sayChanged(card),
    });
    const shown = { description, store, view, counter };
    view.element.hidden = true;
    main.append(view.element);
    store.addEventListener("begunanew", () => this.#news.tell(`${shown.description.title} began anew. What it showed before is gone.`));
    for (const type of /** @type {const} */ (["status", "tick"])) store.addEventListener(type, () => this.#showStatus(store));
    store.resumePurchases();
    return shown;
  }

  /** @param {ShelfStore} store */
  #counterOf(store) {
    return new Counter(store, {
      purse: (currency) => this.#wallet.purse(currency),
      owned: (item) => this.#owned.of(item),
      refreshWallet: () => this.#wallet.look(),
      news: (purchase) => this.#hear(purchase),
      tell: (text) => this.#news.tell(text),
    });
  }

  /** @param {PurchaseState} purchase */
  #hear(purchase) {
    this.#news.purchase(purchase);
    if (purchase.stage !== "sold" && purchase.stage !== "failed") return;
    this.#inventory.refresh();
    if (purchase.stage === "failed") return void this.#wallet.look();
    this.#owned.add(purchase.item, purchase.receipt?.number ?? null);
    this.#wallet.tellOthers();
  }

  /** @param {string} id */
  #select(id) {
    const before = this.#selected;
    before?.view.stop();
    this.#selected = this.#stores.get(id);
    if (!this.#selected) return;
    const { store, view } = this.#selected;
    for (const shown of this.#stores.values()) shown.view.element.hidden = shown !== this.#selected;
    this.#dress(this.#selected);
    this.#announcer.startQuiet(server.instant().localMs);
    view.start();
    this.#showStatus(store);
    if (before) this.#leave(before);
  }

  /**
   * The player has gone on to another store, so a closed one is no longer needed.
   * @param {Shown} left
   */
  #leave(left) {
    const { id } = left.description;
    if (this.#listed.has(id) || this.#stores.get(id) !== left) return;
    this.#stores.delete(id);
    this.#close(left);
    this.#showTabs();
  }

  /** @param {Shown} shown the selected store, whose colours and currency the page has */
  #dress({ description }) {
    applyTheme(document.documentElement, description.theme);
    this.#wallet.select(description.currency);
  }

  /** @param {ShelfStore} store */
  #showStatus(store) {
    if (store !== this.#selected?.store) return;
    const { status } = store;
    const nowMs = server.reading().nowUs / 1000;
    this.#badge.show(status, nowMs);
    this.#selected.view.showStatus(status, nowMs);
    this.#tabs.mark(this.#selected.description.id, status.error instanceof GoneError);
    tell(saidByCaption(status.error) ? "" : (status.error?.message ?? ""));
  }
}

/** @param {import("./shelflife/store/shelf-store.js").StoreStatus["error"]} error */
function saidByCaption(error) {
  return error instanceof RequestError || error instanceof UnreachableError;
}

const insecure = insecureOrigin();
if (insecure) tell(insecure.message);
else new Storefront(await describedStores());
