// @ts-check
/**
 * The course of one purchase from the tap to the verdict. A value: events go in, actions come out, and
 * the runner beside it performs them. It keeps one rule above all: the note with the key is written
 * before the first request leaves, and goes only when the verdict is here.
 */

/**
 * @typedef {object} PurchaseNote what is needed to ask for the same purchase again, and to tell a person what it was
 * @property {string} key
 * @property {string} store
 * @property {string} chain
 * @property {number} slot
 * @property {number} position
 * @property {number} revision
 * @property {number} price
 * @property {number} endMs when the listing ends
 * @property {string} item
 * @property {string} name
 */
/**
 * @typedef {{ type: "tapped" } | { type: "resumed" } | { type: "kept" } | { type: "notKept" }
 *   | { type: "lost" } | { type: "busy", afterMs: number | null } | { type: "sold" } | { type: "refused" }
 *   | { type: "unproven" } | { type: "timer" } | { type: "hurry" }} PurchaseEvent
 *   `lost`: nobody knows what the server did; `busy`: it did nothing; `unproven`: the receipt isn't the store's
 */
/**
 * @typedef {{ do: "keep" } | { do: "send" } | { do: "forget" } | { do: "end" }
 *   | { do: "setTimer", afterMs: number } | { do: "clearTimer" }} PurchaseAction
 */

const RETRY_MS = 400;
const RETRY_MOST_MS = 30_000;
/** A server that names a time is left alone for it, and then not by everybody at once. */
const SPREAD = 0.25;

export class PurchaseCourse {
  #random;
  /** @type {"new" | "keeping" | "sending" | "waiting" | "ended"} */
  #state = "new";
  #failures = 0;

  /** @param {() => number} [random] */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Whether an answer has been lost or put off: a person should know that it takes longer. */
  get delayed() {
    return this.#failures > 0 && this.#state !== "ended";
  }

  /**
   * @param {PurchaseEvent} event
   * @returns {PurchaseAction[]}
   */
  handle(event) {
    switch (this.#state) {
      case "new":
        return event.type === "tapped" ? this.#to("keeping", { do: "keep" }) : this.#send();
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
        return this.#wait(null);
      case "busy":
        return this.#wait(event.afterMs);
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

  /** @param {number | null} askedMs */
  #wait(askedMs) {
    const backoffMs = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** this.#failures++) * (0.5 + 0.5 * this.#random());
    const politeMs = (askedMs ?? 0) * (1 + SPREAD * this.#random());
    return this.#to("waiting", { do: "setTimer", afterMs: Math.round(Math.max(backoffMs, politeMs)) });
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
