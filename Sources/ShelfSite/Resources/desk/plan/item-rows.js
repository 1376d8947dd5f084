// @ts-check
/** What the time line shows where single listings are too narrow to read: a row for each item. */

import { isListing } from "./future.js";

/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */

/**
 * What is shown of one item without a gap, at whichever positions.
 * @typedef {object} ItemBlock
 * @property {number} startMs
 * @property {number} endMs
 * @property {(Listing | Passed)[]} shown by start, then by position
 */
/**
 * @typedef {object} ItemRow
 * @property {string} item
 * @property {string} name
 * @property {string} [master] of its picture
 * @property {ItemBlock[]} blocks in the order of time
 */
/**
 * The items that have no row.
 * @typedef {object} Rest
 * @property {number} items
 * @property {number} planned how many of them are planned
 * @property {number} most how often any of them is shown at most
 */

/** How many items have a row. */
const ROWS = 30;

/**
 * @param {(Listing | Passed)[]} shown what is in sight
 * @returns {{ rows: ItemRow[], rest: Rest }} what is planned comes first, then what is shown most often
 */
export function itemRows(shown) {
  const items = [...Map.groupBy(inOrder(shown), ({ item }) => item).values()]
    .map((all) => ({ all, isPlanned: all.some(isPlanned), name: all[0].name }))
    .sort((one, other) => Number(other.isPlanned) - Number(one.isPlanned) || other.all.length - one.all.length || one.name.localeCompare(other.name));
  const rest = items.slice(ROWS);
  return {
    rows: items.slice(0, ROWS).map(({ all, name }) => ({ item: all[0].item, name, master: all.find(isListing)?.master, blocks: blocksOf(all) })),
    rest: {
      items: rest.length,
      planned: rest.filter((one) => one.isPlanned).length,
      most: rest.reduce((most, { all }) => Math.max(most, all.length), 0),
    },
  };
}

/**
 * @param {Rest} rest
 * @returns {string} empty where every item has a row
 */
export function restWords({ items, planned, most }) {
  if (items === 0) return "";
  const often = most === 1 ? "shown once" : most === 2 ? "shown once or twice" : `shown at most ${most} times`;
  const some = planned ? `, ${planned} of them planned` : "";
  return items === 1 ? `and 1 more item${planned ? ", which is planned" : ""}, ${often}` : `and ${items} more items${some}, each ${often}`;
}

/** @param {Listing | Passed} shown */
export function isPlanned(shown) {
  return !isListing(shown) || shown.planned === true;
}

/** @param {(Listing | Passed)[]} shown */
function inOrder(shown) {
  return [...shown].sort((one, other) => one.startMs - other.startMs || (one.position ?? 0) - (other.position ?? 0));
}

/**
 * @param {(Listing | Passed)[]} all of one item, by start
 * @returns {ItemBlock[]}
 */
function blocksOf(all) {
  /** @type {ItemBlock[]} */
  const blocks = [];
  for (const one of all) {
    const last = blocks.at(-1);
    if (last && one.startMs <= last.endMs) {
      last.endMs = Math.max(last.endMs, one.endMs);
      last.shown.push(one);
    } else {
      blocks.push({ startMs: one.startMs, endMs: one.endMs, shown: [one] });
    }
  }
  return blocks;
}
