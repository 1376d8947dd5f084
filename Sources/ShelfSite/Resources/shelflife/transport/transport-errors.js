// @ts-check
/**
 * Why a request failed: no readable answer arrived, the server refused it and said why, it doesn't sell to this page's
 * origin, or the store is closed.
 */

import { ShelfError } from "../seal/shelf-error.js";

/**
 * The server couldn't be reached, or its answer can't be read.
 * @extends {ShelfError<"request">}
 */
export class RequestError extends ShelfError {
  /**
   * @param {string} detail
   * @param {number | null} status the HTTP status, or null when there was no answer
   * @param {unknown} [cause] the browser's own error, for people who look for the fault
   */
  constructor(detail, status = null, cause = undefined) {
    super("RequestError", "request", detail, cause);
    this.status = status;
  }
}

/** The answer to a request that carries a secret is a redirect, which isn't followed. */
export class RedirectError extends RequestError {
  constructor() {
    super(
      "The server's address leads on to another one, and what is secret is sent to no other. Give the address that answers " +
        "itself, or have what stands before the server redirect nothing below /v1/.",
    );
    this.name = "RedirectError";
  }
}

/** A stream was dropped, because it brings more than a Shelflife server's can. */
export class FloodError extends RequestError {
  constructor() {
    super("The server's stream brings more than a Shelflife server says. Check the address, and what stands before the server.");
    this.name = "FloodError";
  }
}

/**
 * @param {unknown} error
 * @param {string} detail said of an error that doesn't come from the SDK
 */
export function asRequestError(error, detail) {
  return error instanceof RequestError ? error : new RequestError(detail, null, error);
}

const times = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** @typedef {"server" | "store" | "time"} Unreachable what can't be had */

/** @type {Record<Unreachable, (since: string) => string>} */
const UNREACHABLE = {
  server: (since) => `The server can't be reached since ${since}. It is tried again by itself.`,
  store: (since) => `The server answers, but doesn't serve this store since ${since}. It is tried again by itself.`,
  time: (since) =>
    `The server's time can't be had since ${since}, though it answers otherwise: /v1/time is blocked. It is tried again by itself.`,
};

/**
 * The server, or what is needed of it, hasn't been had for so long that the player should know. It is tried again by itself.
 * @extends {ShelfError<"unreachable">}
 */
export class UnreachableError extends ShelfError {
  /**
   * @param {Unreachable} of `store`: the server tells the time, and has neither windows nor keys of the store; `time`: it
   * is the time alone that doesn't come
   * @param {number} sinceMs since the epoch, by the server's clock where it is known, else by this device's
   * @param {RequestError | null} cause why the last request failed
   */
  constructor(of, sinceMs, cause) {
    super("UnreachableError", "unreachable", UNREACHABLE[of](times.format(sinceMs)), cause ?? undefined);
    this.of = of;
    this.sinceMs = sinceMs;
  }
}

/**
 * The browser sent nothing, because the server doesn't sell to pages of this origin. Nothing was judged.
 * @extends {ShelfError<"origin">}
 */
export class OriginError extends ShelfError {
  /**
   * @param {string} origin this page's; "null" if it has none, as in a sandboxed frame
   * @param {unknown} cause the browser's own error
   */
  constructor(origin, cause) {
    const [pages, entry] = origin === "null" ? ["pages without an origin", "null"] : [`pages of ${origin}`, "that origin"];
    super("OriginError", "origin", `This server doesn't sell to ${pages}. Add ${entry} to server.origins in its configuration.`, cause);
  }
}

/** So many stores are named at most. */
const NAMED_AT_MOST = 10;

/**
 * The server has no such store: it is closed, or not open yet. If nothing of it was ever seen, its id may be misspelt.
 * @extends {ShelfError<"gone">}
 */
export class GoneError extends ShelfError {
  /**
   * @param {string} [store] one of which nothing was ever seen
   * @param {string[]} [stores] those that the server has instead
   */
  constructor(store, stores = []) {
    super("GoneError", "gone", store === undefined ? "This store is closed." : neverSeen(store, stores));
    /** The ids of the server's stores, if this one may be misspelt. */
    this.stores = stores;
  }
}

/**
 * @param {string} store
 * @param {string[]} stores
 */
function neverSeen(store, stores) {
  const more = stores.length - NAMED_AT_MOST;
  const named = stores.slice(0, NAMED_AT_MOST).join(", ") + (more > 0 ? `, and ${more} more` : "");
  return `The server has no store “${store}”: it is closed, not open yet, or misspelt. There are: ${named}.`;
}

/** All codes that the server had when this version was made. */
export const PROBLEM_CODES = /** @type {const} */ ([
  "bad_request", "not_found", "method_not_allowed", "too_large", "not_ready", "internal_error", "unauthorized",
  "forbidden", "rate_limited", "unavailable", "locked", "idempotency_key_missing", "idempotency_key_reused",
  "not_on_sale", "sale_over", "withdrawn", "paused", "price_changed", "owned_already", "limit_reached", "sold_out",
  "insufficient_funds", "reversed_already", "impossible_balance", "transaction_unverified", "transaction_revoked",
  "transaction_taken", "unknown_product", "store_gone", "picture_removed", "change_refused", "content_refused",
  "content_conflict", "files_own_content", "server_owns_content", "match_full", "match_closed", "match_conflict",
  "inviter_gone", "invitation_superseded", "invitation_expired", "too_many",
]);

/** @typedef {typeof PROBLEM_CODES[number]} ProblemCode */

/** Is the code of what a newer server refuses with a code that isn't known here, which is then the `serverCode`. */
export const UNKNOWN_REFUSAL = "unknown_refusal";

/**
 * The server answered with a problem document (RFC 9457).
 * @extends {ShelfError<ProblemCode | "unknown_refusal">}
 */
export class ProblemError extends ShelfError {
  /**
   * @param {{ code: string, detail?: unknown, replayed?: unknown }} problem
   * @param {number} status the HTTP status
   * @param {number | null} retryAfterMs how long the server asks to be left alone (`Retry-After`)
   */
  constructor({ code, detail, replayed }, status, retryAfterMs = null) {
    const known = PROBLEM_CODES.find((known) => known === code) ?? UNKNOWN_REFUSAL;
    super("ProblemError", known, typeof detail === "string" ? detail : `The server answered ${status} (${code}).`);
    /** The code as the server gave it. */
    this.serverCode = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.replayed = replayed === true;
  }

  /** Whether the same request may succeed later. */
  get passing() {
    // `not_on_sale`: this device's clock is a little ahead of the server's, which judges nothing before a listing's
    // start.
    return this.status >= 500 || [401, 408, 425, 429].includes(this.status) || this.code === "not_on_sale";
  }
}
