// @ts-check
/**
 * Keeps the player's credential and the purchase intents that aren't judged yet. All tabs of a browser share them. They
 * must not be lost: the credential is all that makes a device its player.
 */

import { openedDatabase } from "../session/opened-database.js";

/** @typedef {import("./purchase.js").PurchaseIntent} PurchaseIntent */
/**
 * @typedef {object} PlayerArchive each rejects when it can't do its work, and then no request is sent
 * @property {(server: string, made: string) => Promise<string>} credential gives the kept credential; keeps `made`
 *   first if there is none
 * @property {(server: string) => Promise<PurchaseIntent[]>} intents those that are kept, by the end of their listings
 * @property {(server: string, intent: PurchaseIntent) => Promise<void>} keep resolves when a crash can't lose it any
 * more
 * @property {(server: string, key: string) => Promise<void>} forget
 */

const DATABASE = "shelflife-player";
const CREDENTIALS = "credentials";
const PURCHASES = "purchases";

/**
 * @returns {PlayerArchive} for browsers, in IndexedDB, whose transactions give two tabs that start together one
 * credential; without IndexedDB, or where the browser doesn't open it, it rejects
 */
export function browserPlayerArchive() {
  return {
    credential: (server, made) =>
      request(CREDENTIALS, "readwrite", (kept) => kept.get(server), (found, kept) => {
        if (found === undefined) kept.put(made, server);
        return found ?? made;
      }),
    intents: async (server) => {
      /** @type {PurchaseIntent[]} */
      const intents = await request(PURCHASES, "readonly", (kept) => kept.getAll(IDBKeyRange.bound([server], [server, []])));
      return intents.sort((left, right) => left.endMs - right.endMs);
    },
    keep: async (server, intent) => void (await request(PURCHASES, "readwrite", (kept) => kept.put(intent, [server, intent.key]))),
    forget: async (server, key) => void (await request(PURCHASES, "readwrite", (kept) => kept.delete([server, key]))),
  };
}

/** @returns {PlayerArchive} an archive that ends with the page */
export function memoryPlayerArchive() {
  /** @type {Map<string, string>} */
  const credentials = new Map();
  /** @type {Map<string, Map<string, PurchaseIntent>>} */
  const purchases = new Map();
  const intentsOf = (/** @type {string} */ server) => purchases.get(server) ?? new Map();
  return {
    credential: async (server, made) => {
      if (!credentials.has(server)) credentials.set(server, made);
      return credentials.get(server) ?? made;
    },
    intents: async (server) => [...intentsOf(server).values()],
    keep: async (server, intent) => void purchases.set(server, intentsOf(server).set(intent.key, intent)),
    forget: async (server, key) => void intentsOf(server).delete(key),
  };
}

function database() {
  return openedDatabase(DATABASE, (made) => {
    made.createObjectStore(CREDENTIALS);
    made.createObjectStore(PURCHASES);
  });
}

/**
 * Resolves when the transaction is complete: only then is the change durable, which is later than the request's
 * success.
 * @template T, U
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(kept: IDBObjectStore) => IDBRequest<T>} ask
 * @param {(found: T, kept: IDBObjectStore) => U} [then] in the same transaction
 * @returns {Promise<U>}
 */
async function request(name, mode, ask, then = (found) => /** @type {any} */ (found)) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(name, mode, { durability: "strict" });
      const kept = transaction.objectStore(name);
      /** @type {U} */
      let answer;
      const asked = ask(kept);
      asked.onsuccess = () => {
        // What is thrown here would be nobody's to catch.
        try {
          answer = then(asked.result, kept);
        } catch (error) {
          reject(error);
          transaction.abort();
        }
      };
      transaction.oncomplete = () => resolve(answer);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}
