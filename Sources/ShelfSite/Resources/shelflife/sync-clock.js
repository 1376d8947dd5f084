// @ts-check
/**
 * The server's time, from time stamps exchanged with it, and how wrong it can be at most.
 *
 * An exchange proves bounds: the server read the request after it was sent and wrote the answer
 * before it arrived, so `server − here` lies between `sentThere − receivedHere` and
 * `receivedThere − sentHere`. The clock believes the exchange whose bounds, widened by what two
 * quartzes may drift apart since, are the narrowest. All in whole microseconds.
 */

/**
 * @typedef {object} Exchange
 * @property {number} sentUs here
 * @property {number} receivedUs here
 * @property {number} serverReceivedUs there
 * @property {number} serverSentUs there
 * @property {number} uncertaintyUs how far the server's own clock may be off
 * @property {number} granularityUs how coarse the stamps taken here are
 * @property {string} timeline
 */
/** @typedef {{ nowUs: number, uncertaintyUs: number, state: "unsynced" | "coarse" | "synced" }} ClockReading */
/** @typedef {{ sentUs: number, atUs: number, offsetUs: number, halfWidthUs: number, uncertaintyUs: number, roundTripUs: number }} Evidence */

const DRIFT_PER_MILLION = 300;
/** Two players who are each off by this much are half a second apart, the most that a live store bears. */
const COARSE_US = 100_000;

export class SyncClock {
  /** @type {Evidence | null} */
  #best = null;
  #timeline = "";
  #lastUs = 0;
  #doubtUs = 0;

  /**
   * @param {Exchange} exchange
   * @returns {boolean} whether it could be used
   */
  add(exchange) {
    const evidence = evidenceOf(exchange);
    if (!evidence) return false;
    if (exchange.timeline !== this.#timeline) this.#startAfresh(exchange.timeline);
    if (!this.#best || this.#contradicts(evidence) || this.#isNarrower(evidence)) {
      this.#best = evidence;
      this.#doubtUs = 0;
    }
    return true;
  }

  /**
   * The time here may have stood still (sleep) by this much: until the next exchange, nobody knows.
   * @param {number} byUs
   */
  doubt(byUs) {
    this.#doubtUs += Math.abs(Math.round(byUs));
  }

  /**
   * @param {number} localUs
   * @returns {ClockReading}
   */
  reading(localUs) {
    if (!this.#best) return { nowUs: 0, uncertaintyUs: Infinity, state: "unsynced" };
    const estimateUs = Math.round(localUs) + this.#best.offsetUs;
    this.#lastUs = Math.max(this.#lastUs, estimateUs);
    const uncertaintyUs = this.#uncertaintyAt(this.#best, localUs) + this.#lastUs - estimateUs;
    return { nowUs: this.#lastUs, uncertaintyUs, state: uncertaintyUs > COARSE_US ? "coarse" : "synced" };
  }

  /** What the newest belief rests on, for people who want to look. */
  get evidence() {
    return this.#best && { offsetUs: this.#best.offsetUs, roundTripUs: this.#best.roundTripUs };
  }

  /** @param {string} timeline */
  #startAfresh(timeline) {
    this.#timeline = timeline;
    this.#best = null;
    this.#lastUs = 0;
  }

  /**
   * @param {Evidence} evidence
   * @param {number} localUs
   */
  #uncertaintyAt(evidence, localUs) {
    // From the first stamp on, because the server's may have been taken right after it.
    const driftUs = Math.ceil((Math.abs(localUs - evidence.sentUs) * DRIFT_PER_MILLION) / 1e6);
    return evidence.halfWidthUs + evidence.uncertaintyUs + driftUs + this.#doubtUs;
  }

  /** @param {Evidence} evidence */
  #isNarrower(evidence) {
    return !this.#best || evidence.halfWidthUs + evidence.uncertaintyUs <= this.#uncertaintyAt(this.#best, evidence.atUs);
  }

  /**
   * Bounds that don't touch can't both be of clocks that ran on: the older is worth nothing.
   * @param {Evidence} evidence
   */
  #contradicts(evidence) {
    if (!this.#best) return false;
    const reachUs = evidence.halfWidthUs + evidence.uncertaintyUs + this.#uncertaintyAt(this.#best, evidence.atUs);
    return Math.abs(evidence.offsetUs - this.#best.offsetUs) > reachUs;
  }
}

/**
 * @param {Exchange} exchange
 * @returns {Evidence | null} null when no honest pair of clocks can have made these stamps
 */
function evidenceOf(exchange) {
  const { sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs, granularityUs } = exchange;
  const whole = [sentUs, receivedUs, serverReceivedUs, serverSentUs, uncertaintyUs].every(Number.isSafeInteger);
  if (!whole || receivedUs < sentUs || serverSentUs < serverReceivedUs || uncertaintyUs < 0) return null;
  const least = serverSentUs - receivedUs - granularityUs;
  const most = serverReceivedUs - sentUs + granularityUs;
  if (most < least) return null;
  return {
    sentUs,
    atUs: receivedUs,
    offsetUs: Math.round((least + most) / 2),
    halfWidthUs: Math.ceil((most - least) / 2) + 1,
    uncertaintyUs,
    roundTripUs: receivedUs - sentUs - (serverSentUs - serverReceivedUs),
  };
}
