// @ts-check
/**
 * The server's time, estimated from exchanges of time stamps: a value without a clock of its own, all
 * in whole microseconds and parts per billion.
 *
 * An exchange proves two bounds and no more: the server read the request after it was sent, and wrote
 * the answer before it was received. `Evidence` keeps the bounds, `Corridor` draws from all of them
 * together what is proven and what is likely, and `Course` is what is read meanwhile.
 */

import { Corridor } from "./corridor.js";
import { Course } from "./course.js";
import { Evidence, MEMORY_US } from "./evidence.js";

/**
 * @typedef {object} Exchange
 * @property {number} sentUs here
 * @property {number} receivedUs here
 * @property {number} serverReceivedUs there
 * @property {number} serverSentUs there
 * @property {number} uncertaintyUs how far the server's own clock may be off
 * @property {number} granularityUs how coarse the stamps taken here are
 * @property {string} timeline
 * @property {"browser" | "page"} [stampedBy] who took the stamps here
 */
/**
 * @typedef {object} ClockReading
 * @property {number} nowUs the server's time; meaningless while unsynced
 * @property {number} uncertaintyUs how far the true time can be from `nowUs`
 * @property {"unsynced" | "coarse" | "synced"} state
 * @property {number | null} ageUs of the newest evidence
 * @property {number | null} roundTripFloorUs the shortest that a round trip can have been lately
 * @property {number | null} ratePpb how much faster the server's clock runs, in parts per billion
 */

/** @typedef {import("./jump-detector.js").ClockJump} ClockJump */
/** @typedef {"refused" | "taken" | "restarted"} Outcome of new evidence; `restarted`: it contradicts what was known, so more is needed soon */

/** Worse than this, two players may see a change a fifth of a second apart. */
const COARSE_US = 100_000;
const LONGEST_ROUND_TRIP_US = 10_000_000;
/** @type {ClockReading} */
const UNSYNCED = { nowUs: 0, uncertaintyUs: Infinity, state: "unsynced", ageUs: null, roundTripFloorUs: null, ratePpb: null };
const NO_DOUBT = { aheadUs: 0, behindUs: 0 };

export class ClockEstimate {
  #evidence = new Evidence();
  /** @type {Corridor | null} */
  #corridor = null;
  #course = new Course();
  /** What jumps leave open about the offset: the server may be so much further ahead, or (zero or less) so much less. */
  #doubt = NO_DOUBT;
  #granularityUs = 0;
  /** @type {string | null} names the server's timeline; under another name, earlier exchanges say nothing */
  timeline = null;
  /** How far the server's own clock can be from the true time, as it said last. */
  serverUncertaintyUs = 0;

  /**
   * @param {Exchange} exchange
   * @param {number} localUs the time here, not before the exchange's last stamp
   * @returns {Outcome} when refused, nothing changes
   */
  add(exchange, localUs) {
    if (!isPossible(exchange)) return "refused";
    const isFirst = this.#corridor === null;
    const { nowUs } = this.reading(localUs);
    const isAfresh = this.timeline !== exchange.timeline || this.#doubt !== NO_DOUBT;
    if (isAfresh) this.#evidence = new Evidence();
    this.timeline = exchange.timeline;
    this.serverUncertaintyUs = exchange.uncertaintyUs;
    this.#granularityUs = exchange.granularityUs;
    this.#doubt = NO_DOUBT;
    this.#evidence.forgetBefore(localUs - MEMORY_US);
    this.#evidence.add(exchange, this.#corridor?.ratePpb ?? 0);
    const isWhole = this.#refit(exchange);
    this.#course.correct(isFirst ? null : nowUs, this.#targetUs(localUs), localUs, isAfresh);
    return isWhole && (isFirst || !isAfresh) ? "taken" : "restarted";
  }

