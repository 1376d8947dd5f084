// @ts-check

import { button, element } from "../frame/element.js";
import { dayOf, duration, money, timeOfDay } from "../frame/format.js";
import { itemPicture } from "../frame/item-picture.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */

/** The box of the picture. */
const PICTURE = 64;

/**
 * What can be done with a listing; `undefined` where the token doesn't allow it.
 * @typedef {object} ListingActs
 * @property {(() => void) | undefined} withdraw
 * @property {(() => void) | undefined} replace of one that has not begun
 * @property {(() => void) | undefined} redraw from one that has not begun
 * @property {(() => void) | undefined} change of one that was planned
 * @property {(() => void) | undefined} remove of one that was planned
 * @property {(() => void) | undefined} planHere at the place of one that wasn't
 */

/** All that is known of the listing that somebody looks at. */
export class ListingDetails {
  #acts;
  #panel = element("section", { class: "panel listing", "aria-live": "polite", "aria-label": "Listing" });

  /** @param {(listing: Listing) => ListingActs} acts */
  constructor(acts) {
    this.#acts = acts;
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
  show(listing, { offsetMs }) {
    const { name, item, set, price, currency, position, startMs, endMs, decided, planned, withdrawn, master } = listing;
    const times = `${timeOfDay(startMs + offsetMs)} to ${timeOfDay(endMs + offsetMs)}`;
    const sale = withdrawn ? "Withdrawn: it is shown, and can't be bought. " : "";
    const state = decided ? "No sale changes it any more." : "It can still change, by a sale or new content.";
    const { withdraw, replace, redraw, change, remove, planHere } = this.#acts(listing);
    const buttons = /** @type {[string, (() => void) | undefined][]} */ ([
      ["Change…", change], ["Remove from the plan…", remove], ["Plan something here…", planHere],
      ["Show another item…", decided && !withdrawn ? replace : undefined], ["Draw anew from here…", redraw],
      ["Withdraw this listing…", decided && !withdrawn ? withdraw : undefined],
    ]).flatMap(([title, act]) => act ? [button(title, act)] : []);
    const text = element("div", {},
      element("h2", {}, name, " ", element("span", { class: "listing-price" }, money(price, currency))),
      element("p", {}, `Position ${position}, ${times} (${duration(endMs - startMs)}), ${dayOf(startMs + offsetMs)}, in the store’s time.`),
      element("p", { class: "quiet" }, "Item ", element("code", {}, item), " of the set ", element("code", {}, set), `. ${planned ? "Planned. " : ""}${sale}${state}`));
    this.#panel.replaceChildren(
      element("div", { class: "listing-goods" }, ...itemPicture(master, PICTURE), text),
      ...(buttons.length ? [element("div", { class: "acts" }, ...buttons)] : []),
    );
  }
}
