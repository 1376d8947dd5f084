// @ts-check
/** One `ShelfServer` for each address, so that the elements of a page share its clock and its player. */

import { ShelfServer } from "../shelflife.js";

/** @type {Map<string, ShelfServer>} */
const servers = new Map();

/**
 * @param {string} address
 * @returns {ShelfServer}
 */
export function serverAt(address) {
  const known = servers.get(address);
  if (known) return known;
  const made = new ShelfServer(address);
  servers.set(address, made);
  return made;
}
