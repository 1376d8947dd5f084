// @ts-check
/** The items of the content in force. */

import { capitalized } from "./format.js";

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} name as the store shows it
 * @property {string} set
 * @property {number} price
 * @property {string} released
 * @property {string} [master] SHA-256 of its picture's master; missing while it has no picture
 */

/**
 * @param {DeskAPI} api
 * @returns {Promise<Item[]>}
 */
export async function catalogue(api) {
  /** @type {{ items: Item[] }} */
  const { items } = await api.get("/v1/admin/content/items");
  return items.map((item) => ({ ...item, name: capitalized(item.name) }));
}
