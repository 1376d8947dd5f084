// @ts-check

import { local } from "../frame/zone.js";

/** @typedef {import("../frame/zone.js").Zone} Zone */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Distances between two marks, so that a span has about a dozen of them. */
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360].map((minutes) => minutes * MINUTE_MS);
const MARKS = 12;

/** A span of time laid over a width: which instant is where. */
export class TimeScale {
  /**
   * @param {number} fromMs
   * @param {number} lengthMs
   * @param {Zone} zone by whose clock marks stand at round times
   */
  constructor(fromMs, lengthMs, zone) {
    this.fromMs = fromMs;
    this.lengthMs = lengthMs;
    this.untilMs = fromMs + lengthMs;
    this.zone = zone;
  }

  /**
   * @param {number} ms
   * @returns {number} from 0 at the beginning to 1 at the end, and beyond
   */
  at(ms) {
    return (ms - this.fromMs) / this.lengthMs;
  }

  /**
   * @param {number} share from 0 to 1
   * @returns {number} the instant there
   */
  instantAt(share) {
    return this.fromMs + share * this.lengthMs;
  }

  /**
   * The part of a span that is in sight.
   * @param {number} startMs
   * @param {number} endMs
   * @returns {{ at: number, length: number } | undefined} shares of the width
   */
  visible(startMs, endMs) {
    const at = Math.max(0, this.at(startMs));
    const end = Math.min(1, this.at(endMs));
    return end > at ? { at, length: end - at } : undefined;
  }

  /** @returns {number[]} instants at round local times */
  marks() {
    const stepMs = STEPS_MS.find((step) => this.lengthMs / step <= MARKS) ?? 6 * HOUR_MS;
    const first = Math.ceil(this.fromMs / MINUTE_MS) * MINUTE_MS;
    const minutes = Math.max(0, Math.ceil((this.untilMs - first) / MINUTE_MS));
    return Array.from({ length: minutes }, (_, index) => first + index * MINUTE_MS).filter((ms) => local(ms, this.zone) % stepMs === 0);
  }
}
