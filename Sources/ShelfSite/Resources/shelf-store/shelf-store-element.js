// @ts-check
/** `<shelf-store>`: shows a store for as long as it is in the page, and sells from it. */

import { insecureOrigin } from "../shelflife.js";
import { InSight } from "./in-sight.js";
import { part, PAUSED, PositionView, UndrawnPosition } from "./position-view.js";
import { serverAt, whenGiven } from "./servers.js";
import { style } from "./style.js";
import { write } from "./text.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/store/shelf-store.js").ShelfStore} ShelfStore */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").DelayedPurchase} DelayedPurchase */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").SoldPurchase} SoldPurchase */
/** @typedef {import("../shelflife/session/session-runner.js").StoreError} StoreError */
/** @typedef {import("../shelflife/store/option-error.js").OptionError} OptionError */
/** @typedef {import("../shelflife/seal/errors.js").InsecureOriginError} InsecureOriginError */
/** @typedef {StoreError | OptionError | InsecureOriginError} ElementProblem what can be wrong with an element's store */
/**
 * @typedef {HTMLElementEventMap & { problem: CustomEvent<ElementProblem>, purchase: CustomEvent<PurchaseState> }} ElementEvents
 */
/**
 * @typedef {Omit<HTMLElement, "addEventListener" | "removeEventListener">
 *   & import("../shelflife/purchase/typed-events.js").TypedTarget<ElementEvents>} TypedElement
 */

/** @type {new () => TypedElement} an element whose events are known, so that TypeScript knows what a listener is given */
const StoreElement = /** @type {any} */ (HTMLElement);
const OPENING = "Opening the store…";
const times = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
/** A button tells that an item was bought for this long, then it offers the item again. */
const SOLD_MS = 4000;

export class ShelfStoreElement extends StoreElement {
  static observedAttributes = ["server", "store", "key", "app-secret"];

