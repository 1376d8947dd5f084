// @ts-check
/** What the time line is drawn with. */

import { element } from "../frame/element.js";
import { hourAndMinute, hueOf, money, timeOfDay } from "../frame/format.js";
import { itemPicture } from "../frame/item-picture.js";
import { local } from "../frame/zone.js";
import { isListing } from "./future.js";
import { isPlanned } from "./item-rows.js";

/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */
/** @typedef {import("./item-rows.js").ItemBlock} ItemBlock */
/** @typedef {import("./item-rows.js").ItemRow} ItemRow */
/** @typedef {import("./time-scale.js").TimeScale} TimeScale */

/** The box of a block's picture. */
const PICTURE = 28;
/** A block that is a smaller share of the line has no room for a picture on any screen. */
const LEAST_SHARE = 0.05;

/** So many positions are named one by one. */
const POSITIONS = 6;

/** What is said of a planned span whose listings are gone. */
export const NOT_KEPT = "planned; what was really shown isn’t kept";

/**
 * @param {Listing} listing
 * @param {TimeScale} scale
 * @returns {HTMLElement | undefined} `undefined` where nothing of it is in sight
 */
export function listingBlock(listing, scale) {
  const classes = [!listing.decided && "is-open", listing.planned && "is-planned", listing.withdrawn && "is-withdrawn"].filter(Boolean);
  const state = [listing.planned && "planned", listing.decided ? "decided" : "can still change", listing.withdrawn && "withdrawn from sale"].filter(Boolean).join(", ");
  const label = `${listing.name}, ${money(listing.price, listing.currency)}, ${times(listing, scale)}, ${state}`;
  const marks = [listing.planned && "◆", listing.withdrawn && "⊘"].filter(Boolean).join(" ");
  const made = block(listing, scale, { classes: classes.join(" "), label, marks });
  made?.style.setProperty("--hue", String(hueOf(listing.set)));
  return made;
}

/**
 * @param {Passed} passed
 * @param {TimeScale} scale
 * @returns {HTMLElement | undefined} `undefined` where nothing of it is in sight
 */
export function passedBlock(passed, scale) {
  return block(passed, scale, { classes: "is-planned is-passed", label: `${passed.name}, ${times(passed, scale)}, ${NOT_KEPT}`, marks: "◆" });
}

/**
 * In the row of an item, whose head has the name and the picture.
 * @param {ItemBlock} shown
 * @param {TimeScale} scale
 * @returns {HTMLElement | undefined} `undefined` where nothing of it is in sight
 */
export function itemBlock({ startMs, endMs, shown }, scale) {
  const all = shown.length;
  const some = (/** @type {number} */ count, /** @type {string} */ state) => count > 0 && (count === all ? state : `${count} ${state}`);
  const listings = shown.filter(isListing);
  const open = listings.filter(({ decided }) => !decided).length;
  const planned = listings.filter(isPlanned).length;
  const withdrawn = listings.filter((one) => one.withdrawn).length;
  const prices = [...new Set(listings.map(({ price, currency }) => money(price, currency)))].join(" or ");
  const states = [
    some(planned, "planned"), some(listings.length - open, "decided"), some(open, "can still change"), some(withdrawn, "withdrawn from sale"),
    some(all - listings.length, NOT_KEPT),
  ];
  const label = [shown[0].name, all > 1 && `${all} times`, places(shown), prices, times({ startMs, endMs }, scale), ...states].filter(Boolean).join(", ");
  const classes = [
    open > 0 && "is-open", shown.some(isPlanned) && "is-planned", withdrawn === all && "is-withdrawn", listings.length === 0 && "is-passed",
  ].filter(Boolean).join(" ");
  const marks = [shown.some(isPlanned) && "◆", withdrawn > 0 && "⊘"].filter(Boolean).join(" ");
  const made = block({ name: all > 1 ? `×${all}` : "", startMs, endMs }, scale, { classes, label, marks });
  if (listings.length > 0) made?.style.setProperty("--hue", String(hueOf(listings[0].set)));
  return made;
}

/** @param {ItemRow} row */
export function itemHead({ name, master }) {
  return element("div", { class: "timeline-item", role: "rowheader", title: name }, ...itemPicture(master, PICTURE), element("span", {}, name));
}

/** @param {number | undefined} position any when it is missing */
export function positionHead(position) {
  const title = position === undefined ? ["any", element("span", {}, " position")] : [element("span", {}, "Position "), String(position)];
  return element("div", { class: "timeline-position", role: "rowheader" }, ...title);
}

/** @param {(Listing | Passed)[]} shown */
function places(shown) {
  const [last, ...others] = [...new Set(shown.flatMap(({ position }) => position ?? []))].sort((one, other) => other - one);
  if (last === undefined) return "any position";
  if (others.length >= POSITIONS) return `${others.length + 1} positions`;
  return others.length ? `positions ${others.reverse().join(", ")} and ${last}` : `position ${last}`;
}

/**
 * @param {{ name: string, startMs: number, endMs: number, master?: string }} shown
 * @param {TimeScale} scale
 * @param {{ classes: string, label: string, marks: string }} look
 */
function block({ name, startMs, endMs, master }, scale, { classes, label, marks }) {
  const place = scale.visible(startMs, endMs);
  if (!place) return undefined;
  const mark = marks ? [element("span", { class: "timeline-mark", "aria-hidden": "true" }, marks)] : [];
  // The style sheet hides a picture that has no room after all.
  const made = element("div", { class: `timeline-block ${classes}`.trim(), role: "gridcell", tabindex: -1, "aria-label": label, title: label },
    ...(place.length >= LEAST_SHARE ? itemPicture(master, PICTURE) : []), ...mark, element("span", { class: "timeline-name", "aria-hidden": "true" }, name));
  made.style.setProperty("--at", String(place.at));
  made.style.setProperty("--length", String(place.length));
  return made;
}

/**
 * @param {{ startMs: number, endMs: number }} span
 * @param {TimeScale} scale
 */
function times({ startMs, endMs }, { zone }) {
  return `${timeOfDay(local(startMs, zone))} to ${timeOfDay(local(endMs, zone))}`;
}

/** @param {TimeScale} scale */
export function axis(scale) {
  const marks = scale.marks().map((ms) => {
    const mark = element("span", { class: "timeline-tick" }, hourAndMinute(local(ms, scale.zone)));
    mark.style.setProperty("--at", String(scale.at(ms)));
    return mark;
  });
  return element("div", { class: "timeline-axis", "aria-hidden": "true" }, element("div", { class: "timeline-track" }, ...marks));
}
