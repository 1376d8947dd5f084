// @ts-check
/** Everything that can go wrong between a tap and a receipt, typed, each with a message for the person who tapped. */

/** @typedef {"unsynced" | "sealed" | "offSale"} NotBuyableCode */
/**
 * @typedef {"not_on_sale" | "sale_over" | "price_changed" | "owned_already" | "limit_reached" | "sold_out"
 *   | "insufficient_funds" | "not_found"} RefusalCode
 */

/** @type {Record<NotBuyableCode, string>} */
const NOT_BUYABLE_MESSAGES = {
  unsynced: "The server's time isn't known yet. Nothing can be bought before it is.",
  sealed: "What is here hasn't been revealed yet.",
  offSale: "This is no longer on the shelf.",
};

/** @type {Record<RefusalCode, string>} */
const REFUSAL_MESSAGES = {
  not_on_sale: "This isn't on sale yet.",
  sale_over: "That was too late: it had left the shelf.",
  price_changed: "The price is no longer the one that was shown.",
  owned_already: "You have this already, and it can be owned only once.",
  limit_reached: "You have bought as much of this as one player may.",
  sold_out: "This is sold out.",
  not_found: "That was too late: it had left the shelf before the server heard of it.",
  insufficient_funds: "There isn't enough in your wallet.",
};

/** The server answered with a problem document (RFC 9457). */
export class ProblemError extends Error {
  /**
   * @param {{ code: string, detail?: unknown, replayed?: unknown }} problem
   * @param {number} status the HTTP status
   * @param {number | null} retryAfterMs for how long the server asks to be left alone
   */
  constructor({ code, detail, replayed }, status, retryAfterMs = null) {
    super(typeof detail === "string" ? detail : `The server answered ${status} (${code}).`);
    this.name = "ProblemError";
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.replayed = replayed === true;
  }

  /** Whether asking for the same once more may be answered otherwise. */
  get passing() {
    // The clock here is a little ahead of the server's: before its start nothing of a listing is judged.
    return this.status >= 500 || [401, 408, 425, 429].includes(this.status) || this.code === "not_on_sale";
  }
}

/** The server judged a purchase and said no. Nothing was paid, and the same wish needs a new purchase. */
export class PurchaseError extends Error {
  /** @param {ProblemError} problem */
  constructor(problem) {
    super(REFUSAL_MESSAGES[/** @type {RefusalCode} */ (problem.code)] ?? problem.message);
    this.name = "PurchaseError";
    /** @type {RefusalCode | string} a newer server may have more of them */
    this.code = problem.code;
    this.replayed = problem.replayed;
  }
}

/** Refused here, before anything was sent. */
export class NotBuyableError extends Error {
  /** @param {NotBuyableCode} code */
  constructor(code) {
    super(NOT_BUYABLE_MESSAGES[code]);
    this.name = "NotBuyableError";
    this.code = code;
  }
}

/** What a purchase or a player needs couldn't be written down, and what isn't written down isn't sent. */
export class NotKeptError extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super("This browser keeps nothing for this page, so what is bought could be lost. Allow it to store data, then try again.", { cause });
    this.name = "NotKeptError";
    this.code = "notKept";
  }
}

/** An answer that says it was sold, and doesn't prove it. The purchase stays noted and is asked about again. */
export class ReceiptError extends Error {
  /** @param {string} detail */
  constructor(detail) {
    super(`The receipt isn't this store's: ${detail}. Check the network, and the public key that the app has for the store.`);
    this.name = "ReceiptError";
    this.code = "receipt";
  }
}
