// @ts-check
/** How a place on the time line becomes a planned appearance. */

import { timeOfDay } from "../frame/format.js";
import { plannedSpan } from "./future.js";
import { Placing } from "./placing.js";
import { appearanceOf, localText, moved, plannedTime, spanText } from "./plan.js";

/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./placing.js").Placed} Placed */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./planning.js").Planning} Planning */
/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @typedef {object} DraggingActs
 * @property {() => { listings: Listing[], offsetMs: number, stepMs: number }} shown what is in sight, and a step there
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
    const { offsetMs, stepMs } = shown();
    return Math.round((ms + offsetMs) / stepMs) * stepMs - offsetMs;
  };
  const span = (/** @type {Listing} */ listing) => {
    const appearance = appearanceOf(planning.plan, listing);
    if (!appearance) return undefined;
    const { listings, offsetMs } = shown();
    const { startMs, endMs } = plannedSpan(listings, listing);
    const fromMs = plannedTime(appearance, startMs, offsetMs);
    return { startMs: fromMs, endMs: fromMs + endMs - startMs };
  };
  const take = (/** @type {Placed} */ { listing, position, startMs, endMs }, /** @type {number} */ movedMs) => {
    tell("");
    const { plan } = planning;
    const { offsetMs } = shown();
    const appearance = appearanceOf(plan, listing);
    if (!listing || !appearance) {
      const lengthMs = Math.max(endMs - startMs, plan?.shortestMs ?? 0);
      return add({ position, from: localText(startMs + offsetMs), for: spanText(lengthMs) });
    }
    const move = { fromMs: startMs - movedMs, toMs: startMs, position: position === listing.position ? appearance.position : position };
    planning.ask(moved(appearance, move, offsetMs), listing.appearance);
  };
  return new Placing(timeline, {
    span, snap, take,
    show: ({ listing, position, startMs }) =>
      tell(`${listing?.name ?? "Something new"}: position ${position}, ${timeOfDay(startMs + shown().offsetMs)} in the store’s time. Enter goes on, Escape puts it back.`),
    cancelled: () => tell("Nothing was changed."),
  }, () => shown().stepMs);
}
