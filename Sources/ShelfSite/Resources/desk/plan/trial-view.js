// @ts-check
/** What the server says of a change before it is made. */

import { element } from "../frame/element.js";
import { trialProblem } from "../frame/trial-problem.js";
import { storeMoment } from "../frame/zone.js";
import { problemWords } from "./problem-words.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Trial} Trial */

export class TrialView {
  #panel = element("div", { class: "trial", role: "status", "aria-label": "What the server says" });

  get element() {
    return this.#panel;
  }

  clear() {
    this.#panel.replaceChildren();
  }

  /** @param {string} text why there is no answer */
  showFault(text) {
    this.#panel.replaceChildren(trialProblem({ isWarning: false, text }));
  }

  /**
   * @param {Trial} trial
   * @param {{ plan: Plan, index: number, nameOf: (item: string) => string }} about the appearance that was tried
   */
  show({ isPossible, problems, drawnUntilMs, triedUntilMs }, about) {
    const at = (/** @type {number} */ ms) => storeMoment(ms, about.plan.zone);
    const tried = triedUntilMs === undefined ? "" : ` Starts up to ${at(triedUntilMs)}, were tried by drawing what the store will show. Whether later ones have room shows only nearer to them.`;
    const begins = isPossible && drawnUntilMs !== undefined
      ? [element("p", { class: "quiet" }, `${problems.length ? "" : "No problems. "}The shelf follows from ${at(drawnUntilMs)}.${tried}`)] : [];
    const list = problems.map(({ isWarning, text }) => trialProblem({ isWarning, text: problemWords(text, about) }));
    this.#panel.replaceChildren(...list, ...begins);
  }
}
