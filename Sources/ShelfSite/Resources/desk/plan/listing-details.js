// @ts-check

import { button, element } from "../frame/element.js";
import { dayOf, duration, money, timeOfDay } from "../frame/format.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */

/** All that is known of the listing that somebody looks at. */
export class ListingDetails {
  #withdraw;
  #panel = element("section", { class: "panel listing", "aria-live": "polite", "aria-label": "Listing" });

  /** @param {((listing: Listing) => void) | undefined} withdraw `undefined` where the token doesn't allow it */
  constructor(withdraw) {
    this.#withdraw = withdraw;
  }

  get element() {
    return this.#panel;
  }

  clear() {
    this.#panel.replaceChildren();
  }

  /**
   * @param {Listing} listing
   * @param {Future} future
   */
  show(listing, { offsetMs, currency }) {
    const { name, item, set, price, position, startMs, endMs, decided, planned } = listing;
    const times = `${timeOfDay(startMs + offsetMs)} to ${timeOfDay(endMs + offsetMs)}`;
    const state = decided ? "No sale changes it any more." : "It can still change, by a sale or new content.";
    this.#panel.replaceChildren(
      element("h2", {}, name, " ", element("span", { class: "listing-price" }, money(price, currency))),
      element("p", {}, `Position ${position}, ${times} (${duration(endMs - startMs)}), ${dayOf(startMs + offsetMs)}.`),
      element("p", { class: "quiet" }, "Item ", element("code", {}, item), " of the set ", element("code", {}, set), `. ${planned ? "Planned. " : ""}${state}`),
      ...(this.#withdraw && decided ? [button("Withdraw this listing…", () => this.#withdraw?.(listing))] : []),
    );
  }
}