  #list = part("ol", "shelf");
  /** What has become of purchases, and what happens once. */
  #news = part("p", "status", "news");
  /** What is so for as long as it lasts. It stays in sight while the shelf is longer than the window. */
  #problem = part("p", "status", "problem");
  #sight = new InSight(this.#list, () => this.#drawInSight());
  /** @type {(PositionView | UndrawnPosition)[]} by position */
  #views = [];
  /**
   * The listings that are being bought.
   * @type {Set<string>}
   */
  #buying = new Set();
  /**
   * What was sold a moment ago, so that another tap is meant as one on it.
   * @type {Map<string, SoldPurchase>} by listing
   */
  #sold = new Map();
  /** @type {ShelfStore | null} */
  #store = null;
  /** The address of its server. */
  #server = "";
  #listening = new AbortController();
  /** @type {StoreError | null} what the page was told last of the store's status */
  #told = null;
  #wasPaused = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    this.#list.setAttribute("role", "list");
    for (const line of [this.#news, this.#problem]) line.setAttribute("role", "status");
    root.append(this.#list, this.#news, this.#problem);
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
    listen("change", () => this.#change());
    listen("tick", () => this.#tick());
    listen("status", () => this.#showStatus());
    listen("purchase", ({ detail }) => this.#hear(detail));
    listen("begunanew", ({ detail }) => this.#beginAnew(detail));
    this.#store.start();
    this.#showStatus();
  }

  #close() {
    this.#listening.abort();
    this.#store?.stop();
    this.#store = null;
    this.#told = null;
    this.#wasPaused = false;
    this.#sight.stop();
    this.#views = [];
    this.#buying.clear();
    this.#sold.clear();
    this.#list.replaceChildren();
    for (const line of [this.#news, this.#problem]) write(line, "");
  }

  #change() {
    this.#draw();
    this.#showStatus();
  }

  #draw() {
    const shelf = this.#store?.shelf() ?? [];
    while (this.#views.length < shelf.length) this.#add();
    for (const { element } of this.#views.splice(shelf.length)) {
      this.#sight.unwatch(element);
      element.remove();
    }
    for (const position of shelf) this.#show(position);
    this.#layOut();
  }

  #add() {
    const position = this.#views.length;
    const view = this.#view(position);
    this.#views.push(view);
    this.#list.append(view.element);
    this.#sight.watch(position, view.element);
  }

  /** @param {number} position */
  #view(position) {
    if (!this.#sight.draws(position)) return new UndrawnPosition();
    return new PositionView(this.#server, (shown) => void this.#buy(shown));
  }

  /** @param {ShelfPosition} position */
  #show(position) {
    const view = this.#views[position.position];
    view.element.hidden = position.phase === "empty" && (this.#store?.isOver(position.position) ?? false);
    if (view instanceof UndrawnPosition) return view.show(position);
    const sold = this.#sold.get(position.offer ?? "") ?? null;
    view.show(position, this.#isBuying(position), this.#delayOf(position), sold, this.#paused);
  }

  /** Draws what has come near, and takes back what has gone far away, but for the position with the focus. */
  #drawInSight() {
    for (const shown of this.#store?.shelf() ?? []) {
      const { position } = shown;
      const before = this.#views[position];
      if (!before || before.focused || before.isDrawn === this.#sight.draws(position)) continue;
      const view = this.#view(position);
      this.#views[position] = view;
      this.#sight.unwatch(before.element);
      before.element.replaceWith(view.element);
      this.#sight.watch(position, view.element);
      this.#show(shown);
    }
  }

  /** Lays out as many positions to a row as the store has. */
  #layOut() {
    const columns = this.#store?.columns ?? 0;
    if (columns > 0) this.#list.style.setProperty("--columns", String(columns));
  }

  #tick() {
    // A store may have another number of columns while nothing on its shelf looks different.
    this.#layOut();
    for (const position of this.#store?.shelf() ?? []) {
      const view = this.#views[position.position];
      if (view instanceof PositionView) view.tick(position, this.#delayOf(position));
    }
  }

  /** @param {ShelfPosition} position */
  #isBuying(position) {
    return this.#buying.has(position.offer ?? "") || (this.#store?.purchaseOf(position) ?? null) !== null;
  }

  /**
   * @param {ShelfPosition} position
   * @returns {DelayedPurchase | null} its purchase, if a request for it has failed and is sent again
   */
  #delayOf(position) {
    const purchase = this.#store?.purchaseOf(position) ?? null;
    return purchase?.stage === "delayed" ? purchase : null;
  }

  get #paused() {
    return this.#store?.status.paused ?? false;
  }

  #showStatus() {
    const { error = null, paused = false, clock } = this.#store?.status ?? {};
    if (paused !== this.#wasPaused) {
      this.#wasPaused = paused;
      this.#draw();
    }
    // Until the time is known nobody knows what is on the shelf.
    const isOpening = clock?.state === "unsynced" || this.#store?.positions === 0;
    const words = error?.message ?? (paused ? PAUSED : isOpening ? OPENING : "");
    write(this.#problem, words);
    if (error && error !== this.#told) this.#tell(error);
    this.#told = error;
  }

  /** @param {ShelfPosition} position */
  async #buy(position) {
    const id = position.offer ?? "";
    if (position.tapGuarded || this.#isBuying(position) || this.#sold.has(id) || this.#paused) return;
    this.#buying.add(id);
    this.#draw();
    try {
      const receipt = await this.#store?.buy(position);
      if (receipt) write(this.#news, `You own ${position.card?.name ?? receipt.item}.`);
    } catch (error) {
      write(this.#news, messageOf(error));
    } finally {
      this.#buying.delete(id);
      this.#draw();
    }
  }

  /** @param {PurchaseState} purchase */
  #hear(purchase) {
    const { name, resumed } = purchase;
    // What is said again in the same words is heard again only if it was gone in between.
    if (purchase.stage === "buying") write(this.#news, "");
    if (purchase.stage === "delayed") write(this.#news, `${name}: ${purchase.error.message}`);
    if (purchase.stage === "sold") this.#guard(purchase);
    // Of one that a tap here has begun `#buy` says how it ends.
    if (resumed && purchase.stage === "sold") write(this.#news, `You own ${name}.`);
    if (resumed && purchase.stage === "failed") write(this.#news, purchase.error.message);
    this.#draw();
    this.dispatchEvent(new CustomEvent("purchase", { detail: purchase, bubbles: true, composed: true }));
  }

  /**
   * Takes no tap on a listing for a moment, so that a double click buys once.
   * @param {SoldPurchase} purchase
   */
  #guard(purchase) {
    this.#sold.set(purchase.listing, purchase);
    setTimeout(() => {
      if (this.#sold.get(purchase.listing) !== purchase) return;
      this.#sold.delete(purchase.listing);
      this.#draw();
    }, SOLD_MS);
  }

  /** @param {number} atMs */
  #beginAnew(atMs) {
    this.#sold.clear();
    write(this.#news, `This store began anew at ${times.format(atMs)}. What it showed before is gone.`);
  }

  /** @param {unknown} error */
  #fail(error) {
    write(this.#problem, messageOf(error));
    this.#tell(error);
  }

  /** @param {unknown} error */
  #tell(error) {
    this.dispatchEvent(new CustomEvent("problem", { detail: error, bubbles: true, composed: true }));
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
