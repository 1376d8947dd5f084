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
   * @param {unknown} [cause] the browser's own error, for whoever looks for the fault
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
   * @param {string} origin this page's
   * @param {unknown} cause the browser's own error
   */
  constructor(origin, cause) {
    super(`This server doesn't sell to pages of ${origin}. Add that origin to server.origins in its configuration.`, { cause });
    this.name = "OriginError";
    this.code = "origin";
  }
}

/** The server has no such store: it is closed, or not open yet. */
export class GoneError extends Error {
  constructor() {
    super("This store is closed.");
    this.name = "GoneError";
    this.code = "gone";
  }
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
    // `not_on_sale`: this device's clock is a little ahead of the server's, which judges nothing before a listing's start.
    return this.status >= 500 || [401, 408, 425, 429].includes(this.status) || this.code === "not_on_sale";
  }
}
