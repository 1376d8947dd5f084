// @ts-check
/** Says what the page waits for, once that takes longer than a second, and lets somebody stop it. */

import { button, element } from "./element.js";

const QUIET_MS = 1000;
const BUSY = " The server is busy with other long questions, so the desk asks again until it has room.";

/** @typedef {{ words: string, isLong: boolean, isBusy: boolean, stop: AbortController }} Wait */

export class Waits {
  /** @type {Set<Wait>} */
  #all = new Set();
  #text = element("p");
  #notice = element("div", { class: "waits", role: "status" }, this.#text, button("Stop", () => this.#stop()));

  /**
   * @template Value
   * @param {string} words what is waited for
   * @param {(signal: AbortSignal, busy: () => void) => Promise<Value>} work calls `busy` when the server has no room yet
   * @returns {Promise<Value>}
   */
  async during(words, work) {
    const wait = { words, isLong: false, isBusy: false, stop: new AbortController() };
    this.#all.add(wait);
    const timer = setTimeout(() => {
      wait.isLong = true;
      this.#show();
    }, QUIET_MS);
    try {
      return await work(wait.stop.signal, () => {
        wait.isBusy = true;
        this.#show();
      });
    } finally {
      clearTimeout(timer);
      this.#all.delete(wait);
      this.#show();
    }
  }

  get #long() {
    return [...this.#all].filter(({ isLong }) => isLong);
  }

  #show() {
    const long = this.#long;
    if (long.length === 0) return this.#notice.remove();
    const names = [...new Set(long.map(({ words }) => words))];
    this.#text.textContent = `Waiting for ${names.join(", ")}.${long.some(({ isBusy }) => isBusy) ? BUSY : ""}`;
    // Beside an open question nothing else can be pressed.
    const place = document.querySelector("dialog[open]") ?? document.body;
    if (this.#notice.parentElement !== place) place.append(this.#notice);
  }

  #stop() {
    for (const { stop } of this.#long) stop.abort();
  }
}
