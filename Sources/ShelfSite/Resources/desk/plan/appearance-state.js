// @ts-check
/** What becomes of a planned appearance, as far as the page knows. */

import { instant } from "../frame/zone.js";
import { spanMs } from "./plan.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("../frame/zone.js").Zone} Zone */

const DAY_MS = 86_400_000;

/**
 * @param {Appearance} appearance
 * @param {{ future: Future, nowMs: number, left: Map<string, number> }} known `left` has the copies left of limited
 * editions
 * @returns {string} empty where there is nothing to say
 */
export function stateOf(appearance, { future, nowMs, left }) {
  const endMs = lastEndMs(appearance, future.zone);
  const isOver = endMs !== undefined && endMs <= nowMs;
  const isSoldOut = left.get(appearance.item) === 0;
  if (endMs !== undefined && isMissing(appearance, endMs, future)) {
    if (isOver) return "didn’t appear: something else stood there";
    return `won’t appear: ${isSoldOut ? "no copies are left" : reasonIn(future, endMs)}`;
  }
  if (isOver) return "over";
  return isSoldOut ? "no copies left: something else is drawn in its place" : "";
}

/**
 * @param {Appearance} appearance
 * @param {Zone} zone
 * @returns {number | undefined} when nothing can come of it any more; `undefined` where it goes on for ever
 */
function lastEndMs({ from, at, until, for: length, within = "0s" }, zone) {
  const lengthMs = (spanMs(length) ?? NaN) + (spanMs(within) ?? NaN);
  const lastMs = at ? Date.parse(`${until}T00:00:00Z`) + DAY_MS : Date.parse(`${from}Z`);
  const endMs = instant(lastMs, zone) + lengthMs;
  return Number.isFinite(endMs) ? endMs : undefined;
}

/**
 * Why nothing of it is shown, when something else is.
 * @param {Future} future
 * @param {number} endMs
 */
function reasonIn({ coming = [], closesMs }, endMs) {
  if (closesMs != null && closesMs < endMs) return "the store is closed then";
  const next = coming.filter(({ drawsFromMs }) => drawsFromMs < endMs).at(-1);
  return next ? `version ${next.version} draws what stands there` : "something else stands there";
}

/**
 * Whether one that is planned once has no listing, though the answer has its whole time.
 * @param {Appearance} appearance
 * @param {number} endMs
 * @param {Future} future
 */
function isMissing({ item, from, at }, endMs, { listings, zone, fromMs, untilMs, keptFromMs }) {
  const startMs = instant(Date.parse(`${from}Z`), zone);
  const isWhole = startMs >= Math.max(fromMs, keptFromMs) && endMs <= untilMs;
  const isOfIt = (/** @type {Listing} */ one) => one.planned && one.item === item && one.startMs >= startMs && one.startMs < endMs;
  return !at && isWhole && !listings.some(isOfIt);
}
