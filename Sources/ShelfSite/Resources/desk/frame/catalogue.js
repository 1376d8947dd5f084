// @ts-check
/** The items of the content in force. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/** @typedef {{ id: string, name: string, set: string, price: number, released: string }} Item */

/**
 * @param {DeskAPI} api
 * @returns {Promise<Item[]>}
 */
export async function catalogue(api) {
  return (await api.get("/v1/admin/content/items")).items;
}
