// @ts-check

import { dayOf, offsetName, timeOfDay } from "../frame/format.js";
import { local, zoneText } from "../frame/zone.js";

/** @typedef {import("./future.js").Future} Future */

/**
 * What is said above the time line.
 * @param {Future} future
 * @param {{ fromMs: number, untilMs: number, isFirst: boolean, hasPassed: boolean }} shown the span in sight, whether
 * nothing before it can be shown, and whether there is something in it that only the plan tells
 */
export function spanWords({ zone, keptFromMs, decidedUntilMs, nothingToShowMs, coming = [], closesMs, listings }, { fromMs, untilMs, isFirst, hasPassed }) {
  const day = `${dayOf(local(fromMs, zone))}, in the store’s time (${zoneText(zone, fromMs)}).`;
  const first = isFirst ? "The time line goes back 30 days." : "";
  if (listings.length === 0 && !hasPassed) return [day, "Nothing is known of this span.", first].filter(Boolean).join(" ");
  const gone = hasPassed ? "Dashed is what the plan has; what was really shown there isn’t kept." : "Listings that ended long ago may be missing.";
  const notes = [
    first,
    fromMs < keptFromMs && gone,
    untilMs > decidedUntilMs && "Pale listings can still change, by a sale or new content.",
    ...coming.map(({ version, drawsFromMs }) => `Version ${version} draws from ${timeOfDay(local(drawsFromMs, zone))} on.`),
    closesMs != null && `The store closes at ${timeOfDay(local(closesMs, zone))}.`,
    ...zone.changes.filter(({ atMs }) => atMs > fromMs && atMs < untilMs).map((change) => changeWords(change, zone)),
    nothingToShowMs != null && nothingToShowMs < untilMs && "Then nothing is left to draw, and the store stands still.",
  ];
  return [day, ...notes.filter(Boolean)].join(" ");
}

/**
 * @param {{ atMs: number, offsetMs: number }} change
 * @param {Future["zone"]} zone
 */
function changeWords({ atMs, offsetMs }, zone) {
  const [before, after] = [local(atMs - 1, zone) + 1, local(atMs, zone)];
  return `The clock is put ${after < before ? "back" : "forward"} from ${timeOfDay(before)} to ${timeOfDay(after)} (${offsetName(offsetMs)}).`;
}
