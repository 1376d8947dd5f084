// @ts-check
/** Where the newest window of a store waits for the next visit. What it brings back is checked like any other. */

/** @typedef {{ bytes: Uint8Array, etag: string }} StoredWindow */
/**
 * @typedef {object} WindowArchive
 * @property {(name: string) => Promise<StoredWindow | null>} load
 * @property {(name: string, window: StoredWindow) => Promise<void>} save
 */

const DATABASE = "shelflife";
const WINDOWS = "windows";

/** @returns {WindowArchive} for browsers; without IndexedDB nothing is kept, and nothing fails */
export function browserArchive() {
  if (!globalThis.indexedDB) return noArchive();
  return {
    load: async (name) => (await request("readonly", (windows) => windows.get(name))) ?? null,
    save: async (name, window) => {
      await request("readwrite", (windows) => windows.put(window, name));
    },
  };
}

/** @returns {WindowArchive} */
export function noArchive() {
  return { load: async () => null, save: async () => {} };
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(WINDOWS);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(windows: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
async function request(mode, ask) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const asked = ask(opened.transaction(WINDOWS, mode).objectStore(WINDOWS));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    opened.close();
  }
}
