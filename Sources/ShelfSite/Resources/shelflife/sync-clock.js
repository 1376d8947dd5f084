// @ts-check
/**
 * The server's time, to be read at any moment: this device's clock, and what is known of how far the
 * server's is ahead of it. Each reading also looks whether the clock here stood still.
 *
 * A browser doesn't say whether the device was started anew, so no estimate is kept from one visit to
 * the next, and there is no state for one that is kept but not confirmed.
 */

import { ClockEstimate } from "./clock-estimate.js";
import { JumpDetector } from "./jump-detector.js";

/** @typedef {import("./clock-estimate.js").ClockReading} ClockReading */
/** @typedef {import("./clock-estimate.js").Exchange} Exchange */
/** @typedef {import("./clock-estimate.js").Outcome} Outcome */
/** @typedef {import("./local-clock.js").LocalClock} LocalClock */
/**
 * @typedef {object} ClockDetails why a client may be off, for people who want to look
 * @property {number | null} aheadOfWallUs the server's time less this device's wall clock
 * @property {number | null} roundTripUs of the newest exchange, without the server's own time
 * @property {number | null} roundTripFloorUs the shortest there can have been
 * @property {number | null} ratePpb how much faster the server's clock runs, in parts per billion
 * @property {number | null} rateWithinPpb how far from that it can be
 * @property {number | null} ageUs of the newest evidence
 * @property {number | null} serverUncertaintyUs how far the server's own clock may be off
 * @property {string | null} timeline
 * @property {number} exchanges how many were used since the page was opened
 * @property {number} bounds how many upper and lower bounds from them and from keys are remembered
 * @property {number} granularityUs how coarse this device's stamps are
 * @property {"browser" | "page" | null} stampedBy whether the browser's network code took the newest stamps, or the page
 * @property {number} jumps how often one of this device's clocks was seen to jump
 * @property {number | null} keyLateUs how long after its release the newest pushed key came
 */

/** Two clocks that are read no farther apart in time than this are compared. */
const APART_US_AT_MOST = 50_000;

export class SyncClock {
  /** How often one of this device's clocks was seen to jump. */
  jumps = 0;
  #estimate = new ClockEstimate();
  #jumpDetector = new JumpDetector();
  #local;
  #jumped;
  #exchanges = 0;
  /** @type {Exchange | null} */
  #newest = null;
  /** @type {number | null} */
  #keyLateUs = null;

  /**
   * @param {LocalClock} local
   * @param {() => void} [jumped] called when one of this device's clocks was seen to jump
   */
  constructor(local, jumped = () => {}) {
    this.#local = local;
    this.#jumped = jumped;
  }

  /**
   * What the server's time is now.
   * @returns {ClockReading}
   */
  reading() {
    this.look();
    return this.#estimate.reading(this.#local.nowUs());
  }

  /** @returns {boolean} whether one of this device's clocks jumped since the last look */
  look() {
    const beforeUs = this.#local.nowUs();
    const wallUs = this.#local.wallUs();
    const nowUs = this.#local.nowUs();
    // Who is interrupted between two clocks sees them apart, though neither jumped.
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
    }
    return outcome;
  }

  /**
   * A key that was pushed and verified proves that the server's time was at least its release.
   * @param {number} releaseMs
   * @param {number} arrivedUs on this device's clock
   * @param {number} listeningUs for how long then keys had been listened for: older ones aren't late
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
      stampedBy: this.#newest && (this.#newest.stampedBy ?? "page"),
      jumps: this.jumps,
      keyLateUs: this.#keyLateUs,
    };
  }
}

/** @param {Exchange} exchange */
function roundTripUs({ sentUs, receivedUs, serverReceivedUs, serverSentUs }) {
  return receivedUs - sentUs - (serverSentUs - serverReceivedUs);
}
