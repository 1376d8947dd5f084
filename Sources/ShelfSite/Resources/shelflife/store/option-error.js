// @ts-check
/** What a page has given that can't be right. It is found before anything is requested. */

import { ShelfError } from "../seal/shelf-error.js";

/** @typedef {"address" | "options" | "missing" | "store" | "publicKey" | "appSecret" | "position" | "listener"} OptionErrorCode what is wrong */

/**
 * Something that was given can't be right. The message says what was expected and what was found.
 * @extends {ShelfError<OptionErrorCode>}
 */
export class OptionError extends ShelfError {
  /**
   * @param {OptionErrorCode} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super("OptionError", code, detail);
  }
}

/**
 * Names what was given. It isn't for secrets, because errors end up in logs.
 * @param {unknown} value
 * @returns {string}
 */
export function described(value) {
  if (typeof value === "string") return `“${value}”`;
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? Object.prototype.toString.call(value) : String(value);
}

/**
 * Refuses what is to keep something in IndexedDB where there is none, as in Node. A browser which has none, or none for
 * this page, is found out when something is kept: until then everything works.
 * @param {string} kept what would be kept
 * @param {string} part what may be given instead
 * @param {string} memory a function that makes one for a while
 * @throws {OptionError} with the code `missing`
 */
export function checkStorage(kept, part, memory) {
  const { document, WorkerGlobalScope } = /** @type {any} */ (globalThis);
  if (document || WorkerGlobalScope || globalThis.indexedDB) return;
  const instead = `give a \`${part}\` (that of \`${memory}()\` ends with the program)`;
  throw new OptionError("missing", `There is no indexedDB, which keeps ${kept}: ${instead}.`);
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null;
}
