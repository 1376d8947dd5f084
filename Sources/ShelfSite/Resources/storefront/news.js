// @ts-check
/**
 * Shows and announces the outcome of a purchase for a moment, since its card may be gone by then. A tap on it hides it.
 */

import { found } from "./element.js";
import { number } from "./format.js";

/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */

const SHOWN_MS = 5000;

export class News {
  #region = found(".news");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #delayed = "";

  constructor() {
    this.#region.addEventListener("click", () => this.#hide());
  }

  /** @param {PurchaseState} purchase */
  purchase(purchase) {
    const { stage, name, receipt, error, listing } = purchase;
    if (stage === "sold") this.tell(`${name} is yours${receipt?.number ? `, number ${number(receipt.number)}` : ""}`, "good");
    if (stage === "failed") this.tell(`${name}: ${error?.message}`, "bad");
    // Why a purchase takes longer is told once, however often it is sent again.
    const delayed = `${listing} ${error?.code}`;
    if (stage === "delayed" && this.#delayed !== delayed) this.tell(`${name}: ${error?.message} Trying again.`, "plain");
    if (stage === "delayed") this.#delayed = delayed;
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
    this.#timer = setTimeout(() => this.#hide(), SHOWN_MS);
  }

  #hide() {
    this.#region.classList.remove("news-shown");
  }
}
