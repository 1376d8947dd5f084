// @ts-check
/**
 * Why a request failed: no readable answer arrived, the server refused it and said why, it doesn't sell to this page's
 * origin, or the store is closed.
 */

/** The server couldn't be reached, or its answer can't be read. */
export class RequestError extends Error {
  /**
   * @param {string} detail
   * @param {number | null} status the HTTP status, or null when there was no answer
   * @param {unknown} [cause] the browser's own error, for people who look for the fault
   */
  constructor(detail, status = null, cause = undefined) {
    super(detail, { cause });
    this.name = "RequestError";
    this.code = "request";
    this.status = status;
  }
}

/** The browser sent nothing, because the server doesn't sell to pages of this origin. Nothing was judged. */
export class OriginError extends Error {
  /**
   * @param {string} origin this page's; "null" if it has none, as in a sandboxed frame
   * @param {unknown} cause the browser's own error
   */
  constructor(origin, cause) {
    const [pages, entry] = origin === "null" ? ["pages without an origin", "null"] : [`pages of ${origin}`, "that origin"];
    super(`This server doesn't sell to ${pages}. Add ${entry} to server.origins in its configuration.`, { cause });
    this.name = "OriginError";
    this.code = "origin";
  }
}

/** So many stores are named at most. */
const NAMED_AT_MOST = 10;

/**
 * The server has no such store: it is closed, or not open yet. If nothing of it was ever seen, its id may be misspelt.
 */
export class GoneError extends Error {
  /**
   * @param {string} [store] one of which nothing was ever seen
   * @param {string[]} [stores] those that the server has instead
   */
  constructor(store, stores = []) {
    super(store === undefined ? "This store is closed." : neverSeen(store, stores));
    this.name = "GoneError";
    this.code = "gone";
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

/** The server answered with a problem document (RFC 9457). */
export class ProblemError extends Error {
  /**
   * @param {{ code: string, detail?: unknown, replayed?: unknown }} problem
   * @param {number} status the HTTP status
   * @param {number | null} retryAfterMs how long the server asks to be left alone (`Retry-After`)
   */
  constructor({ code, detail, replayed }, status, retryAfterMs = null) {
    super(typeof detail === "string" ? detail : `The server answered ${status} (${code}).`);
    this.name = "ProblemError";
    this.code = code;
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
