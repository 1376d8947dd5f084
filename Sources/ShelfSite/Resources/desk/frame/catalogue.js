// @ts-check
/** The items of the content in force. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} name
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
  return (await api.get("/v1/admin/content/items")).items;
}
