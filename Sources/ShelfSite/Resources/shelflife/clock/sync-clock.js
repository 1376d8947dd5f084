// @ts-check
/**
 * The server's time, readable at any moment: this device's clock plus the estimated offset. Each reading also checks
 * whether this device's clock stood still.
 *
 * No estimate is kept from one visit to the next, because a browser doesn't say whether the device has been restarted
 * since. So there is no state `holdover` as in Swift.
 */

import { ClockEstimate } from "./clock-estimate.js";
import { JumpDetector } from "./jump-detector.js";

/** @typedef {import("./clock-estimate.js").ClockReading} ClockReading */
/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./clock-estimate.js").Outcome} Outcome */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/**
 * @typedef {object} ClockDetails what the clock's readings rest on, for diagnosis
 * @property {number | null} aheadOfWallUs how far the server's time is ahead of this device's wall clock
 * @property {number | null} roundTripUs the newest exchange's round trip, without the time that the server took
 * @property {number | null} roundTripFloorUs the shortest round trip in memory
 * @property {number | null} ratePpb how much faster the server's clock runs, in parts per billion
 * @property {number | null} rateWithinPpb how far the true rate can be from that
 * @property {number | null} ageUs how old the newest evidence is
 * @property {number | null} serverUncertaintyUs how far the server's clock may be from the true time
 * @property {string | null} timeline
 * @property {number} exchanges how many were used since the page was opened
 * @property {number} bounds how many upper and lower bounds from them and from keys are remembered
 * @property {number} granularityUs how coarse this device's stamps are
 * @property {"browser" | "page" | null} stampedBy whether the browser's network code took the newest stamps, or the
 * page
 * @property {number} jumps how often one of this device's clocks has jumped
 * @property {number | null} keyLateUs how long after its release the newest pushed key came
 */

/** The two clocks are compared only when both were read within this time. */
const APART_US_AT_MOST = 50_000;

export class SyncClock {
  /** How often one of this device's clocks has jumped. */
  jumps = 0;
  #estimate = new ClockEstimate();
  #jumpDetector = new JumpDetector();
  #local;
  #jumped;
  /** @type {Set<() => void>} those who wait in `confirmed` */
  #waiting = new Set();
  #exchanges = 0;
  /** @type {Exchange | null} */
  #newest = null;
  /** @type {number | null} */
  #keyLateUs = null;

  /**
   * @param {LocalClock} local
   * @param {() => void} [jumped] called when one of this device's clocks has jumped
   */
  constructor(local, jumped = () => {}) {
    this.#local = local;
    this.#jumped = jumped;
  }

  /**
   * Reads the server's time.
   * @returns {ClockReading}
   */
  reading() {
    this.look();
    return this.#estimate.reading(this.#local.nowUs());
  }

  /**
   * Waits until an exchange has told the time, and reads it.
   * @param {number} withinMs how long to wait at most; after that the time is as unknown as before
   * @returns {Promise<ClockReading>}
   */
  async confirmed(withinMs) {
    if (this.reading().state === "unsynced") await this.#exchange(withinMs);
    return this.reading();
  }

  /**
   * @param {number} withinMs
   * @returns {Promise<void>} resolves with the next exchange, or after this time
   */
  #exchange(withinMs) {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(patience);
        this.#waiting.delete(end);
        resolve();
      };
      const patience = setTimeout(end, withinMs);
      this.#waiting.add(end);
    });
  }

  /** @returns {boolean} whether one of this device's clocks has jumped since the last look */
  look() {
    const beforeUs = this.#local.nowUs();
    const wallUs = this.#local.wallUs();
    const nowUs = this.#local.nowUs();
    // A page that is interrupted between the two readings finds the clocks apart although neither has jumped.
    const jump = nowUs - beforeUs <= APART_US_AT_MOST ? this.#jumpDetector.look(nowUs, wallUs) : null;
    if (!jump) return false;
    this.jumps++;
    this.#estimate.doubt(jump);
    this.#jumped();
    return true;
  }

  /**
   * @param {Exchange} exchange
   * @returns {Outcome}
   */
  add(exchange) {
    const outcome = this.#estimate.add(exchange, this.#local.nowUs());
    if (outcome !== "refused") {
      this.#exchanges++;
      this.#newest = exchange;
      for (const tell of this.#waiting) tell();
    }
    return outcome;
  }

  /**
   * Takes a pushed and verified key as evidence: the server's time had reached its release when it arrived.
   * @param {number} releaseMs
   * @param {number} arrivedUs on this device's clock
   * @param {number} listeningUs how long the stream had been open by then; a key released before that isn't late
   * @returns {Outcome}
   */
  addKey(releaseMs, arrivedUs, listeningUs) {
    const { nowUs, state } = this.#estimate.reading(arrivedUs);
    const lateUs = nowUs - releaseMs * 1000;
    if (state !== "unsynced" && lateUs < listeningUs) this.#keyLateUs = lateUs;
    return this.#estimate.addReached(releaseMs * 1000, arrivedUs);
  }

  /** @returns {ClockDetails} */
  get details() {
    const { offsetUs, basis, timeline, serverUncertaintyUs } = this.#estimate;
    const { ageUs, ratePpb, roundTripFloorUs } = this.#estimate.reading(this.#local.nowUs());
    const wallUs = this.#local.wallUs() - this.#local.nowUs();
    return {
      aheadOfWallUs: offsetUs === null ? null : offsetUs - wallUs,
      roundTripUs: this.#newest && roundTripUs(this.#newest),
      roundTripFloorUs,
      ratePpb,
      rateWithinPpb: ratePpb === null || !basis.rates ? null : Math.max(basis.rates.most - ratePpb, ratePpb - basis.rates.least),
      ageUs,
      serverUncertaintyUs: timeline === null ? null : serverUncertaintyUs,
      timeline,
      exchanges: this.#exchanges,
      bounds: basis.uppers + basis.lowers,
      granularityUs: this.#local.granularityUs(),
      stampedBy: this.#newest === null ? null : (this.#newest.stampedBy ?? "page"),
      jumps: this.jumps,
      keyLateUs: this.#keyLateUs,
    };
  }
}

/** @param {Exchange} exchange */
function roundTripUs({ sentUs, receivedUs, serverReceivedUs, serverSentUs }) {
  return receivedUs - sentUs - (serverSentUs - serverReceivedUs);
}
