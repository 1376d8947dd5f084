// @ts-check

/**
 * @param {import("./desk-api.js").Session} session
 * @param {string} store its id
 * @returns {string} what it is called; the id where the session knows no such store
 */
export function titleOf({ stores }, store) {
  return stores.find(({ id }) => id === store)?.title ?? store;
}
