// @ts-check
/**
 * Estimates the server's time from exchanges of time stamps. It is a value: it reads no clock. All times are whole
 * microseconds, all rates parts per billion.
 *
 * An exchange proves two bounds and nothing more: the server read the request after it was sent, and wrote the answer
 * before it was received. `Evidence` keeps the bounds, `Corridor` computes from all of them what is proven and what is
 * likely, and `ClockSlew` moves the readings gently to a new estimate.
 */

import { Corridor } from "./corridor.js";
import { ClockSlew } from "./clock-slew.js";
import { Evidence, MEMORY_US } from "./evidence.js";

/**
 * @typedef {object} Exchange
 * @property {number} sentUs when the request left, by this device's clock
 * @property {number} receivedUs when the answer had arrived, by this device's clock
 * @property {number} serverReceivedUs when the request arrived, by the server's clock
 * @property {number} serverSentUs when the answer left, by the server's clock
 * @property {number} uncertaintyUs how far the server's clock may be from the true time
 * @property {number} granularityUs how coarse this device's stamps are
 * @property {string} timeline
 * @property {"browser" | "page"} [stampedBy] who took this device's stamps
 */
/**
 * @typedef {object} ClockReading
 * @property {number} nowUs the server's time; meaningless while unsynced
 * @property {number} uncertaintyUs how far the true time can be from `nowUs`
 * @property {"unsynced" | "coarse" | "strained" | "synced"} state `strained`: closely known, but by a clock that has
 * been seen to run otherwise than clocks do
 * @property {number | null} ageUs how old the newest evidence is
 * @property {number | null} roundTripFloorUs the shortest that a round trip can have been lately
 * @property {number | null} ratePpb how much faster the server's clock runs, in parts per billion
 */

/** @typedef {import("./jump-detector.js").ClockJump} ClockJump */
/** @typedef {"refused" | "taken" | "restarted"} Outcome what became of new evidence; `restarted`: it contradicts the older evidence, so more is needed soon */

/** With a larger uncertainty than this, two players may see a change a fifth of a second apart. */
const COARSE_US = 100_000;
const LONGEST_ROUND_TRIP_US = 10_000_000;
/** @type {ClockReading} */
const UNSYNCED = { nowUs: 0, uncertaintyUs: Infinity, state: "unsynced", ageUs: null, roundTripFloorUs: null, ratePpb: null };
const NO_DOUBT = { aheadUs: 0, behindUs: 0 };

export class ClockEstimate {
  #evidence = new Evidence();
  /** @type {Corridor | null} */
  #corridor = null;
  #slew = new ClockSlew();
  /** After a jump of a clock the offset may be larger by up to `aheadUs`, or smaller by up to `-behindUs`. */
  #doubt = NO_DOUBT;
  #granularityUs = 0;
  /** @type {number | null} when evidence last contradicted itself though no clock was seen to jump */
  #contradictedUs = null;
  /** @type {string | null} the name of the server's timeline; exchanges of another timeline prove nothing about this one */
  timeline = null;
  /** How far the server's clock may be from the true time, by its last answer. */
  serverUncertaintyUs = 0;

  /**
   * @param {Exchange} exchange
   * @param {number} localUs this device's time, not before the exchange's last stamp
   * @returns {Outcome} refused evidence changes nothing
   */
  add(exchange, localUs) {
    if (!isPossible(exchange)) return "refused";
    const isFirst = this.#corridor === null;
    const { nowUs } = this.reading(localUs);
    const isAfresh = this.timeline !== exchange.timeline || this.#doubt !== NO_DOUBT;
    if (isAfresh) {
      this.#evidence = new Evidence();
      this.#contradictedUs = null;
    }
    this.timeline = exchange.timeline;
    this.serverUncertaintyUs = exchange.uncertaintyUs;
    this.#granularityUs = exchange.granularityUs;
    this.#doubt = NO_DOUBT;
    this.#evidence.forgetBefore(localUs - MEMORY_US);
    this.#evidence.add(exchange, this.#corridor?.ratePpb ?? 0);
    const isWhole = this.#refit(exchange, localUs);
    this.#slew.correct(isFirst ? null : nowUs, this.#targetUs(localUs), localUs, isAfresh);
    return isWhole && (isFirst || !isAfresh) ? "taken" : "restarted";
  }

