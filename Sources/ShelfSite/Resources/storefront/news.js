// @ts-check
/** What came of a purchase, said aloud and shown for a moment: the card it was on may be gone by then. */

import { found } from "./element.js";
import { number } from "./format.js";

/** @typedef {import("../shelflife/purchases.js").PurchaseState} PurchaseState */

const SHOWN_MS = 5000;

export class News {
  #region = found(".news");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #delayed = "";

  /** @param {PurchaseState} purchase */
  purchase(purchase) {
    const { stage, name, receipt, error, listing } = purchase;
    if (stage === "sold") this.tell(`${name} is yours${receipt?.number ? `, number ${number(receipt.number)}` : ""}`, "good");
    if (stage === "failed") this.tell(`${name}: ${error?.message}`, "bad");
    // Each wish is said to be late once, however often it is tried.
    if (stage === "delayed" && this.#delayed !== listing) this.tell(`${name}: no answer yet, trying again`, "plain");
    if (stage === "delayed") this.#delayed = listing;
  }

  /**
   * @param {string} text
   * @param {"good" | "bad" | "plain"} [tone]
   */
  tell(text, tone = "plain") {
    clearTimeout(this.#timer);
    this.#region.dataset.tone = tone;
    this.#region.textContent = text;
    this.#region.classList.add("news-shown");
    this.#timer = setTimeout(() => this.#region.classList.remove("news-shown"), SHOWN_MS);
  }
}
