// @ts-check
/**
 * One purchase, from the tap until the server has judged it. It is a value: events go in, actions come out, and
 * `PurchasePerformer` performs them. It promises:
 *
 * - No request leaves before the intent is kept, and every request has the intent's key.
 * - It goes on until it is judged. A lost answer or a busy server only makes it send the same request again.
 * - The intent is forgotten once it is judged, and not before.
 */

import { RetryDelays } from "./retry-delays.js";

/**
 * @typedef {object} PurchaseIntent what a player wants to buy, as this device notes it down until the server has judged it
 * @property {string} key goes as `Idempotency-Key` with each request, which makes them all one purchase
 * @property {string} store
 * @property {string} chain
 * @property {number} slot
 * @property {number} position
 * @property {number} revision
 * @property {number} price
 * @property {number} endMs when the listing ends
 * @property {string} [offer] what it is a purchase of, as `ShelfPosition` names it; missing where an older version kept it
 * @property {string} item
 * @property {string} name the name on the card, for telling the player what became of it
 */
/**
 * @typedef {{ type: "begun" } | { type: "resumed" } | { type: "kept" } | { type: "notKept" }
 *   | { type: "lost" } | { type: "busy", afterMs: number | null } | { type: "sold" } | { type: "refused" }
 *   | { type: "unproven" } | { type: "unsendable" } | { type: "slow" } | { type: "timer" } | { type: "hurry" }} PurchaseEvent
 *   `begun`: the player has tapped; `resumed`: the page was opened again and the intent was there; `lost`: no answer
 *   came, so the server may have judged it or not; `busy`: the server judged nothing; `unproven`: the answer is no
 *   receipt that the store has signed; `unsendable`: the browser may send the server no request of this page; `slow`: there has
 *   been no answer for `SLOW_MS`
 */
/**
 * @typedef {{ do: "keep" } | { do: "send" } | { do: "forget" } | { do: "end" } | { do: "tell" }
 *   | { do: "setTimer", afterMs: number } | { do: "clearTimer" }} PurchaseAction
 */

/** A request without an answer for so long is told as delayed. It goes on, for the server may be slow. */
export const SLOW_MS = 5000;

export class Purchase {
  #delays;
  /** @type {"new" | "keeping" | "sending" | "waiting" | "ended"} */
  #state = "new";
  #failed = false;
  /** Whether a request may have reached the server, so that it may have been judged. */
  #mayBeJudged = false;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#delays = new RetryDelays(random);
  }

  /** Whether a request has failed or hangs and the purchase goes on, so that the player should know that it takes longer. */
  get delayed() {
    return this.#failed && this.#state !== "ended";
  }

  /**
   * @param {PurchaseEvent} event
   * @returns {PurchaseAction[]}
   */
  handle(event) {
    switch (this.#state) {
      case "new":
        this.#mayBeJudged = event.type === "resumed";
        return event.type === "begun" ? this.#to("keeping", { do: "keep" }) : this.#send();
      case "keeping":
        return event.type === "kept" ? this.#send() : event.type === "notKept" ? this.#end() : [];
      case "sending":
        return this.#answered(event);
      case "waiting":
        return event.type === "timer" || event.type === "hurry" ? [{ do: "clearTimer" }, ...this.#send()] : [];
      case "ended":
        return [];
    }
  }

  /** @param {PurchaseEvent} event @returns {PurchaseAction[]} */
  #answered(event) {
    switch (event.type) {
      case "sold":
      case "refused":
        return [{ do: "forget" }, ...this.#end()];
      case "unproven":
        return this.#end();
      case "lost":
        this.#mayBeJudged = true;
        return this.#wait(0);
      case "unsendable":
        return this.#mayBeJudged ? this.#wait(0) : [{ do: "forget" }, ...this.#end()];
      case "busy":
        return this.#wait(event.afterMs ?? 0);
      case "slow":
        this.#failed = true;
        return [{ do: "tell" }];
      default:
        return [];
    }
  }

  #send() {
    return this.#to("sending", { do: "send" });
  }

  #end() {
    return this.#to("ended", { do: "end" });
  }

  /** @param {number} serverMs */
  #wait(serverMs) {
    this.#failed = true;
    return this.#to("waiting", { do: "setTimer", afterMs: this.#delays.nextMs(serverMs) });
  }

  /**
   * @param {"keeping" | "sending" | "waiting" | "ended"} state
   * @param {PurchaseAction} action
   * @returns {PurchaseAction[]}
   */
  #to(state, action) {
    this.#state = state;
    return [action];
  }
}
