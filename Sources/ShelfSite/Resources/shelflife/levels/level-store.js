// @ts-check
/** Where a library keeps its state, its releases (the one that is there and the one before), and files on their way. */

import { openedDatabase } from "../session/opened-database.js";

/** @typedef {import("./level-state.js").LevelState} LevelState */
/** @typedef {import("./pack-content.js").Pack} Pack */
/**
 * @typedef {object} LevelChange
 * @property {LevelState} state
 * @property {{ content: string, pack: Pack }} [release] one that comes with it
 * @property {{ file: string, number: number, bytes: Uint8Array }} [part] one of a file, by its SHA-256, that is on its way;
 *   parts are numbered from 0 on
 */
/**
 * @typedef {object} LevelStore each rejects when it can't do its work
 * @property {(library: string, decide: (kept: LevelState | null) => LevelChange) => Promise<LevelState>} change reads the
 *   state, asks what it becomes, and keeps that, all at once or not at all; then it rejects with what `decide` has
 *   thrown. Releases, and parts of files, that the new state doesn't name are removed.
 * @property {(library: string, content: string) => Promise<Pack | null>} release
 * @property {(library: string, file: string, number: number) => Promise<Uint8Array | null>} [part] without it a file that
 *   was broken off is fetched anew
 */

const DATABASE = "shelflife-levels";
const STATES = "states";
const RELEASES = "releases";

/**
 * @returns {LevelStore} for browsers, in IndexedDB, whose transactions leave one whole release when a tab is closed, and
 *   let tabs of one library follow each other; without IndexedDB, or where the browser doesn't open it,
 *   it rejects
 */
export function browserLevelStore() {
  return {
    change: (library, decide) =>
      transaction([STATES, RELEASES], "readwrite", (opened, answer, fail) => {
        const [states, releases] = [opened.objectStore(STATES), opened.objectStore(RELEASES)];
        const asked = states.get(library);
        asked.onsuccess = () => {
          try {
            const { state, release, part } = decide(asked.result ?? null);
            states.put(state, library);
            if (release) releases.put(release.pack, [library, release.content]);
            if (part) releases.put(part.bytes, [library, part.file, part.number]);
            removeOthers(releases, library, state);
            answer(state);
          } catch (error) {
            fail(error);
          }
        };
      }),
    release: (library, content) =>
      transaction([RELEASES], "readonly", (opened, answer) => {
        const asked = opened.objectStore(RELEASES).get([library, content]);
        asked.onsuccess = () => answer(asked.result ?? null);
      }),
    part: (library, file, number) =>
      transaction([RELEASES], "readonly", (opened, answer) => {
        const asked = opened.objectStore(RELEASES).get([library, file, number]);
        asked.onsuccess = () => answer(asked.result ?? null);
      }),
  };
}

/** @returns {LevelStore} a store that ends with the page */
export function memoryLevelStore() {
  /** @type {Map<string, { state: LevelState, releases: Map<string, Pack>, parts: Map<string, Uint8Array[]> }>} */
  const libraries = new Map();
  return {
    change: async (library, decide) => {
      const kept = libraries.get(library);
      const { state, release, part } = decide(kept?.state ?? null);
      const [releases, parts] = [new Map(kept?.releases), new Map(kept?.parts)];
      if (release) releases.set(release.content, release.pack);
      if (part) parts.set(part.file, [...(parts.get(part.file) ?? []).slice(0, part.number), part.bytes]);
      for (const named of [releases, parts]) for (const name of named.keys()) if (!isNamed(state, name)) named.delete(name);
      libraries.set(library, { state, releases, parts });
      return state;
    },
    release: async (library, content) => libraries.get(library)?.releases.get(content) ?? null,
    part: async (library, file, number) => libraries.get(library)?.parts.get(file)?.[number] ?? null,
  };
}

/**
 * @param {IDBObjectStore} releases
 * @param {string} library
 * @param {LevelState} state
 */
function removeOthers(releases, library, state) {
  const asked = releases.getAllKeys(IDBKeyRange.bound([library], [library, []]));
  asked.onsuccess = () => {
    for (const key of asked.result) {
      const [, name] = /** @type {string[]} */ (key);
      if (!isNamed(state, name)) releases.delete(key);
    }
  };
}

/**
 * @param {LevelState} state
 * @param {string} name the content of a release, or the SHA-256 of a file
 */
function isNamed({ current, former, partial = [] }, name) {
  return name === current || name === former || partial.includes(name);
}

function database() {
  return openedDatabase(DATABASE, (made) => {
    made.createObjectStore(STATES);
    made.createObjectStore(RELEASES);
  });
}

/**
 * Resolves when the transaction is complete: only then is the change durable.
 * @template T
 * @param {string[]} names
 * @param {IDBTransactionMode} mode
 * @param {(opened: IDBTransaction, answer: (value: T) => void, fail: (error: unknown) => void) => void} work
 * @returns {Promise<T>}
 */
async function transaction(names, mode, work) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const begun = opened.transaction(names, mode, { durability: "strict" });
      /** @type {T} */
      let answered;
      /** @type {unknown} */
      let fault = null;
      begun.oncomplete = () => resolve(answered);
      begun.onabort = () => reject(fault ?? begun.error);
      work(
        begun,
        (value) => (answered = value),
        (error) => {
          fault = error;
          begun.abort();
        },
      );
    });
  } finally {
    opened.close();
  }
}
