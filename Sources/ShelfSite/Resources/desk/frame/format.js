// @ts-check
/** Numbers and instants as people read them. */

const numbers = new Intl.NumberFormat();
const moment = new Intl.DateTimeFormat(undefined, {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short",
});

/** @param {number} value */
export function number(value) {
  return numbers.format(value);
}

/**
 * @param {number} value
 * @param {string} one the word for one of them
 */
export function counted(value, one) {
  return `${number(value)} ${one}${value === 1 ? "" : "s"}`;
}

const percents = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 });

/** @param {number} part of 1 */
export function percent(part) {
  return percents.format(part);
}

const rounded = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/**
 * @param {number} value how many bytes
 * @returns {string} such as 20.5 kB
 */
export function size(value) {
  if (value < 1000) return counted(value, "byte");
  return value < 1_000_000 ? `${rounded.format(value / 1000)} kB` : `${rounded.format(value / 1_000_000)} MB`;
}

/**
 * @param {number} amount
 * @param {string} currency
 * @returns {string} such as 1,250 coins; just the number where nothing names a currency
 */
export function money(amount, currency) {
  return `${number(amount)} ${currency}`.trim();
}

/**
 * @param {number} ms since the epoch
 * @returns {string} in this browser's time, whose zone it names
 */
export function dateAndTime(ms) {
  return moment.format(ms);
}

/**
 * @param {number} nowMs
 * @returns {string} whose time the times of a room are in, which it says once
 */
export function browserZone(nowMs) {
  return `Times are in this browser’s time zone, ${zoneName(nowMs)}.`;
}

/**
 * @param {number} nowMs
 * @returns {string} what this browser's time zone is called
 */
export function zoneName(nowMs) {
  const { timeZone } = moment.resolvedOptions();
  const offset = offsetName(-new Date(nowMs).getTimezoneOffset() * 60_000);
  return timeZone === offset ? offset : `${timeZone} (now ${offset})`;
}

const options = /** @type {const} */ ({ timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(undefined, { ...options, timeStyle: "medium" });
const shortClock = new Intl.DateTimeFormat(undefined, { ...options, timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { ...options, weekday: "long", day: "numeric", month: "long", year: "numeric" });

/**
 * The local time of a store, to read out of a date as if it were UTC.
 * @typedef {number} LocalMs
 */

/** @param {LocalMs} localMs */
export function timeOfDay(localMs) {
  return clock.format(localMs);
}

/** @param {LocalMs} localMs */
export function hourAndMinute(localMs) {
  return shortClock.format(localMs);
}

/** @param {LocalMs} localMs */
export function dayOf(localMs) {
  return day.format(localMs);
}

/**
 * @param {number} ms
 * @returns {string} such as UTC+05:30
 */
export function offsetName(ms) {
  const minutes = Math.abs(ms) / 60_000;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return ms === 0 ? "UTC" : `UTC${ms < 0 ? "−" : "+"}${hour}:${minute}`;
}

/**
 * @param {number} ms
 * @returns {string} such as 2 min 5 s
 */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [[Math.floor(seconds / 3600), "h"], [Math.floor(seconds / 60) % 60, "min"], [seconds % 60, "s"]];
  return parts.filter(([count]) => count).map(([count, unit]) => `${count} ${unit}`).join(" ") || "0 s";
}

/**
 * @param {string} name
 * @returns {string} as the store shows it: with a capital at its beginning
 */
export function capitalized(name) {
  return name.replace(/^./u, (first) => first.toUpperCase());
}

/**
 * @param {string} id such as food-fruit
 * @returns {string} as the store shows it, such as Food fruit
 */
export function setLabel(id) {
  return capitalized(id.replaceAll("-", " "));
}

/**
 * A hue of its own for each set, the same on every screen.
 * @param {string} id
 */
export function hueOf(id) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (hash * 137) % 360;
}
