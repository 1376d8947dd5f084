// @ts-check
/** The reasons why a purchase gave no receipt. Each error has a code, and a message for the player. */

import { ShelfError } from "../seal/shelf-error.js";
import { UnopenedError } from "../session/opened-database.js";
import { UNKNOWN_REFUSAL } from "../transport/transport-errors.js";

/** @typedef {import("../transport/transport-errors.js").ProblemError} ProblemError */
/**
 * @typedef {"changed" | "not_on_sale" | "sealed" | "clock_unsure" | "not_running"} LocalCode decided on this device; nothing was sent
 * @typedef {"sale_over" | "withdrawn" | "price_changed" | "owned_already" | "limit_reached" | "sold_out"
 *   | "insufficient_funds" | "not_found" | "store_gone" | "paused"} RefusalCode the server's; nothing was paid. It has
 *   judged, except with `paused`
 */
/**
 * @typedef {LocalCode | RefusalCode | "unknown_refusal"} PurchaseErrorCode `unknown_refusal`: a newer server may have
 *   more codes
 */

/** @type {Record<LocalCode | RefusalCode, string>} */
const MESSAGES = {
  changed: "It changed just then, so nothing was bought. Look again.",
  not_on_sale: "Nothing is on sale here just now.",
  sealed: "This is still sealed. Wait until it shows.",
  clock_unsure: "The server's time isn't known yet. Check the connection and try again in a moment.",
  not_running: "The store isn't running, so nothing was bought. Start it, then try again.",
  sale_over: "That was too late: it had left the shelf.",
  withdrawn: "This is no longer for sale.",
  price_changed: "The price is no longer the one that was shown.",
  owned_already: "You have this already, and it can be owned only once.",
  limit_reached: "You have reached a limit of this store, so no more of it can be bought for now.",
  sold_out: "This is sold out.",
  insufficient_funds: "There isn't enough in your wallet.",
  not_found: "That was too late: it had left the shelf before the server heard of it.",
  store_gone: "This store is closed, so nothing was bought.",
  paused: "This store is paused, so nothing was bought. Try again when it goes on.",
};

/**
 * Why nothing was bought. Nothing was paid either, and another tap is another purchase.
 * @extends {ShelfError<PurchaseErrorCode>}
 */
export class PurchaseError extends ShelfError {
  /**
   * @param {LocalCode | ProblemError["code"]} code
   * @param {ProblemError | null} [problem] the server's refusal; null when nothing was sent
   */
  constructor(code, problem = null) {
    const known = isKnown(code) ? code : UNKNOWN_REFUSAL;
    super("PurchaseError", known, isKnown(code) ? MESSAGES[code] : (problem?.message ?? code));
    /** The code as the server gave it; null when nothing was sent. */
    this.serverCode = problem?.serverCode ?? null;
    /** Whether the server has refused it. Otherwise nothing was sent. */
    this.judged = problem !== null;
    /** Whether the server had judged the same request before. */
    this.replayed = problem?.replayed ?? false;
  }
}

/**
 * @param {string} code
 * @returns {code is LocalCode | RefusalCode}
 */
function isKnown(code) {
  return Object.hasOwn(MESSAGES, code);
}

/**
 * The intent or the credential couldn't be kept on this device, so nothing was sent.
 * @extends {ShelfError<"notKept">}
 */
export class NotKeptError extends ShelfError {
  /** @param {unknown} cause */
  constructor(cause) {
    const message = cause instanceof UnopenedError
      ? "This browser doesn't open its storage, so what is bought could be lost. Load this page again or restart the browser, then try again."
      : "This browser keeps nothing for this page, so what is bought could be lost. Allow it to store data, then try again.";
    super("NotKeptError", "notKept", message, cause);
  }
}

/**
 * The answer says that it was sold, but its receipt proves nothing. The intent is kept and sent again later.
 * @extends {ShelfError<"receipt">}
 */
export class ReceiptError extends ShelfError {
  /** @param {string} detail */
  constructor(detail) {
    const message = `The receipt isn't this store's: ${detail}. Check the network, and the public key that the app has for the store.`;
    super("ReceiptError", "receipt", message);
  }
}
