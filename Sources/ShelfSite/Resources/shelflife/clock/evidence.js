// @ts-check
/**
 * The bounds that exchanges and keys have proven for how far the server's clock is ahead of this device's.
 *
 * Upper and lower bounds are kept apart: a queue usually grows in one direction only, so the exchange with the best
 * upper bound rarely has the best lower bound. All times are whole microseconds.
 */

/**
 * @typedef {object} Bound when this device's clock said `atUs`, the server's was ahead by at most (or at least) `offsetUs`
 * @property {number} atUs
 * @property {number} offsetUs
 */

/** @typedef {import("./clock-estimate.js").Exchange} Exchange */

/** Older evidence is forgotten. */
export const MEMORY_US = 600_000_000;
const BOUNDS_AT_MOST = 64;
/** Of more bounds than that in one direction, only the best of each bin of time is kept. */
const BINS = 32;
const BIN_US = MEMORY_US / BINS;
const BILLION = 1e9;

export class Evidence {
  /** @type {Bound[]} by time, the oldest first */
  uppers = [];
  /** @type {Bound[]} by time, the oldest first */
  lowers = [];
  /** @type {Bound[]} */
  #roundTrips = [];

  copy() {
    const copy = new Evidence();
    copy.uppers = [...this.uppers];
    copy.lowers = [...this.lowers];
    copy.#roundTrips = [...this.#roundTrips];
    return copy;
  }

  /** @returns {number | null} the shortest round trip in memory */
  get roundTripUs() {
    return this.#roundTrips.length === 0 ? null : Math.min(...this.#roundTrips.map(({ offsetUs }) => offsetUs));
  }

  /** @returns {number | null} when the newest bound was proven */
  get newestUs() {
    const newest = Math.max(this.uppers.at(-1)?.atUs ?? -Infinity, this.lowers.at(-1)?.atUs ?? -Infinity);
    return newest === -Infinity ? null : newest;
  }

  /** @returns {number | null} the middle of the time that the bounds span */
  get middleUs() {
    const newest = this.newestUs;
    if (newest === null) return null;
    const oldest = Math.min(this.uppers[0]?.atUs ?? Infinity, this.lowers[0]?.atUs ?? Infinity);
    return newest - Math.trunc((newest - oldest) / 2);
  }

  /**
   * Adds both bounds of an exchange. The upper bound is as old as the moment the request was sent, since the server may
   * have read it right then; the lower bound is as old as the moment the answer was received.
   * @param {Exchange} exchange one that was found possible
   * @param {number} ratePpb
   */
  add({ sentUs, receivedUs, serverReceivedUs, serverSentUs, granularityUs }, ratePpb) {
    this.addUpper({ atUs: sentUs, offsetUs: serverReceivedUs - sentUs + granularityUs }, ratePpb);
    this.addLower({ atUs: receivedUs, offsetUs: serverSentUs - receivedUs - granularityUs }, ratePpb);
    insert(this.#roundTrips, { atUs: receivedUs, offsetUs: receivedUs - sentUs - (serverSentUs - serverReceivedUs) });
    if (this.#roundTrips.length > BOUNDS_AT_MOST) this.#roundTrips = thinned(this.#roundTrips, 0, (left, right) => left < right);
  }

  /**
   * @param {Bound} upper
   * @param {number} ratePpb the rate by which bounds of different moments are compared when there are too many
   */
  addUpper(upper, ratePpb) {
    insert(this.uppers, upper);
    if (this.uppers.length > BOUNDS_AT_MOST) this.uppers = thinned(this.uppers, ratePpb, (left, right) => left < right);
  }

  /**
   * @param {Bound} lower
   * @param {number} ratePpb
   */
  addLower(lower, ratePpb) {
    insert(this.lowers, lower);
    if (this.lowers.length > BOUNDS_AT_MOST) this.lowers = thinned(this.lowers, ratePpb, (left, right) => left > right);
  }

  /** @param {number} us older bounds are forgotten */
  forgetBefore(us) {
    this.uppers = this.uppers.filter(({ atUs }) => atUs >= us);
    this.lowers = this.lowers.filter(({ atUs }) => atUs >= us);
    this.#roundTrips = this.#roundTrips.filter(({ atUs }) => atUs >= us);
  }
}

/**
 * @param {Bound[]} bounds
 * @param {Bound} bound
 */
function insert(bounds, bound) {
  let index = bounds.length;
  while (index > 0 && bounds[index - 1].atUs > bound.atUs) index--;
  bounds.splice(index, 0, bound);
}

/**
 * @param {Bound[]} bounds
 * @param {number} ratePpb
 * @param {(left: number, right: number) => boolean} isBetter
 */
function thinned(bounds, ratePpb, isBetter) {
  /** @type {Bound[]} */
  const kept = [];
  for (const bound of bounds) {
    const last = kept.at(-1);
    if (!last || Math.trunc(last.atUs / BIN_US) !== Math.trunc(bound.atUs / BIN_US)) {
      kept.push(bound);
      continue;
    }
    const lastNowUs = last.offsetUs + Math.trunc(((bound.atUs - last.atUs) * ratePpb) / BILLION);
    if (isBetter(bound.offsetUs, lastNowUs)) kept[kept.length - 1] = bound;
  }
  return kept;
}
