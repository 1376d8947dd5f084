// @ts-check
/** The dialog with what the player owns and has bought. It asks the server when it is opened. */

import { element, found } from "./element.js";
import { amount } from "./format.js";
import { ownedTile } from "./owned-tile.js";
import { purchaseRow } from "./purchase-row.js";

/** @typedef {import("../shelflife/purchase/player.js").Player} Player */
/** @typedef {"owned" | "bought"} View */

const PAGE = 30;

export class Inventory {
  #player;
  #storeTitle;
  #server;
  #dialog = /** @type {HTMLDialogElement} */ (found(".inventory"));
  #purse = found(".inventory-purse");
  #body = found(".inventory-body");
  #choices = [...this.#dialog.querySelectorAll("[data-view]")];
  /** @type {View} */
  #view = "owned";
  /** Counts the views that were asked for; an answer for an earlier one is dropped. */
  #asked = 0;

  /**
   * @param {Player} player
   * @param {(store: string) => string} storeTitle
   * @param {string} server where the pictures are
   */
  constructor(player, storeTitle, server) {
    this.#player = player;
    this.#storeTitle = storeTitle;
    this.#server = server;
    for (const choice of this.#choices) {
      choice.addEventListener("click", () => this.#choose(/** @type {View} */ (choice.getAttribute("data-view"))));
    }
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    player.addEventListener("wallet", () => this.#drawPurse());
  }

  open() {
    this.#drawPurse();
    this.#dialog.showModal();
    this.#choose(this.#view);
  }

  /** Asks again, because something was bought or taken back. */
  refresh() {
    if (this.#dialog.open) this.#choose(this.#view);
  }

  #drawPurse() {
    const purse = Object.entries(this.#player.balances ?? {}).map(([currency, balance]) => `${amount(balance)} ${currency}`);
    this.#purse.textContent = purse.join(" · ") || "Nothing in the wallet";
  }

  /** @param {View} view */
  #choose(view) {
    if (view !== this.#view || this.#body.childElementCount === 0) this.#body.replaceChildren(element("p", "inventory-caption", "Looking…"));
    this.#view = view;
    for (const choice of this.#choices) choice.setAttribute("aria-pressed", String(choice.getAttribute("data-view") === view));
    this.#ask(() => (view === "owned" ? this.#owned() : this.#bought()));
  }

  /** @param {() => Promise<Node[]>} view resolves to the new content */
  async #ask(view) {
    const asked = ++this.#asked;
    this.#body.setAttribute("aria-busy", "true");
    const found = await view().catch((error) => [this.#apology(error, view)]);
    if (asked !== this.#asked) return;
    this.#body.replaceChildren(...found);
    this.#body.removeAttribute("aria-busy");
  }

  async #owned() {
    const items = await this.#player.inventory();
    if (items.length === 0) return [element("p", "inventory-caption", "Nothing yet. What you buy is kept here.")];
    const list = element("ul", "owned", ...items.map((item) => ownedTile(item, this.#server)));
    list.setAttribute("role", "list");
    return [list];
  }

  async #bought() {
    const list = element("ol", "bought");
    list.setAttribute("role", "list");
    const more = element("button", "inventory-more button", "Show more");
    await this.#addPage(list, more, undefined);
    return list.childElementCount === 0 ? [element("p", "inventory-caption", "Nothing bought yet.")] : [list, more];
  }

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} more
   * @param {number | undefined} before
   */
  async #addPage(list, more, before) {
    const { purchases, next } = await this.#player.history({ before, limit: PAGE });
    list.append(...purchases.map((purchase) => purchaseRow(purchase, this.#storeTitle(purchase.store), this.#server)));
    more.hidden = typeof next !== "number";
    more.onclick = () => {
      more.onclick = null;
      this.#addPage(list, more, next).catch((error) => more.replaceWith(this.#apology(error, () => this.#bought())));
    };
  }

  /**
   * @param {Error} error
   * @param {() => Promise<Node[]>} again
   */
  #apology(error, again) {
    const retry = element("button", "inventory-more button", "Try again");
    retry.addEventListener("click", () => this.#ask(again));
    return element("div", "inventory-caption", element("p", "", error.message), retry);
  }
}
