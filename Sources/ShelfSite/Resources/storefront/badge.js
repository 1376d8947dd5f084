// @ts-check
/** How well the screen is in step, in a few words, and in a dialog for those who want to know more. */

import { element, found } from "./element.js";
import { milliseconds, timeOfDay } from "./format.js";

/** @typedef {import("../shelflife/shelf-store.js").StoreStatus} StoreStatus */

export class Badge {
  #button = found(".badge");
  #step = found(".badge-step");
  #connection = found(".badge-connection");
  #dialog = /** @type {HTMLDialogElement} */ (found(".details"));
  #list = found(".details dl");
  #wasLive = false;

  constructor() {
    this.#button.addEventListener("click", () => this.#dialog.showModal());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  /**
   * @param {StoreStatus} status
   * @param {number} nowMs
   */
  show(status, nowMs) {
    const { dataset } = document.documentElement;
    const { connection, clock } = status;
    this.#wasLive ||= connection === "live";
    set(dataset, "connection", connection);
    set(dataset, "clockState", clock.state);
    set(dataset, "uncertaintyUs", clock.state === "unsynced" ? "" : String(clock.uncertaintyUs));
    write(this.#step, stepText(clock));
    write(this.#connection, connectionText(connection, this.#wasLive));
    if (this.#dialog.open || this.#list.childElementCount === 0) this.#showDetails(status, nowMs);
  }

  /**
   * @param {StoreStatus} status
   * @param {number} nowMs
   */
  #showDetails({ connection, clock, windowUntilMs, nextChangeMs, error }, nowMs) {
    const known = (/** @type {number | null} */ value, /** @type {(value: number) => string} */ text) =>
      value === null ? "not known yet" : text(value);
    const rows = {
      Connection: connectionText(connection, this.#wasLive),
      "At most out of step": known(clock.state === "unsynced" ? null : clock.uncertaintyUs, milliseconds),
      "This device's clock": known(clock.aheadOfWallUs, aheadText),
      "Round trip": known(clock.roundTripUs, milliseconds),
      "Shelf known until": known(windowUntilMs, timeOfDay),
      "Next change": known(nextChangeMs, (ms) => `in ${Math.max(0, (ms - nowMs) / 1000).toFixed(1)} s`),
      ...(error ? { Trouble: error.message } : {}),
    };
    const children = Object.entries(rows).flatMap(([term, text]) => [element("dt", "", term), element("dd", "", text)]);
    this.#list.replaceChildren(...children);
  }
}

/** @param {StoreStatus["clock"]} clock */
function stepText({ state, uncertaintyUs }) {
  if (state === "unsynced") return "Finding the time";
  const within = `±${Math.max(1, Math.ceil(uncertaintyUs / 1000))} ms`;
  return state === "synced" ? `In step ${within}` : `Roughly in step ${within}`;
}

/**
 * @param {StoreStatus["connection"]} connection
 * @param {boolean} wasLive
 */
function connectionText(connection, wasLive) {
  if (connection === "live") return "Live";
  if (connection === "offline") return "Offline";
  return wasLive ? "Reconnecting" : "Connecting";
}

/** @param {number} us by which the server's time is ahead of this device's wall clock */
function aheadText(us) {
  if (Math.abs(us) < 1000) return "right to the millisecond";
  return `${milliseconds(Math.abs(us))} ${us > 0 ? "slow" : "fast"}`;
}

/**
 * @param {DOMStringMap} dataset
 * @param {string} name
 * @param {string} value
 */
function set(dataset, name, value) {
  if (dataset[name] !== value) dataset[name] = value;
}

/**
 * @param {HTMLElement} target
 * @param {string} text
 */
function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
