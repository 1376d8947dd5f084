// @ts-check
/** Performs the actions of one `Purchase`: keeps its intent, sends its requests, waits, and checks the receipt. */

import { asRequestError, OriginError, ProblemError, RequestError } from "../transport/transport-errors.js";
import { Purchase, SLOW_MS } from "./purchase.js";
import { NotKeptError, PurchaseError, ReceiptError } from "./purchase-errors.js";

/** @typedef {import("./purchase.js").PurchaseIntent} PurchaseIntent */
/** @typedef {import("./purchase.js").PurchaseEvent} PurchaseEvent */
/** @typedef {import("./purchase.js").PurchaseAction} PurchaseAction */
/** @typedef {import("./receipt.js").Receipt} Receipt */
/** @typedef {import("../transport/trade-transport.js").Confirmation} Confirmation */
/** @typedef {NotKeptError | OriginError | PurchaseError | ReceiptError} FailError why a purchase failed */
/** @typedef {NotKeptError | OriginError | ProblemError | RequestError} DelayError why a purchase is delayed */
/**
 * @typedef {object} PerformerParts
 * @property {() => Promise<void>} keep notes the intent down; resolves when a crash can't lose it any more
 * @property {() => Promise<void>} forget the intent
 * @property {() => Promise<Confirmation>} send rejects with a `PurchaseError` when the server has judged and refused,
 *   and only then
 * @property {(confirmation: Confirmation) => Promise<Receipt>} open checks the receipt; rejects with a `ReceiptError`
 * @property {() => void} changed called when the state of the purchase has changed
 * @property {() => number} wallMs this device's wall clock
 */

export class PurchasePerformer {
  /** @type {Receipt | null} */
  receipt = null;
  /** @type {FailError | DelayError | null} why there is no receipt, or not yet */
  error = null;
  /** @type {number | null} when the request is sent again, by the wall clock; a moment that has passed while it is under way */
  retryAtMs = null;
  ended = false;
  #purchase = new Purchase();
  #parts;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(receipt: Receipt) => void} */
  #resolve = () => {};
  /** @type {(error: Error | null) => void} */
  #reject = () => {};
  /** @type {Promise<Receipt>} */
  outcome = new Promise((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  /**
   * @param {PurchaseIntent} intent
   * @param {PerformerParts} parts
   */
  constructor(intent, parts) {
    this.intent = intent;
    this.#parts = parts;
    this.outcome.catch(() => {});
  }

  get delayed() {
    return this.#purchase.delayed;
  }

  /** @param {PurchaseEvent} event */
  async handle(event) {
    for (const action of this.#purchase.handle(event)) await this.#perform(action);
  }

  /** @param {PurchaseAction} action */
  async #perform(action) {
    switch (action.do) {
      case "keep":
        this.#parts.changed();
        return void this.#keep();
      case "send":
        if (this.retryAtMs !== null) this.retryAtMs = Math.min(this.retryAtMs, this.#parts.wallMs());
        this.#parts.changed();
        return void this.#send();
      case "forget":
        return this.#parts.forget().catch(() => {});
      case "setTimer":
        this.#timer = setTimeout(() => this.handle({ type: "timer" }), action.afterMs);
        this.retryAtMs = this.#parts.wallMs() + action.afterMs;
        return this.#parts.changed();
      case "clearTimer":
        return clearTimeout(this.#timer);
      case "tell":
        return this.#parts.changed();
      case "end":
        return this.#end();
    }
  }

  async #keep() {
    try {
      await this.#parts.keep();
      this.handle({ type: "kept" });
    } catch (error) {
      this.error = error instanceof NotKeptError ? error : new NotKeptError(error);
      this.handle({ type: "notKept" });
    }
  }

  async #send() {
    const slow = setTimeout(() => this.#hang(), SLOW_MS);
    const event = await this.#answered();
    clearTimeout(slow);
    this.handle(event);
  }

  #hang() {
    this.error ??= new RequestError(`The server hasn't answered for ${SLOW_MS / 1000} seconds.`);
    this.handle({ type: "slow" });
  }

  /** @returns {Promise<PurchaseEvent>} */
  async #answered() {
    try {
      this.receipt = await this.#parts.open(await this.#parts.send());
      this.error = null;
      return { type: "sold" };
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** @param {unknown} error @returns {PurchaseEvent} */
  #failed(error) {
    if (error instanceof PurchaseError) return this.#because(error, { type: "refused" });
    if (error instanceof ReceiptError) return this.#because(error, { type: "unproven" });
    if (error instanceof OriginError) return this.#because(error, { type: "unsendable" });
    if (error instanceof ProblemError) return this.#because(error, { type: "busy", afterMs: error.retryAfterMs });
    if (error instanceof NotKeptError) return this.#because(error, { type: "lost" });
    return this.#because(asRequestError(error, `No answer came: ${error instanceof Error ? error.message : error}`), { type: "lost" });
  }

  /**
   * @param {FailError | DelayError} error
   * @param {PurchaseEvent} event
   */
  #because(error, event) {
    this.error = error;
    return event;
  }

  #end() {
    this.ended = true;
    this.retryAtMs = null;
    if (this.receipt) this.#resolve(this.receipt);
    else this.#reject(this.error);
    this.#parts.changed();
  }
}
