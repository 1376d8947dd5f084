// @ts-check
/** Performs the actions of one `Purchase`: keeps its intent, sends its requests, waits, and checks the receipt. */

import { OriginError, ProblemError } from "../transport/transport-errors.js";
import { Purchase } from "./purchase.js";
import { NotKeptError, PurchaseError, ReceiptError } from "./purchase-errors.js";

/** @typedef {import("./purchase.js").PurchaseIntent} PurchaseIntent */
/** @typedef {import("./purchase.js").PurchaseEvent} PurchaseEvent */
/** @typedef {import("./purchase.js").PurchaseAction} PurchaseAction */
/** @typedef {import("./receipt.js").Receipt} Receipt */
/** @typedef {import("../transport/trade-transport.js").Confirmation} Confirmation */
/**
 * @typedef {object} PerformerParts
 * @property {() => Promise<void>} keep notes the intent down; resolves when a crash can't lose it any more
 * @property {() => Promise<void>} forget the intent
 * @property {() => Promise<Confirmation>} send rejects with a `PurchaseError` when the server has judged and refused,
 *   and only then
 * @property {(confirmation: Confirmation) => Promise<Receipt>} open checks the receipt; rejects with a `ReceiptError`
 * @property {() => void} changed called when the state of the purchase has changed
 */

export class PurchasePerformer {
  /** @type {Receipt | null} */
  receipt = null;
  /** @type {Error | null} why there is no receipt, or not yet */
  error = null;
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
        this.#parts.changed();
        return void this.#send();
      case "forget":
        return this.#parts.forget().catch(() => {});
      case "setTimer":
        this.#timer = setTimeout(() => this.handle({ type: "timer" }), action.afterMs);
        return this.#parts.changed();
      case "clearTimer":
        return clearTimeout(this.#timer);
      case "end":
        return this.#end();
    }
  }

  async #keep() {
    try {
      await this.#parts.keep();
      this.handle({ type: "kept" });
    } catch (error) {
      this.error = new NotKeptError(error);
      this.handle({ type: "notKept" });
    }
  }

  async #send() {
    this.handle(await this.#answered());
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
    this.error = error instanceof Error ? error : new Error(String(error));
    if (error instanceof PurchaseError) return { type: "refused" };
    if (error instanceof ReceiptError) return { type: "unproven" };
    if (error instanceof OriginError) return { type: "unsendable" };
    return error instanceof ProblemError ? { type: "busy", afterMs: error.retryAfterMs } : { type: "lost" };
  }

  #end() {
    this.ended = true;
    if (this.receipt) this.#resolve(this.receipt);
    else this.#reject(this.error);
    this.#parts.changed();
  }
}
