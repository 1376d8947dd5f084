// @ts-check
/**
 * Says when another content version is in force than the one that is shown. It asks when somebody uses the page, and
 * never by itself: each question is a use of the session, which would go on for ever without anybody there, and a line
 * in the audit log.
 */

import { button, element } from "../frame/element.js";
import { VERSIONS } from "../frame/versions.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */

const PAUSE_MS = 30_000;
/** So many that the one in force is among them, unless many are scheduled. */
const ASKED_FOR = 5;
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin", "visibilitychange"];

export class VersionNews {
  #place;
  #shown;
  #refresh;
  #panel = element("div", { class: "plan-news", role: "status" });
  /** When the server was asked last, for the plan or for this. */
  #lastMs = Date.now();
  #ends = new AbortController();

  /**
   * @param {Place} place
   * @param {() => number | undefined} shown the number of the version that is shown
   * @param {() => void} refresh shows the one in force. Nothing moves by itself under somebody who looks or plans.
   */
  constructor(place, shown, refresh) {
    this.#place = place;
    this.#shown = shown;
    this.#refresh = refresh;
    for (const sign of SIGNS) document.addEventListener(sign, () => this.#look(), { signal: this.#ends.signal, passive: true, capture: true });
  }

  get element() {
    return this.#panel;
  }

  /** What is shown has just been read. */
  clear() {
    this.#lastMs = Date.now();
    this.#panel.replaceChildren();
  }

  close() {
    this.#ends.abort();
  }

  async #look() {
    const shown = this.#shown();
    if (shown === undefined || document.hidden || Date.now() - this.#lastMs < PAUSE_MS) return;
    this.#lastMs = Date.now();
    try {
      /** @type {VersionsAnswer} */
      const { versions, inForce } = await this.#place.api.get(VERSIONS, { limit: ASKED_FOR });
      if (inForce !== undefined && inForce > (this.#shown() ?? inForce)) this.#tell(inForce, versions);
    } catch {
      // The frame says when the server can't be reached; the next sign asks again.
    }
  }

  /**
   * @param {number} inForce
   * @param {VersionsAnswer["versions"]} versions
   */
  #tell(inForce, versions) {
    const { author, reason } = versions.find(({ number }) => number === inForce) ?? {};
    const who = author ? `, published by ${author}${reason ? `: “${reason}”` : ""}` : "";
    this.#panel.replaceChildren(
      element("p", {}, `Version ${inForce} is in force by now${who}. What you see is of version ${this.#shown()}.`),
      button("Show the newest", this.#refresh));
  }
}
