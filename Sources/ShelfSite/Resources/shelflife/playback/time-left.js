// @ts-check
/** How long an offer still lasts, as players read it. */

/** @typedef {import("./playback.js").ShelfPosition} ShelfPosition */

const HOUR = 3600;
const DAY = 24 * HOUR;

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * Above a day it is the end's date and time in the player's own zone, below it hours and minutes, and below an hour a
 * running timer, such as 12:05.
 * @param {Pick<ShelfPosition, "endMs" | "remainingMs">} position
 * @returns {string}
 */
export function timeLeftText({ endMs, remainingMs }) {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  if (seconds > DAY) return date.format(endMs);
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60)];
  // The symbols are the same in all languages.
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
