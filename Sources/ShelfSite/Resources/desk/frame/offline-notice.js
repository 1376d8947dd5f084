// @ts-check

import { found } from "./element.js";

/** Says that the server can't be reached, until it can. */
export class OfflineNotice {
  #notice = found(".offline");

  /** @param {() => void} retry */
  constructor(retry) {
    found(".offline-retry").addEventListener("click", retry);
    globalThis.addEventListener("online", () => this.#notice.hidden || retry());
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.#notice.hidden = !isShown;
  }
}
