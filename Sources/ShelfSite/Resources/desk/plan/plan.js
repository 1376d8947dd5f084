// @ts-check
/** What is planned in a store, as `GET /v1/admin/plan/{store}` answers it, and how one appearance becomes another. */

import { instant, local } from "../frame/zone.js";

/**
 * A planned appearance, in the words of `plan.yaml`.
 * @typedef {object} Appearance
 * @property {string} item
 * @property {number} [position] counted from 1; any when it is missing
 * @property {string} [from] in the store's time. Once: when, such as `2026-12-24T18:00`. With `at`: the first day
 * @property {string[]} [at] times of the day
 * @property {string[]} [days] such as `fri`; every day when it is missing
 * @property {string} [until] the last day
 * @property {string} for how long, such as `20m`
 * @property {string} [within] by how much each start may be later
 */

/**
 * @typedef {object} Plan
 * @property {string} store
 * @property {number} version the content version that a change is made to
 * @property {Zone} zone by whose clock it is planned
 * @property {number} positions
 * @property {number} shortestMs
 * @property {number} longestMs
 * @property {Appearance[]} appearances
 */

/**
 * An appearance to add, one to put in place of another, or an index to remove.
 * @typedef {object} PlanChange
 * @property {number} [index]
 * @property {Appearance} [appearance]
 * @property {string} reason
 * @property {number} [over] up to which scheduled version it is meant that it undoes the change
 * @property {number} [alsoIn] the scheduled version that is changed as well
 */
/** @typedef {{ isWarning: boolean, text: string }} Problem */
/** @typedef {{ isPossible: boolean, problems: Problem[], drawnUntilMs?: number, triedUntilMs?: number }} Trial */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("../frame/zone.js").Zone} Zone */

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const DAY_MS = 86_400_000;
/** In milliseconds. */
const UNITS = /** @type {Record<string, number>} */ ({ d: DAY_MS, h: 3_600_000, m: 60_000, s: 1000, ms: 1 });

/** @param {string} store */
export function planPath(store) {
  return `/v1/admin/plan/${encodeURIComponent(store)}`;
}

/**
 * @param {Plan | undefined} plan
 * @param {Listing | undefined} listing
 * @returns {Appearance | undefined} what was planned and put the listing there
 */
export function appearanceOf(plan, listing) {
  const appearance = listing?.appearance === undefined ? undefined : plan?.appearances[listing.appearance];
  return appearance?.item === listing?.item ? appearance : undefined;
}

/**
 * @param {number} localMs
 * @returns {string} such as `2026-12-24T18:00`; seconds only where there are any
 */
export function localText(localMs) {
  return new Date(localMs).toISOString().slice(0, 19).replace(/:00$/, "");
}

/**
 * @param {number} ms whole seconds
 * @returns {string} such as `20m` or `90s`
 */
export function spanText(ms) {
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}

/**
 * @param {string} text such as `20m`
 * @returns {number | undefined} milliseconds; `undefined` for what is no such text
 */
export function spanMs(text) {
  const [, count, unit] = /^(\d+)(d|h|m|s|ms)$/.exec(text) ?? [];
  return unit ? Number(count) * UNITS[unit] : undefined;
}

/**
 * Where an appearance is in a plan. Another version has it elsewhere, when one before it was removed.
 * @param {Plan} plan
 * @param {Appearance | undefined} appearance
 * @returns {number} -1 where it isn't, or not like this
 */
export function indexOf({ appearances }, appearance) {
  const same = appearance && textOf(appearance);
  return appearances.findIndex((one) => textOf(one) === same);
}

/**
 * The time that the plan names for what began at an instant, which may be earlier: by `within`, or because the position
 * was not free.
 * @param {Appearance} appearance
 * @param {number} startMs
 * @param {Zone} zone
 * @returns {number}
 */
export function plannedTime({ from = "", at }, startMs, zone) {
  if (!at) return instant(Date.parse(`${from}Z`), zone);
  const day = dayMs(startMs, zone);
  const times = at.flatMap((time) => [day - DAY_MS, day].map((midnight) => instant(midnight + timeOfDayMs(time), zone)));
  return Math.max(...times.filter((ms) => ms <= startMs));
}

/**
 * @param {Appearance} appearance
 * @param {number} nowMs
 * @param {Zone} zone
 * @returns {number} when it is planned next, or else was last; for one that comes again and again, on its next day
 */
export function nextMs({ from, at, days, until, for: length }, nowMs, zone) {
  if (!at) return instant(Date.parse(`${from}Z`), zone);
  const earliestMs = nowMs - (spanMs(length) ?? 0);
  const first = from ? Date.parse(`${from}T00:00:00Z`) : 0;
  const last = until ? Date.parse(`${until}T00:00:00Z`) : Infinity;
  const today = Math.max(first, dayMs(earliestMs, zone));
  const times = Array.from({ length: 9 }, (_, index) => today + index * DAY_MS)
    .filter((day) => day <= last && (!days || days.includes(DAYS[(new Date(day).getUTCDay() + 6) % 7])))
    .flatMap((day) => at.map((time) => instant(day + timeOfDayMs(time), zone))).filter((ms) => ms >= earliestMs);
  return times.length ? Math.min(...times) : instant(last, zone);
}

/**
 * The appearance at another time or position. One that comes again and again comes at another time of the day.
 * @param {Appearance} appearance
 * @param {{ fromMs: number, toMs: number, position: number | undefined }} move from which planned time to which
 * @param {Zone} zone
 * @returns {Appearance}
 */
export function moved(appearance, { fromMs, toMs, position }, zone) {
  const { at } = appearance;
  if (!at) return { ...appearance, position, from: localText(local(toMs, zone)) };
  const day = dayMs(fromMs, zone);
  const times = at.map((time) => instant(day + timeOfDayMs(time), zone) === fromMs ? clock(local(toMs, zone)) : time);
  return { ...appearance, position, at: times };
}

/**
 * @param {Appearance} appearance
 * @returns {string} when and where, in a line
 */
export function inWords({ position, from, at, days, until, for: length, within }) {
  const place = position === undefined ? "on any position" : `on position ${position}`;
  const spread = within ? `, each up to ${within} later` : "";
  if (!at) return `${place}, ${from?.replace("T", ", ")}, for ${length}${spread}`;
  const dates = [from && `from ${from}`, until && `until ${until}`].filter(Boolean).map((text) => `, ${text}`).join("");
  return `${place}, ${days ? `every ${days.join(", ")}` : "every day"} at ${at.join(", ")}${dates}, for ${length}${spread}`;
}

/** @param {Appearance} appearance */
function textOf({ item, position, from, at, days, until, for: length, within }) {
  return JSON.stringify([item, position, from, at, days, until, length, within]);
}

/**
 * @param {number} ms
 * @param {Zone} zone
 * @returns {import("../frame/format.js").LocalMs} the midnight before it
 */
function dayMs(ms, zone) {
  return Math.floor(local(ms, zone) / DAY_MS) * DAY_MS;
}

/** @param {number} localMs */
function clock(localMs) {
  return localText(localMs).slice(11);
}

/** @param {string} time */
function timeOfDayMs(time) {
  const [hour, minute, second = 0] = time.split(":").map(Number);
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
