// @ts-check
/** Performs what a `PurchaseCourse` decides: the note, the request, its timer, and the check of the receipt. */

import { PurchaseCourse } from "./purchase-course.js";
import { NotKeptError, ProblemError, PurchaseError, ReceiptError } from "./purchase-errors.js";

/** @typedef {import("./purchase-course.js").PurchaseNote} PurchaseNote */
/** @typedef {import("./purchase-course.js").PurchaseEvent} PurchaseEvent */
/** @typedef {import("./purchase-course.js").PurchaseAction} PurchaseAction */
/** @typedef {import("./receipt.js").Receipt} Receipt */
/** @typedef {import("./trade-transport.js").Confirmation} Confirmation */
/**
 * @typedef {object} PurchaseParts
 * @property {() => Promise<void>} keep writes the note down
 * @property {() => Promise<void>} forget
 * @property {() => Promise<Confirmation>} send throws a `PurchaseError` where the server judged, and only there
 * @property {(confirmation: Confirmation) => Promise<Receipt>} open throws a `ReceiptError`
 * @property {() => void} changed
 */

export class PurchaseRunner {
  /** @type {Receipt | null} */
  receipt = null;
  /** @type {Error | null} why it ended without a receipt, or why it takes longer */
  error = null;
  ended = false;
  #course = new PurchaseCourse();
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
   * @param {PurchaseNote} note
   * @param {PurchaseParts} parts
   */
  constructor(note, parts) {
    this.note = note;
    this.#parts = parts;
    this.outcome.catch(() => {});
  }

  get delayed() {
    return this.#course.delayed;
  }

  /** @param {PurchaseEvent} event */
  async handle(event) {
    for (const action of this.#course.handle(event)) await this.#perform(action);
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
    return error instanceof ProblemError ? { type: "busy", afterMs: error.retryAfterMs } : { type: "lost" };
  }

  #end() {
    this.ended = true;
    if (this.receipt) this.#resolve(this.receipt);
    else this.#reject(this.error);
    this.#parts.changed();
  }
}
