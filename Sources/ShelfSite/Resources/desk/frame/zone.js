// @ts-check
/** What a store's clock shows. Twin of `Zone`: the server tells when the clock changes, so that both read it alike. */

import { dayOf, offsetName, timeOfDay } from "./format.js";

/**
 * @typedef {object} Zone
 * @property {string} name such as `Europe/Berlin`, or `UTC+05:30` for a fixed offset
 * @property {number} offsetMs local time minus UTC before the first change
 * @property {{ atMs: number, offsetMs: number }[]} changes in order, each with its instant and the offset from then on
 */
/** @typedef {import("./format.js").LocalMs} LocalMs */

/** @type {Zone} */
export const UTC = { name: "UTC+00:00", offsetMs: 0, changes: [] };

/** More than any local time is away from UTC. */
const FARTHEST_MS = 27 * 3_600_000;

/**
 * @param {number} ms
 * @param {Zone} zone
 * @returns {number} local time minus UTC
 */
export function offsetAt(ms, { offsetMs, changes }) {
  return changes.findLast(({ atMs }) => atMs <= ms)?.offsetMs ?? offsetMs;
}

/**
 * @param {number} ms
 * @param {Zone} zone
 * @returns {LocalMs} what the clock shows
 */
export function local(ms, zone) {
  return ms + offsetAt(ms, zone);
}

/**
 * @param {LocalMs} localMs
 * @param {Zone} zone
 * @returns {number} the first instant at which the clock shows this time or a later one: a time that it skips is the
 * instant after the gap, and of two that look alike it is the first
 */
export function instant(localMs, zone) {
  let fromMs = localMs - FARTHEST_MS;
  for (;;) {
    const ms = Math.max(fromMs, localMs - offsetAt(fromMs, zone));
    const next = zone.changes.find(({ atMs }) => atMs > fromMs);
    if (next === undefined || next.atMs > ms) return ms;
    fromMs = next.atMs;
  }
}

/**
 * @param {Zone} zone
 * @param {number} ms
 * @returns {string} such as UTC+05:30, or Europe/Berlin, UTC+01:00
 */
export function zoneText(zone, ms) {
  const offset = offsetName(offsetAt(ms, zone));
  return isNamed(zone) ? `${zone.name}, ${offset}` : offset;
}

/**
 * @param {number} ms
 * @param {Zone} zone a store's
 * @returns {string} such as 18:00:00 on Sunday, 22 November 2026, in the store’s time
 */
export function storeMoment(ms, zone) {
  const localMs = local(ms, zone);
  return `${timeOfDay(localMs)} on ${dayOf(localMs)}, in ${storesTime(zone)}`;
}

/**
 * @param {Zone} zone
 * @returns {string} whose time it is
 */
export function storesTime(zone) {
  return isNamed(zone) ? `the store’s time (${zone.name})` : "the store’s time";
}

/** @param {Zone} zone */
function isNamed({ name }) {
  return !/^UTC[+-]/.test(name);
}
