// @ts-check
/** Opens a database of the browser, and doesn't wait for ever: some browsers never answer, until they are started anew. */

/** How long a browser may take to open a database. After that it counts as one that keeps nothing. */
const OPENING_MS = 5_000;

/**
 * @param {string} name
 * @param {(made: IDBDatabase) => void} fill makes the stores of a new one
 * @returns {Promise<IDBDatabase>} rejects with an `UnopenedError` when the browser doesn't answer; what it opens later is
 *   closed, so that nothing is kept or changed that was told to have failed
 */
export function openedDatabase(name, fill) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    let isGivenUp = false;
    const limit = setTimeout(() => {
      isGivenUp = true;
      reject(new UnopenedError());
    }, OPENING_MS);
    opening.onupgradeneeded = () => fill(opening.result);
    opening.onsuccess = () => {
      clearTimeout(limit);
      if (isGivenUp) opening.result.close();
      else resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(limit);
      reject(opening.error);
    };
  });
}

/** The browser doesn't answer whether it opens its storage. */
export class UnopenedError extends Error {
  constructor() {
    super("the browser doesn't open its storage");
    this.name = "UnopenedError";
  }
}
