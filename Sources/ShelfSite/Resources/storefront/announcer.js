// @ts-check
/** Tells people who listen what changed: the newest item, and not more than once in a while. */

import { found } from "./element.js";
import { number } from "./format.js";

/** @typedef {import("../shelflife/card.js").Card} Card */

const QUIET_MS = 12_000;

export class Announcer {
  #region = found(".announcer");
  #spokeAtMs = -Infinity;
  #unsaid = 0;

  /**
   * @param {Card[]} arrived
   * @param {string} currency
   * @param {number} nowMs
   */
  say(arrived, currency, nowMs) {
    const newest = arrived.at(-1);
    if (!newest) return;
    this.#unsaid += arrived.length;
    if (nowMs - this.#spokeAtMs < QUIET_MS) return;
    const others = this.#unsaid > 1 ? `, and ${number(this.#unsaid - 1)} more` : "";
    this.#region.textContent = `New: ${newest.name}, ${number(newest.price)} ${currency}${others}`;
    this.#spokeAtMs = nowMs;
    this.#unsaid = 0;
  }

  /** @param {number} nowMs */
  startQuiet(nowMs) {
    this.#spokeAtMs = nowMs;
    this.#unsaid = 0;
    this.#region.textContent = "";
  }
}