  /**
   * A key that was pushed proves that the server's time was at least its release, whatever the
   * network did meanwhile.
   * @param {number} releaseUs
   * @param {number} localUs when it came
   * @returns {Outcome}
   */
  addReached(releaseUs, localUs) {
    if (!this.#corridor || this.#doubt !== NO_DOUBT) return "refused";
    const more = this.#evidence.copy();
    more.forgetBefore(localUs - MEMORY_US);
    more.addLower({ atUs: localUs, offsetUs: releaseUs - localUs - this.#granularityUs }, this.#corridor.ratePpb);
    const after = Corridor.of(more);
    if (!after) return more.uppers.length === 0 ? "refused" : "restarted";
    const { nowUs } = this.reading(localUs);
    this.#evidence = more;
    this.#corridor = after;
    this.#course.correct(nowUs, this.#targetUs(localUs), localUs);
    return "taken";
  }

  /**
   * What the time is when this device's clock says `localUs`.
   * @param {number} localUs
   * @returns {ClockReading}
   */
  reading(localUs) {
    const corridor = this.#corridor;
    if (!corridor) return UNSYNCED;
    const nowUs = this.#course.nowUs(this.#targetUs(localUs), localUs);
    const { least, most } = corridor.boundsUs(localUs);
    const offsetUs = nowUs - localUs;
    const halfUs = Math.max(most + this.#doubt.aheadUs - offsetUs, offsetUs - least - this.#doubt.behindUs);
    const uncertaintyUs = halfUs + this.serverUncertaintyUs + this.#granularityUs;
    return {
      nowUs,
      uncertaintyUs,
      state: uncertaintyUs > COARSE_US ? "coarse" : "synced",
      ageUs: localUs - corridor.atUs,
      roundTripFloorUs: this.#evidence.roundTripUs,
      ratePpb: corridor.ratePpb,
    };
  }

  /**
   * The clock here or the wall clock jumped: until the next exchange nobody knows which. If it was the
   * wall clock that was set, nothing changes; if it was ours, the offset moved as the jump says.
   * @param {ClockJump} jump
   */
  doubt({ byUs, sinceUs }) {
    if (!this.#corridor) return;
    this.#course.stand(this.reading(sinceUs).nowUs);
    const { aheadUs, behindUs } = this.#doubt;
    this.#doubt = { aheadUs: aheadUs + Math.max(0, byUs), behindUs: behindUs + Math.min(0, byUs) };
  }

  /** @returns {number | null} what was added to the time here at the newest evidence to give the server's */
  get offsetUs() {
    return this.#corridor && this.#corridor.offsetUs(this.#corridor.atUs);
  }

  /** @returns {import("./corridor.js").Range | null} between which bounds `offsetUs` is proven to be, as far as there is no doubt */
  get provenUs() {
    return this.#corridor && this.#corridor.boundsUs(this.#corridor.atUs);
  }

  /** How many bounds of each direction the estimate rests on, the rates that they allow, and which wander makes them agree. */
  get basis() {
    const { uppers, lowers } = this.#evidence;
    const { rates = null, wanderPpb = null } = this.#corridor ?? {};
    return { uppers: uppers.length, lowers: lowers.length, rates, wanderPpb };
  }

  /**
   * Readings go by the earlier of what is possible, because late is better than early.
   * @param {number} localUs
   */
  #targetUs(localUs) {
    return localUs + (this.#corridor?.offsetUs(localUs) ?? 0) + this.#doubt.behindUs;
  }

  /**
   * @param {Exchange} exchange the newest
   * @returns {boolean} whether all evidence agrees; if not, the older half was dropped, or all but the exchange
   */
  #refit(exchange) {
    this.#corridor = Corridor.of(this.#evidence);
    if (this.#corridor) return true;
    this.#evidence.forgetBefore(this.#evidence.middleUs ?? 0);
    this.#corridor = Corridor.of(this.#evidence);
    if (this.#corridor) return false;
    this.#evidence = new Evidence();
    this.#evidence.add(exchange, 0);
    this.#corridor = Corridor.of(this.#evidence);
    return false;
  }
}

/**
 * @param {Exchange} exchange
 * @returns {boolean} whether honest clocks can have made these stamps, near enough to each other to be of use
 */
function isPossible({ sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs, granularityUs }) {
  const stamps = [sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs, granularityUs];
  const tripUs = receivedUs - sentUs;
  const servedUs = serverSentUs - serverReceivedUs;
  const whole = stamps.every((stamp) => Number.isSafeInteger(stamp) && stamp >= 0);
  return whole && servedUs >= 0 && tripUs >= 0 && tripUs <= LONGEST_ROUND_TRIP_US && servedUs <= tripUs + 2 * granularityUs;
}