  /**
   * Takes a pushed key as evidence: when it arrived, the server's time was at least the key's release, however long
   * the network took.
   * @param {number} releaseUs
   * @param {number} localUs when it arrived
   * @returns {Outcome}
   */
  addReached(releaseUs, localUs) {
    if (!this.#corridor || this.#doubt !== NO_DOUBT) return "refused";
    const more = this.#evidence.copy();
    more.forgetBefore(localUs - MEMORY_US);
    more.addLower({ atUs: localUs, offsetUs: releaseUs - localUs - this.#granularityUs }, this.#corridor.ratePpb);
    const after = this.#corridorOf(more, localUs);
    if (!after) return more.uppers.length === 0 ? "refused" : "restarted";
    const { nowUs } = this.reading(localUs);
    this.#evidence = more;
    this.#corridor = after;
    this.#slew.correct(nowUs, this.#targetUs(localUs), localUs);
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
    const nowUs = this.#slew.nowUs(this.#targetUs(localUs), localUs);
    const { least, most } = corridor.boundsUs(localUs);
    const offsetUs = nowUs - localUs;
    const halfUs = Math.max(most + this.#doubt.aheadUs - offsetUs, offsetUs - least - this.#doubt.behindUs);
    const uncertaintyUs = halfUs + this.serverUncertaintyUs + this.#granularityUs;
    return {
      nowUs,
      uncertaintyUs,
      state: uncertaintyUs > COARSE_US ? "coarse" : corridor.isStrained ? "strained" : "synced",
      ageUs: localUs - corridor.atUs,
      roundTripFloorUs: this.#evidence.roundTripUs,
      ratePpb: corridor.ratePpb,
    };
  }

  /**
   * Widens the uncertainty after a jump. Either the wall clock was set, which changes nothing, or this device's clock
   * stood still, which moves the offset by the jump; only the next exchange tells which of the two it was.
   * @param {ClockJump} jump
   */
  doubt({ byUs, sinceUs }) {
    if (!this.#corridor) return;
    this.#slew.stand(this.reading(sinceUs).nowUs);
    const { aheadUs, behindUs } = this.#doubt;
    this.#doubt = { aheadUs: aheadUs + Math.max(0, byUs), behindUs: behindUs + Math.min(0, byUs) };
  }

  /** @returns {number | null} how far the server's clock was ahead of this device's at the newest evidence */
  get offsetUs() {
    return this.#corridor && this.#corridor.offsetUs(this.#corridor.atUs);
  }

  /**
   * @returns {import("./corridor.js").Range | null} the bounds that are proven for `offsetUs`, unless a clock has
   * jumped since
   */
  get provenUs() {
    return this.#corridor && this.#corridor.boundsUs(this.#corridor.atUs);
  }

  /**
   * How many bounds of each direction the estimate rests on, the rates that they allow, and the wander that makes them
   * agree.
   */
  get basis() {
    const { uppers, lowers } = this.#evidence;
    const { rates = null, wanderPpb = null } = this.#corridor ?? {};
    return { uppers: uppers.length, lowers: lowers.length, rates, wanderPpb };
  }

  /**
   * Where a jump leaves two times possible, readings go by the earlier one: a change shown late does less harm than one
   * shown early.
   * @param {number} localUs
   */
  #targetUs(localUs) {
    return localUs + (this.#corridor?.offsetUs(localUs) ?? 0) + this.#doubt.behindUs;
  }

  /**
   * @param {Exchange} exchange the newest
   * @param {number} localUs
   * @returns {boolean} whether all evidence agrees; if not, the older half is dropped, and if need be everything but
   *   this exchange
   */
  #refit(exchange, localUs) {
    this.#corridor = this.#corridorOf(this.#evidence, localUs);
    if (this.#corridor) return true;
    this.#contradictedUs = localUs;
    this.#evidence.forgetBefore(this.#evidence.middleUs ?? 0);
    this.#corridor = this.#corridorOf(this.#evidence, localUs);
    if (this.#corridor) return false;
    this.#evidence = new Evidence();
    this.#evidence.add(exchange, 0);
    this.#corridor = this.#corridorOf(this.#evidence, localUs);
    return false;
  }

  /**
   * After a contradiction more is allowed for, for as long as evidence is kept: what made it can go on.
   * @param {Evidence} evidence
   * @param {number} localUs
   */
  #corridorOf(evidence, localUs) {
    const wasStrained = this.#contradictedUs !== null && localUs - this.#contradictedUs <= MEMORY_US;
    return Corridor.of(evidence, wasStrained);
  }
}

/**
 * @param {Exchange} exchange
 * @returns {boolean} whether two working clocks can have made these stamps, and close enough together to be useful
 */
function isPossible({ sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs, granularityUs }) {
  const stamps = [sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs, granularityUs];
  const tripUs = receivedUs - sentUs;
  const servedUs = serverSentUs - serverReceivedUs;
  const whole = stamps.every((stamp) => Number.isSafeInteger(stamp) && stamp >= 0);
  return whole && servedUs >= 0 && tripUs >= 0 && tripUs <= LONGEST_ROUND_TRIP_US && servedUs <= tripUs + 2 * granularityUs;
}
