// @ts-check
/** Keeps the newest window of a store for the next visit. A kept window is checked like one from the network. */

import { openedDatabase } from "./opened-database.js";

/** @typedef {{ bytes: Uint8Array, etag: string }} StoredWindow */
/**
 * @typedef {object} StoreArchive
 * @property {(name: string) => Promise<StoredWindow | null>} loadWindow
 * @property {(name: string, window: StoredWindow) => Promise<void>} saveWindow
 */

const DATABASE = "shelflife";
const WINDOWS = "windows";

/** @returns {StoreArchive} for browsers, in IndexedDB; without it, or where it isn't opened, it rejects, and a store does without */
export function browserArchive() {
  return {
    loadWindow: async (name) => (await request("readonly", (windows) => windows.get(name))) ?? null,
    saveWindow: async (name, window) => {
      await request("readwrite", (windows) => windows.put(window, name));
    },
  };
}

/** @returns {StoreArchive} */
export function noArchive() {
  return { loadWindow: async () => null, saveWindow: async () => {} };
}

function database() {
  return openedDatabase(DATABASE, (made) => void made.createObjectStore(WINDOWS));
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
