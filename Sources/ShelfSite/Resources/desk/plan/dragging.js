// @ts-check
/** How a place on the time line becomes a planned appearance. */

import { timeOfDay } from "../frame/format.js";
import { local, offsetAt, storesTime } from "../frame/zone.js";
import { plannedSpan } from "./future.js";
import { Placing } from "./placing.js";
import { appearanceOf, localText, moved, plannedTime, spanText } from "./plan.js";

/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./placing.js").Placed} Placed */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./planning.js").Planning} Planning */
/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("../frame/zone.js").Zone} Zone */

/**
 * @typedef {object} DraggingActs
 * @property {() => { listings: Listing[], zone: Zone, stepMs: number }} shown what is in sight, and a step there
 * @property {(text: string) => void} tell
 * @property {(given: Partial<Appearance>) => void} add asks for a new appearance
 */

/**
 * Lets somebody plan by dragging, or by keys.
 * @param {Timeline} timeline
 * @param {Planning} planning
 * @param {DraggingActs} acts
 */
export function dragging(timeline, planning, { shown, tell, add }) {
  const snap = (/** @type {number} */ ms) => {
    const { zone, stepMs } = shown();
    const aheadMs = offsetAt(ms, zone);
    return Math.round((ms + aheadMs) / stepMs) * stepMs - aheadMs;
  };
  const span = (/** @type {Listing} */ listing) => {
    const appearance = appearanceOf(planning.plan, listing);
    if (!appearance) return undefined;
    const { listings, zone } = shown();
    const { startMs, endMs } = plannedSpan(listings, listing);
    const fromMs = plannedTime(appearance, startMs, zone);
    return { startMs: fromMs, endMs: fromMs + endMs - startMs };
  };
  const take = (/** @type {Placed} */ { listing, position, startMs, endMs }, /** @type {number} */ movedMs) => {
    tell("");
    const { plan } = planning;
    const { zone } = shown();
    const appearance = appearanceOf(plan, listing);
    if (!listing || !appearance) {
      const lengthMs = Math.max(endMs - startMs, plan?.shortestMs ?? 0);
      return add({ position, from: localText(local(startMs, zone)), for: spanText(lengthMs) });
    }
    const move = { fromMs: startMs - movedMs, toMs: startMs, position: position === listing.position ? appearance.position : position };
    planning.ask(moved(appearance, move, zone), listing.appearance);
  };
  return new Placing(timeline, {
    span, snap, take,
    show: ({ listing, position, startMs }) =>
      tell(`${listing?.name ?? "Something new"}: position ${position}, ${timeOfDay(local(startMs, shown().zone))} in ${storesTime(shown().zone)}. Enter goes on, Escape puts it back.`),
    cancelled: () => tell("Nothing was changed."),
  }, () => shown().stepMs);
}
