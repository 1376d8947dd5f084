// @ts-check
/** Why levels aren't taken, for the app and, below it, of one file. */

import { ShelfError } from "../seal/shelf-error.js";

/** @typedef {"unreachable" | "refused" | "stale" | "needsEngine" | "failed" | "storage"} LevelProblemCode */
/** @typedef {{ why?: string, untilMs?: number, engine?: number, cause?: unknown }} LevelProblemDetails */
/** @typedef {"unreadable" | "otherRelease" | "otherContent" | "tooLarge"} PackFaultCode */

/** @type {Record<PackFaultCode, string>} */
const FAULTS = {
  unreadable: "it is no file of a pack, or it is damaged",
  otherRelease: "it was made from another release than the one that is there",
  otherContent: "its levels are others than its digest says",
  tooLarge: "it has more levels or bytes than a pack may have",
};

/**
 * Why a library doesn't have the release that its channel points at, or has gone back to an earlier one. The code says
 * which:
 *
 * - `unreachable`: nothing could be fetched. The next update tries again.
 * - `refused`: what was fetched isn't what the app's key has signed, or it is older than what is known.
 * - `stale`: the document was good until `untilMs` only, so it may be an old one. What is there is played on.
 * - `needsEngine`: the release is for the game's `engine` of this version, which is later than the app's.
 * - `failed`: the release can't be read, or the app has reported that it failed. An earlier one is there instead.
 * - `storage`: the device's storage can't be read or written.
 * @extends {ShelfError<LevelProblemCode>}
 */
export class LevelProblem extends ShelfError {
  /**
   * @param {LevelProblemCode} code
   * @param {LevelProblemDetails} [details]
   */
  constructor(code, details = {}) {
    const { untilMs, engine, cause } = details;
    const why = details.why ?? reason(code, engine);
    super("LevelProblem", code, message(code, why), cause);
    /** In words. */
    this.why = why;
    /** Of `stale`, in milliseconds since the epoch. */
    this.untilMs = untilMs ?? null;
    /** Of `needsEngine`. */
    this.engine = engine ?? null;
  }
}

/**
 * @param {LevelProblemCode} code
 * @param {number} [engine]
 * @returns {string} what the code alone says
 */
function reason(code, engine) {
  if (code === "stale") return "the newest document is no longer good, so it isn't known whether there are newer levels";
  return code === "needsEngine" ? `the new levels need version ${engine} of the game's engine` : "";
}

/**
 * @param {LevelProblemCode} code
 * @param {string} why
 */
function message(code, why) {
  switch (code) {
    case "unreachable":
      return `No levels could be fetched: ${why}.`;
    case "refused":
      return `New levels weren't taken: ${why}.`;
    case "stale":
    case "needsEngine":
      return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    case "failed":
      return `These levels failed, so earlier ones are there: ${why}.`;
    default:
      return `The levels can't be stored: ${why}.`;
  }
}

/**
 * Why a pack's file isn't taken. Nothing was changed.
 * @extends {ShelfError<PackFaultCode>}
 */
export class PackFault extends ShelfError {
  /** @param {PackFaultCode} code */
  constructor(code) {
    super("PackFault", code, FAULTS[code]);
  }
}
