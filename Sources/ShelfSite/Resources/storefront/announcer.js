// @ts-check
/** Announces new items to screen readers: the newest one, and seldom, so that it doesn't talk all the time. */

import { write } from "../shelf-store/text.js";
import { found } from "./element.js";
import { cost, number } from "./format.js";

/** @typedef {import("../shelflife/seal/card.js").Card} Card */

const QUIET_MS = 12_000;

export class Announcer {
  #region = found(".announcer");
  #spokeAtMs = -Infinity;
  #unsaid = 0;

  /**
   * @param {Card[]} arrived
   * @param {number} nowMs
   */
  say(arrived, nowMs) {
    const newest = arrived.at(-1);
    if (!newest) return;
    this.#unsaid += arrived.length;
    if (nowMs - this.#spokeAtMs < QUIET_MS) return;
    const others = this.#unsaid > 1 ? `, and ${number(this.#unsaid - 1)} more` : "";
    write(this.#region, `New: ${newest.name}, ${cost(newest.price, newest.currency)}${others}`);
    this.#spokeAtMs = nowMs;
    this.#unsaid = 0;
  }

  /**
   * Announces a change at once, because it happened under the focus.
   * @param {Card} card
   */
  sayChanged(card) {
    write(this.#region, `Changed: now ${card.name}, ${cost(card.price, card.currency)}`);
  }

  /** @param {number} nowMs */
  startQuiet(nowMs) {
    this.#spokeAtMs = nowMs;
    this.#unsaid = 0;
    write(this.#region, "");
  }
}
