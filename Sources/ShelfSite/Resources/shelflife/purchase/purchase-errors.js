// @ts-check
/** The reasons why a purchase gave no receipt. Each error has a code, and a message for the player. */

/** @typedef {import("../transport/transport-errors.js").ProblemError} ProblemError */
/**
 * @typedef {"changed" | "not_on_sale" | "sealed" | "clock_unsure" | "not_running"} LocalCode decided on this device; nothing was sent
 * @typedef {"sale_over" | "withdrawn" | "price_changed" | "owned_already" | "limit_reached" | "sold_out"
 *   | "insufficient_funds" | "not_found" | "store_gone"} RefusalCode judged by the server; nothing was paid
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
};

/** Why nothing was bought. Nothing was paid either, and another tap is another purchase. */
export class PurchaseError extends Error {
  /**
   * @param {LocalCode | RefusalCode | string} code a newer server may have more codes
   * @param {ProblemError | null} [problem] the server's refusal; null when nothing was sent
   */
  constructor(code, problem = null) {
    super(MESSAGES[/** @type {LocalCode} */ (code)] ?? problem?.message ?? code);
    this.name = "PurchaseError";
    this.code = code;
    /** Whether the server has judged it. Otherwise nothing was sent. */
    this.judged = problem !== null;
    /** Whether the server had judged the same request before. */
    this.replayed = problem?.replayed ?? false;
  }
}

/** The intent or the credential couldn't be kept on this device, so nothing was sent. */
export class NotKeptError extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super("This browser keeps nothing for this page, so what is bought could be lost. Allow it to store data, then try again.", { cause });
    this.name = "NotKeptError";
    this.code = "notKept";
  }
}

/** The answer says that it was sold, but its receipt proves nothing. The intent is kept and sent again later. */
export class ReceiptError extends Error {
  /** @param {string} detail */
  constructor(detail) {
    super(`The receipt isn't this store's: ${detail}. Check the network, and the public key that the app has for the store.`);
    this.name = "ReceiptError";
    this.code = "receipt";
  }
}
