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
    const { why = "", untilMs, engine, cause } = details;
    super("LevelProblem", code, message(code, why, engine), cause);
    /** In words, where the code doesn't say it all. */
    this.why = why;
    /** Of `stale`, in milliseconds since the epoch. */
    this.untilMs = untilMs ?? null;
    /** Of `needsEngine`. */
    this.engine = engine ?? null;
  }
}

/**
 * @param {LevelProblemCode} code
 * @param {string} why
 * @param {number} [engine]
 */
function message(code, why, engine) {
  switch (code) {
    case "unreachable":
      return `No levels could be fetched: ${why}.`;
    case "refused":
      return `New levels weren't taken: ${why}.`;
    case "stale":
      return "The newest document is no longer good, so it isn't known whether there are newer levels.";
    case "needsEngine":
      return `The new levels need version ${engine} of the game's engine.`;
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
