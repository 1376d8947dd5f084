// @ts-check
/** The storefront page: tabs of stores, of which the selected one runs. */

import { insecureOrigin, RequestError, ShelfServer } from "./shelflife.js";
import { Announcer } from "./storefront/announcer.js";
import { Badge } from "./storefront/badge.js";
import { Counter } from "./storefront/counter.js";
import { found } from "./storefront/element.js";
import { Inventory } from "./storefront/inventory.js";
import { News } from "./storefront/news.js";
import { ShelfView } from "./storefront/shelf-view.js";
import { Tabs } from "./storefront/tabs.js";
import { applyTheme } from "./storefront/theme.js";
import { Wallet } from "./storefront/wallet.js";

/** @typedef {import("./shelflife/transport.js").StoreDescription} StoreDescription */
/** @typedef {import("./shelflife/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {{ stores: { id: string, appSecret?: string }[] }} PageConfiguration */
/** @typedef {import("./shelflife/purchases.js").PurchaseState} PurchaseState */
/** @typedef {{ description: StoreDescription, store: ShelfStore, view: ShelfView, counter: Counter }} Shown */

const RETRY_MS = 5000;

const server = new ShelfServer(location.origin);
const main = found("main");
const notice = found(".notice");

/** @returns {PageConfiguration} */
function configuration() {
  return JSON.parse(found("#shelflife-config").textContent ?? "{}");
}

/** @param {string} text */
function tell(text) {
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = text === "";
}

/** @returns {Promise<StoreDescription[]>} */
async function describedStores() {
  for (;;) {
    try {
      const stores = await server.stores();
      tell("");
      return stores;
    } catch (error) {
      tell(`${error instanceof Error ? error.message : error} Trying again.`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

class Storefront {
  #badge = new Badge(() => server.resync());
  #announcer = new Announcer();
  #news = new News();
  #inventory = new Inventory(server.player, (id) => this.#stores.get(id)?.description.title ?? id);
  #wallet = new Wallet(server.player, () => this.#inventory.open());
  /** @type {Map<string, Shown>} */
  #stores = new Map();
  /** @type {Shown | undefined} */
  #selected;

  /** @param {StoreDescription[]} descriptions */
  constructor(descriptions) {
    const byId = new Map(descriptions.map((description) => [description.id, description]));
    for (const { id, appSecret } of configuration().stores) {
      const description = byId.get(id);
      if (description) this.#stores.set(id, this.#open(description, appSecret));
    }
    const shown = [...this.#stores.values()];
    main.append(...shown.map(({ view }) => view.element));
    if (shown.length > 0) {
      new Tabs(found(".tabs"), shown.map(({ description }) => description), (id) => this.#select(id));
    } else {
      tell("This server has no store to show. Name one in its configuration.");
    }
    this.#wallet.addEventListener("change", () => this.#selected?.counter.refresh());
    this.#wallet.look();
    for (const { store } of shown) store.resumePurchases();
    document.addEventListener("visibilitychange", () => document.hidden || this.#selected?.view.redraw());
  }

  /**
   * @param {StoreDescription} description
   * @param {string | undefined} appSecret
   * @returns {Shown}
   */
  #open(description, appSecret) {
    const store = server.store(description.id, { publicKey: description.publicKey, appSecret });
    const counter = this.#counterOf(store, description.currency);
    const view = new ShelfView(store, description, counter, () => server.reading().nowUs, (arrived) =>
      this.#announcer.say(arrived, description.currency, server.instant().localMs),
    );
    view.element.hidden = true;
    for (const type of ["status", "tick"]) store.addEventListener(type, () => this.#showStatus(store));
    return { description, store, view, counter };
  }

  /**
   * @param {ShelfStore} store
   * @param {string} currency
   */
  #counterOf(store, currency) {
    return new Counter(store, {
      purse: () => this.#wallet.purse(currency),
      lookAgain: () => this.#wallet.look(),
      news: (purchase) => this.#hear(purchase),
      tell: (text) => this.#news.tell(text),
    });
  }

  /** @param {PurchaseState} purchase */
  #hear(purchase) {
    this.#news.purchase(purchase);
    if (purchase.stage !== "sold" && purchase.stage !== "failed") return;
    this.#inventory.refresh();
    if (purchase.stage === "sold") this.#wallet.tellOthers();
    else this.#wallet.look();
  }

  /** @param {string} id */
  #select(id) {
    this.#selected?.view.stop();
    this.#selected = this.#stores.get(id);
    if (!this.#selected) return;
    const { description, store, view } = this.#selected;
    for (const shown of this.#stores.values()) shown.view.element.hidden = shown !== this.#selected;
    applyTheme(document.documentElement, description.theme);
    this.#announcer.startQuiet(server.instant().localMs);
    this.#wallet.select(description.currency);
    view.start();
    this.#showStatus(store);
  }

  /** @param {ShelfStore} store */
  #showStatus(store) {
    if (store !== this.#selected?.store) return;
    const { status } = store;
    this.#badge.show(status, server.reading().nowUs / 1000);
    tell(status.error && !(status.error instanceof RequestError) ? status.error.message : "");
  }
}

const insecure = insecureOrigin();
if (insecure) tell(insecure.message);
else new Storefront(await describedStores());
