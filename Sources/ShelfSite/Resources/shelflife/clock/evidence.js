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

/**
 * @typedef {object} Passage when this device's clock said `atUs`, the server's was ahead by `offsetUs` if both ways took equally long
 * @property {number} atUs
 * @property {number} offsetUs
 * @property {number} roundTripUs
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
  /** @type {Passage[]} exchanges by their middles, by time, the oldest first */
  passages = [];

  copy() {
    const copy = new Evidence();
    copy.uppers = [...this.uppers];
    copy.lowers = [...this.lowers];
    copy.passages = [...this.passages];
    return copy;
  }

  /** @returns {number | null} the shortest round trip in memory */
  get roundTripUs() {
    return this.passages.length === 0 ? null : Math.min(...this.passages.map(({ roundTripUs }) => roundTripUs));
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
    const [upUs, downUs] = [serverReceivedUs - sentUs, serverSentUs - receivedUs];
    const atUs = sentUs + Math.trunc((receivedUs - sentUs) / 2);
    insert(this.passages, { atUs, offsetUs: downUs + Math.trunc((upUs - downUs) / 2), roundTripUs: upUs - downUs });
    if (this.passages.length > BOUNDS_AT_MOST) this.passages = thinned(this.passages, (last, next) => next.roundTripUs < last.roundTripUs);
  }

  /**
   * @param {Bound} upper
   * @param {number} ratePpb the rate by which bounds of different moments are compared when there are too many
   */
  addUpper(upper, ratePpb) {
    insert(this.uppers, upper);
    if (this.uppers.length <= BOUNDS_AT_MOST) return;
    this.uppers = thinned(this.uppers, (last, next) => next.offsetUs < movedTo(next.atUs, last, ratePpb));
  }

  /**
   * @param {Bound} lower
   * @param {number} ratePpb
   */
  addLower(lower, ratePpb) {
    insert(this.lowers, lower);
    if (this.lowers.length <= BOUNDS_AT_MOST) return;
    this.lowers = thinned(this.lowers, (last, next) => next.offsetUs > movedTo(next.atUs, last, ratePpb));
  }

  /** @param {number} us older bounds are forgotten */
  forgetBefore(us) {
    this.uppers = this.uppers.filter(({ atUs }) => atUs >= us);
    this.lowers = this.lowers.filter(({ atUs }) => atUs >= us);
    this.passages = this.passages.filter(({ atUs }) => atUs >= us);
  }
}

/**
 * @template {{ atUs: number }} Item
 * @param {Item[]} items
 * @param {Item} item
 */
function insert(items, item) {
  let index = items.length;
  while (index > 0 && items[index - 1].atUs > item.atUs) index--;
  items.splice(index, 0, item);
}

/**
 * @template {{ atUs: number }} Item
 * @param {Item[]} items
 * @param {(last: Item, next: Item) => boolean} isBetter whether the second of two in the same bin is better than the
 * first
 */
function thinned(items, isBetter) {
  /** @type {Item[]} */
  const kept = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (!last || Math.trunc(last.atUs / BIN_US) !== Math.trunc(item.atUs / BIN_US)) kept.push(item);
    else if (isBetter(last, item)) kept[kept.length - 1] = item;
  }
  return kept;
}

/**
 * @param {number} us
 * @param {Bound} bound
 * @param {number} ratePpb
 * @returns {number} the bound at a later time, by a rate
 */
function movedTo(us, { atUs, offsetUs }, ratePpb) {
  return offsetUs + Math.trunc(((us - atUs) * ratePpb) / BILLION);
}
