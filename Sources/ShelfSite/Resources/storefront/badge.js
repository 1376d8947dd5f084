// @ts-check
/** Shows in a few words how exactly this screen is in step, and in a dialog how that is known. */

import { write } from "../shelf-store/text.js";
import { element, found } from "./element.js";
import { milliseconds, number, timeOfDay } from "./format.js";

/** @typedef {import("../shelflife/store/shelf-store.js").StoreStatus} StoreStatus */

const STATES = { unsynced: "not yet", coarse: "roughly", strained: "yes, by a clock that runs unusually", synced: "yes" };

export class Badge {
  #button = found(".badge");
  #word = found(".badge-word");
  #within = found(".badge-within");
  #connection = found(".badge-connection");
  #dialog = /** @type {HTMLDialogElement} */ (found(".details"));
  #list = found(".details dl");
  #wasLive = false;
  /** @type {[StoreStatus, number] | null} what was told last */
  #told = null;

  /** @param {() => void} resync */
  constructor(resync) {
    this.#button.addEventListener("click", () => this.#open());
    found(".details-resync").addEventListener("click", resync);
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  #open() {
    if (this.#told) this.#showDetails(...this.#told);
    this.#dialog.showModal();
  }

  /**
   * @param {StoreStatus} status
   * @param {number} nowMs
   */
  show(status, nowMs) {
    this.#told = [status, nowMs];
    const { dataset } = document.documentElement;
    const { connection, clock } = status;
    this.#wasLive ||= connection === "live";
    set(dataset, "connection", connection);
    set(dataset, "clockState", clock.state);
    set(dataset, "uncertaintyUs", clock.state === "unsynced" ? "" : String(clock.uncertaintyUs));
    const [word, within] = stepText(clock);
    write(this.#word, word);
    write(this.#within, within);
    write(this.#connection, connectionText(connection, this.#wasLive));
    if (this.#dialog.open) this.#showDetails(status, nowMs);
  }

  /**
   * @param {StoreStatus} status
   * @param {number} nowMs
   */
  #showDetails(status, nowMs) {
    const rows = { Connection: connectionText(status.connection, this.#wasLive), ...shelfRows(status, nowMs), ...clockRows(status.clock) };
    const children = Object.entries(rows).flatMap(([term, text]) => [element("dt", "", term), element("dd", "", text)]);
    this.#list.replaceChildren(...children);
  }
}

/**
 * @template T
 * @param {T | null} value
 * @param {(value: T) => string} text
 */
function known(value, text) {
  return value === null ? "not known yet" : text(value);
}

/**
 * @param {StoreStatus} status
 * @param {number} nowMs
 */
function shelfRows({ windowUntilMs, nextChangeMs, error }, nowMs) {
  return {
    ...(error ? { Trouble: error.message } : {}),
    "Shelf known until": known(windowUntilMs, timeOfDay),
    "Next change": known(nextChangeMs, (ms) => `in ${Math.max(0, (ms - nowMs) / 1000).toFixed(1)} s`),
  };
}

/** @param {StoreStatus["clock"]} clock */
function clockRows(clock) {
  return {
    "In step": STATES[clock.state],
    "At most out of step": known(clock.state === "unsynced" ? null : clock.uncertaintyUs, milliseconds),
    "This device's clock": known(clock.aheadOfWallUs, aheadText),
    "Runs": known(clock.ratePpb, (ppb) => rateText(ppb, clock.rateWithinPpb ?? 0)),
    "Round trip": known(clock.roundTripUs, milliseconds),
    "Shortest round trip": known(clock.roundTripFloorUs, milliseconds),
    "Last heard": known(clock.ageUs, (us) => `${Math.max(0, us / 1e6).toFixed(1)} s ago`),
    "Learnt from": `${number(clock.exchanges)} exchanges, ${number(clock.bounds)} bounds kept`,
    "Stamps": known(clock.stampedBy, (by) => `by the ${by}, to ${milliseconds(clock.granularityUs)}`),
    "Last key": clock.keyLateUs === null ? "none pushed yet" : lateText(clock.keyLateUs),
    "Clock jumps seen": number(clock.jumps),
    "Server's own error": known(clock.serverUncertaintyUs, (us) => (us === 0 ? "none, it sets the time" : `at most ${milliseconds(us)}`)),
    "Server's timeline": known(clock.timeline, (name) => name),
  };
}

/** @param {StoreStatus["clock"]} clock */
function stepText({ state, uncertaintyUs }) {
  if (state === "unsynced") return ["Finding the time ", "…"];
  return [state !== "coarse" ? "In step " : "Roughly in step ", `±${Math.max(1, Math.ceil(uncertaintyUs / 1000))} ms`];
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
 * @param {number} ppb by which the server's clock runs faster than this device's
 * @param {number} withinPpb how far from that it can be
 */
function rateText(ppb, withinPpb) {
  if (Math.abs(ppb) <= withinPpb) return `right, to ${secondsADay(withinPpb)} a day`;
  return `${secondsADay(Math.abs(ppb))} a day too ${ppb > 0 ? "slow" : "fast"}, ±${secondsADay(withinPpb)}`;
}

/** @param {number} ppb */
function secondsADay(ppb) {
  const seconds = (ppb * 86_400) / 1e9;
  return `${seconds < 10 ? seconds.toFixed(1) : number(Math.round(seconds))} s`;
}

/** @param {number} us */
function lateText(us) {
  return us <= 0 ? "on time" : `${milliseconds(us)} after its release`;
}

/**
 * @param {DOMStringMap} dataset
 * @param {string} name
 * @param {string} value
 */
function set(dataset, name, value) {
  if (dataset[name] !== value) dataset[name] = value;
}
