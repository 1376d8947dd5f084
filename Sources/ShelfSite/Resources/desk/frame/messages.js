// @ts-check
/** One line that tells what has just happened, and is read out. It goes by itself, unless it tells of a fault. */

import { found } from "./element.js";

const SHOWN_MS = 6000;

export class Messages {
  #line = found(".message");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    this.#line.addEventListener("click", () => this.#show("", false));
  }

  /** @param {string} text */
  tell(text) {
    this.#show(text, false);
    this.#timer = setTimeout(() => this.#show("", false), SHOWN_MS);
  }

  /** @param {string} text */
  fault(text) {
    this.#show(text, true);
  }

  /**
   * @param {string} text
   * @param {boolean} isFault
   */
  #show(text, isFault) {
    clearTimeout(this.#timer);
    this.#line.textContent = text;
    this.#line.classList.toggle("is-fault", isFault);
  }
}
