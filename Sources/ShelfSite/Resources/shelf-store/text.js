// @ts-check

import { timeLeftText } from "../shelflife/playback/time-left.js";

const DAY_MS = 86_400_000;

/**
 * @param {import("../shelflife/playback/playback.js").ShelfPosition} position one that isn't empty
 * @returns {string} how long it lasts, such as 12:05, or until Fri, Nov 27, 6:00 AM
 */
export function timeLeft(position) {
  return `${position.remainingMs > DAY_MS ? "until " : ""}${timeLeftText(position)}`;
}

/**
 * Writes a text where another one stands. The text node stays the same: a new one has the browser compute the styles of
 * what is around it anew, and a countdown is written each second.
 * @param {HTMLElement} element one that holds nothing but text
 * @param {string} text
 */
export function write(element, text) {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
