// @ts-check
/** How long an offer still lasts, as players read it. */

/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

const HOUR = 3600;
const DAY = 24 * HOUR;

const date = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const hours = new Intl.NumberFormat(undefined, { style: "unit", unit: "hour", unitDisplay: "short" });
const minutes = new Intl.NumberFormat(undefined, { style: "unit", unit: "minute", unitDisplay: "short" });

/**
 * Above a day it is the end's date and time in the player's own zone, below it hours and minutes, and below an hour a
 * running timer, such as 12:05.
 * @param {Pick<ShelfPosition, "endMs" | "remainingMs">} position
 * @returns {string}
 */
export function timeLeftText({ endMs, remainingMs }) {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  if (seconds > DAY) return date.format(endMs);
  const rest = Math.floor((seconds % HOUR) / 60);
  if (seconds >= HOUR) return `${hours.format(Math.floor(seconds / HOUR))} ${minutes.format(rest)}`;
  return `${rest}:${String(seconds % 60).padStart(2, "0")}`;
}
