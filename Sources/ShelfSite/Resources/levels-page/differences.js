// @ts-check
/** What differs between two releases of a pack, in words. */

import { counted } from "./element.js";

/** @typedef {import("../shelf-levels.js").Level} Level */

/**
 * @param {readonly Level[]} before
 * @param {readonly Level[]} after
 * @returns {string} such as “3 levels changed, 1 level added”
 */
export function differenceInWords(before, after) {
  const former = new Map(before.map((level) => [level.id, level]));
  const added = after.filter(({ id }) => !former.has(id)).length;
  const removed = before.length - (after.length - added);
  const changed = after.filter((level) => {
    const old = former.get(level.id);
    return old && !isSameLevel(old, level);
  }).length;
  const counts = /** @type {const} */ ([[changed, "changed"], [added, "added"], [removed, "removed"]]);
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${counted(count, "level")} ${what}`);
  return told.join(", ") || "The levels have another order";
}

/**
 * @param {Level} one
 * @param {Level} other
 */
export function isSameLevel(one, other) {
  const words = (/** @type {Level} */ { id, title, author, tags, background, map }) =>
    JSON.stringify([id, title, author, tags, background, [...map]]);
  return words(one) === words(other);
}
