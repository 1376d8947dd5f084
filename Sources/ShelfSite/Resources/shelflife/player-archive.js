// @ts-check
/**
 * Where a device keeps who its player is, and what it has asked to buy and not yet heard of. All tabs
 * of a browser share it, and what it holds must not be lost: whoever has the credential is the player.
 */

/** @typedef {import("./purchase-course.js").PurchaseNote} PurchaseNote */
/**
 * @typedef {object} PlayerArchive each rejects when it can't do its work, and then nothing is sent
 * @property {(server: string, made: string) => Promise<string>} credential the one that is kept; `made` is kept if there was none
 * @property {(server: string) => Promise<PurchaseNote[]>} notes the oldest first
 * @property {(server: string, note: PurchaseNote) => Promise<void>} keep resolves when a crash can't lose it any more
 * @property {(server: string, key: string) => Promise<void>} drop
 */

const DATABASE = "shelflife-player";
const CREDENTIALS = "credentials";
const PURCHASES = "purchases";

/** @returns {PlayerArchive} for browsers, in IndexedDB: there, of two tabs that begin at once, both find one credential */
export function browserPlayerArchive() {
  if (!globalThis.indexedDB) return memoryPlayerArchive();
  return {
    credential: (server, made) =>
      request(CREDENTIALS, "readwrite", (kept) => kept.get(server), (found, kept) => {
        if (found === undefined) kept.put(made, server);
        return found ?? made;
      }),
    notes: async (server) => {
      /** @type {PurchaseNote[]} */
      const notes = await request(PURCHASES, "readonly", (kept) => kept.getAll(IDBKeyRange.bound([server], [server, []])));
      return notes.sort((left, right) => left.endMs - right.endMs);
    },
    keep: async (server, note) => void (await request(PURCHASES, "readwrite", (kept) => kept.put(note, [server, note.key]))),
    drop: async (server, key) => void (await request(PURCHASES, "readwrite", (kept) => kept.delete([server, key]))),
  };
}

/** @returns {PlayerArchive} that ends with the page */
export function memoryPlayerArchive() {
  /** @type {Map<string, string>} */
  const credentials = new Map();
  /** @type {Map<string, Map<string, PurchaseNote>>} */
  const purchases = new Map();
  const notesOf = (/** @type {string} */ server) => purchases.get(server) ?? new Map();
  return {
    credential: async (server, made) => {
      if (!credentials.has(server)) credentials.set(server, made);
      return credentials.get(server) ?? made;
    },
    notes: async (server) => [...notesOf(server).values()],
    keep: async (server, note) => void purchases.set(server, notesOf(server).set(note.key, note)),
    drop: async (server, key) => void notesOf(server).delete(key),
  };
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(CREDENTIALS);
      opening.result.createObjectStore(PURCHASES);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * Resolves when the transaction is complete, which is later than when its request succeeded.
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
      asked.onsuccess = () => (answer = then(asked.result, kept));
      transaction.oncomplete = () => resolve(answer);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}
