// @ts-check
/** The storefront page: tabs of stores, of which the selected one runs. */

import { insecureOrigin, RequestError, ShelfServer } from "./shelflife.js";
import { Announcer } from "./storefront/announcer.js";
import { Badge } from "./storefront/badge.js";
import { found } from "./storefront/element.js";
import { ShelfView } from "./storefront/shelf-view.js";
import { Tabs } from "./storefront/tabs.js";
import { applyTheme } from "./storefront/theme.js";

/** @typedef {import("./shelflife/transport.js").StoreDescription} StoreDescription */
/** @typedef {import("./shelflife/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {{ stores: { id: string, appSecret?: string }[] }} PageConfiguration */
/** @typedef {{ description: StoreDescription, store: ShelfStore, view: ShelfView }} Shown */

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
    document.addEventListener("visibilitychange", () => document.hidden || this.#selected?.view.redraw());
  }

  /**
   * @param {StoreDescription} description
   * @param {string | undefined} appSecret
   * @returns {Shown}
   */
  #open(description, appSecret) {
    const store = server.store(description.id, { publicKey: description.publicKey, appSecret });
    const view = new ShelfView(store, description, () => server.reading().nowUs, (arrived) =>
      this.#announcer.say(arrived, description.currency, server.instant().localMs),
    );
    view.element.hidden = true;
    for (const type of ["status", "tick"]) store.addEventListener(type, () => this.#showStatus(store));
    return { description, store, view };
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
