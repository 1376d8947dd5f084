// @ts-check
/** `<shelf-store>`: shows a store for as long as it is in the page, and sells from it. */

import { insecureOrigin } from "../shelflife.js";
import { part, PAUSED, PositionView, write } from "./position-view.js";
import { serverAt, whenGiven } from "./servers.js";
import { style } from "./style.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/store/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */

export class ShelfStoreElement extends HTMLElement {
  static observedAttributes = ["server", "store", "key", "app-secret"];

  #list = part("ol", "shelf");
  #status = part("p", "status");
  /** @type {PositionView[]} by position */
  #views = [];
  /**
   * The listings that are being bought.
   * @type {Set<string>}
   */
  #buying = new Set();
  /** @type {ShelfStore | null} */
  #store = null;
  /** The address of its server. */
  #server = "";
  #listening = new AbortController();
  /** @type {Error | null} what was said last of the store's status */
  #problem = null;
  #wasPaused = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    this.#list.setAttribute("role", "list");
    this.#status.setAttribute("role", "status");
    root.append(this.#list, this.#status);
  }

  /**
   * The store, to listen to or to buy from by code; null while the element isn't in the page or an attribute is wrong.
   */
  get store() {
    return this.#store;
  }

  connectedCallback() {
    this.#open();
  }

  disconnectedCallback() {
    this.#close();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#openAnew();
  }

  #openAnew() {
    this.#close();
    this.#open();
  }

  #open() {
    const { signal } = (this.#listening = new AbortController());
    try {
      const insecure = insecureOrigin();
      if (insecure) throw insecure;
      const server = serverAt(this.getAttribute("server") || location.origin);
      const appSecret = this.getAttribute("app-secret") ?? undefined;
      this.#server = server.url;
      whenGiven(server.url, () => this.#openAnew(), signal);
      this.#store = server.store(this.getAttribute("store") ?? "", { publicKey: this.getAttribute("key") ?? "", appSecret });
    } catch (error) {
      return this.#fail(error);
    }
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ heard) =>
      this.#store?.addEventListener(/** @type {any} */ (type), heard, { signal });
    listen("change", () => this.#draw());
    listen("tick", () => this.#tick());
    listen("status", () => this.#showStatus());
    listen("purchase", ({ detail }) => this.#hear(detail));
    this.#store.start();
  }

  #close() {
    this.#listening.abort();
    this.#store?.stop();
    this.#store = null;
    this.#problem = null;
    this.#wasPaused = false;
    this.#views = [];
    this.#buying.clear();
    this.#list.replaceChildren();
    write(this.#status, "");
  }

  #draw() {
    const shelf = this.#store?.shelf() ?? [];
    const buy = (/** @type {ShelfPosition} */ position) => void this.#buy(position);
    while (this.#views.length < shelf.length) this.#views.push(new PositionView(this.#server, buy));
    this.#views.length = shelf.length;
    if (this.#list.children.length !== shelf.length) this.#list.replaceChildren(...this.#views.map(({ element }) => element));
    const paused = this.#paused;
    for (const position of shelf) {
      this.#views[position.position].show(position, this.#isBuying(position), this.#delayOf(position), paused);
    }
    this.#layOut();
  }

  /** Lays out as many positions to a row as the store has. */
  #layOut() {
    const columns = this.#store?.columns ?? 0;
    if (columns > 0) this.#list.style.setProperty("--columns", String(columns));
  }

  #tick() {
    // A store may have another number of columns while nothing on its shelf looks different.
    this.#layOut();
    for (const position of this.#store?.shelf() ?? []) this.#views[position.position]?.tick(position, this.#delayOf(position));
  }

  /** @param {ShelfPosition} position */
  #isBuying(position) {
    return this.#buying.has(position.listing?.id ?? "") || (this.#store?.purchaseOf(position) ?? null) !== null;
  }

  /**
   * @param {ShelfPosition} position
   * @returns {PurchaseState | null} its purchase, if a request for it has failed and is sent again
   */
  #delayOf(position) {
    const purchase = this.#store?.purchaseOf(position) ?? null;
    return purchase?.stage === "delayed" ? purchase : null;
  }

  get #paused() {
    return this.#store?.status.paused ?? false;
  }

  #showStatus() {
    const error = this.#store?.status.error ?? null;
    const wasPaused = this.#wasPaused;
    this.#wasPaused = this.#paused;
    if (this.#wasPaused !== wasPaused) this.#draw();
    if (error === this.#problem && this.#wasPaused === wasPaused) return;
    if (error && error !== this.#problem) this.#fail(error);
    else if (!error && this.#wasPaused) this.#say(PAUSED, "paused");
    else if (!error && ["problem", "paused"].includes(this.#status.dataset.kind ?? "")) this.#say("", "");
    this.#problem = error;
  }

  /** @param {ShelfPosition} position */
  async #buy(position) {
    const id = position.listing?.id ?? "";
    if (position.tapGuarded || this.#isBuying(position)) return;
    if (this.#paused) return this.#say(PAUSED, "paused");
    this.#buying.add(id);
    this.#draw();
    try {
      const receipt = await this.#store?.buy(position);
      if (receipt) this.#say(`You own ${position.card?.name ?? receipt.item}.`, "news");
    } catch (error) {
      this.#say(messageOf(error), "news");
    } finally {
      this.#buying.delete(id);
      this.#draw();
    }
  }

  /** @param {PurchaseState} purchase */
  #hear(purchase) {
    this.#draw();
    const { stage, name, error, resumed } = purchase;
    if (stage === "delayed" && error) this.#say(`${name}: ${error.message}`, "news");
    // Of one that a tap here has begun `#buy` says how it ends.
    if (resumed && stage === "sold") this.#say(`You own ${name}.`, "news");
    if (resumed && stage === "failed" && error) this.#say(error.message, "news");
    this.dispatchEvent(new CustomEvent("purchase", { detail: purchase, bubbles: true, composed: true }));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#say(messageOf(error), "problem");
    this.dispatchEvent(new CustomEvent("problem", { detail: error, bubbles: true, composed: true }));
  }

  /**
   * @param {string} text
   * @param {string} kind `problem` and `paused` go away when all is well again
   */
  #say(text, kind) {
    this.#status.dataset.kind = kind;
    write(this.#status, text);
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
