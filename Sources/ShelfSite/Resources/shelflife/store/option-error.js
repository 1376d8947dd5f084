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
 * @param {unknown} value
 * @returns {value is object}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null;
}
