// @ts-check

import { button, element } from "../frame/element.js";
import { dayOf, duration, money, timeOfDay } from "../frame/format.js";
import { itemPicture } from "../frame/item-picture.js";
import { local, storesTime } from "../frame/zone.js";
import { isListing } from "./future.js";
import { isPlanned } from "./item-rows.js";
import { salesWords } from "./sales.js";
import { NOT_KEPT } from "./timeline-blocks.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */
/** @typedef {import("./sales.js").Sales} Sales */
/** @typedef {import("../frame/zone.js").Zone} Zone */

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

/**
 * Tells all about what a person has chosen: a listing, a planned span whose listings the server has deleted, or several
 * that one chooses from.
 */
export class ListingDetails {
  #acts;
  #sales;
  #panel = element("section", { class: "panel listing", "aria-live": "polite", "aria-label": "Listing" });

  /**
   * @param {(listing: Listing) => ListingActs} acts
   * @param {(shown: Listing | Passed) => Promise<Sales | undefined>} sales what the planned appearance that it belongs
   * to has sold; `undefined` where nothing is to be said of that
   */
  constructor(acts, sales) {
    this.#acts = acts;
    this.#sales = sales;
  }

  get element() {
    return this.#panel;
  }

  clear() {
    this.#panel.replaceChildren();
  }

  /**
   * @param {(Listing | Passed)[]} shown one, or several of one item without a gap
   * @param {Future} future
   */
  show(shown, future) {
    if (shown.length > 1) return this.#showSeveral(shown, future);
    const [one] = shown;
    if (isListing(one)) this.#showListing(one, future);
    else this.#showPassed(one, future);
  }

  /**
   * @param {(Listing | Passed)[]} shown
   * @param {Future} future
   * @param {Listing | Passed} [left] the one that somebody comes back from, which gets the focus
   */
  #showSeveral(shown, future, left) {
    const { zone } = future;
    const choices = shown.map((one) => button(choiceWords(one, zone), () => {
      this.show([one], future);
      const back = button(`‹ All ${shown.length}`, () => this.#showSeveral(shown, future, one));
      this.#panel.append(element("div", { class: "acts" }, back));
      back.focus();
    }));
    const endMs = Math.max(...shown.map((one) => one.endMs));
    this.#panel.replaceChildren(
      element("h2", {}, `${shown[0].name}, ${shown.length} times`),
      element("p", {}, when({ startMs: shown[0].startMs, endMs }, zone)),
      element("ul", { class: "listing-choices" }, ...choices.map((choice) => element("li", {}, choice))));
    if (left) choices[shown.indexOf(left)].focus();
  }

  /**
   * @param {Listing} listing
   * @param {Future} future
   */
  #showListing(listing, { zone }) {
    const { name, item, set, price, currency, decided, planned, withdrawn, master } = listing;
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
      element("p", {}, `${place(listing)}, ${when(listing, zone)}`),
      ...(planned ? [this.#salesLine(listing, zone)] : []),
      element("p", { class: "quiet" }, "Item ", element("code", {}, item), " of the set ", element("code", {}, set), `. ${planned ? "Planned. " : ""}${sale}${state}`));
    this.#panel.replaceChildren(
      element("div", { class: "listing-goods" }, ...itemPicture(master, PICTURE), text),
      ...(buttons.length ? [element("div", { class: "acts" }, ...buttons)] : []),
    );
  }

  /**
   * @param {Passed} passed
   * @param {Future} future
   */
  #showPassed(passed, { zone }) {
    const { name, item } = passed;
    this.#panel.replaceChildren(
      element("h2", {}, name),
      element("p", {}, `${place(passed)}, ${when(passed, zone)}`),
      this.#salesLine(passed, zone),
      element("p", { class: "quiet" }, "Item ", element("code", {}, item), `. ${NOT_KEPT.replace(/^p/, "P")}.`));
  }

  /**
   * Fills itself once the numbers are there.
   * @param {Listing | Passed} shown
   * @param {Zone} zone
   */
  #salesLine(shown, zone) {
    const line = element("p", { class: "listing-sales" });
    const tell = (/** @type {Sales | undefined} */ sales) => {
      if (!sales) return;
      const [numbers, counted] = salesWords(sales, { position: shown.position, zone });
      line.append(element("strong", {}, numbers), ` ${counted}`);
    };
    this.#sales(shown).then(tell, () => line.append("What it sold can’t be had right now."));
    return line;
  }
}

/** @param {{ position?: number }} shown */
function place({ position }) {
  return position === undefined ? "Any position" : `Position ${position}`;
}

/**
 * @param {Listing | Passed} shown
 * @param {Zone} zone
 */
function choiceWords(shown, zone) {
  const states = [isPlanned(shown) && "planned", isListing(shown) && shown.withdrawn && "withdrawn"];
  return [place(shown), times(shown, zone), ...states].filter(Boolean).join(", ");
}

/**
 * @param {{ startMs: number, endMs: number }} span
 * @param {Zone} zone
 */
function times({ startMs, endMs }, zone) {
  return `${timeOfDay(local(startMs, zone))} to ${timeOfDay(local(endMs, zone))}`;
}

/**
 * @param {{ startMs: number, endMs: number }} span
 * @param {Zone} zone
 */
function when({ startMs, endMs }, zone) {
  return `${times({ startMs, endMs }, zone)} (${duration(endMs - startMs)}), ${dayOf(local(startMs, zone))}, in ${storesTime(zone)}.`;
}
