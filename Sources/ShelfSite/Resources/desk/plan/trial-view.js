// @ts-check
/** What the server says of a change before it is made. */

import { element } from "../frame/element.js";
import { dayOf, timeOfDay } from "../frame/format.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Trial} Trial */

const PARTS = /** @type {Record<string, string>} */ ({ item: "Item", position: "Position", from: "When", at: "Times", days: "Days", until: "Last day", for: "How long", within: "Spread" });

export class TrialView {
  #plan;
  #index;
  #nameOf;
  #panel = element("div", { class: "trial", role: "status", "aria-label": "What the server says" });

  /**
   * @param {Plan} plan
   * @param {number} index where the appearance is in the plan, or will be
   * @param {(item: string) => string} nameOf
   */
  constructor(plan, index, nameOf) {
    this.#plan = plan;
    this.#index = index;
    this.#nameOf = nameOf;
  }

  get element() {
    return this.#panel;
  }

  clear() {
    this.#panel.replaceChildren();
  }

  /** @param {string} text why there is no answer */
  showFault(text) {
    this.#panel.replaceChildren(entry("is-error", "error", text));
  }

  /** @param {Trial} trial */
  show({ isPossible, problems, drawnUntilMs }) {
    const localMs = (drawnUntilMs ?? 0) + this.#plan.offsetMs;
    const begins = isPossible && drawnUntilMs !== undefined
      ? [element("p", { class: "quiet" }, `${problems.length ? "" : "No problems. "}The first listing that can differ starts at ${timeOfDay(localMs)} on ${dayOf(localMs)}.`)] : [];
    const list = problems.map(({ isWarning, text }) => entry(isWarning ? "is-warning" : "is-error", isWarning ? "warning" : "error", this.#words(text)));
    this.#panel.replaceChildren(...list, ...begins);
  }

  /**
   * The server’s words, with names in place of indices.
   * @param {string} text such as `plan[2].from: found …, expected …`
   */
  #words(text) {
    const [, index, part, rest] = /^(?:plan\[(\d+)\]|appearance)\.(\w+)[^:]*: (.*)$/s.exec(text) ?? [];
    if (!rest) return text;
    const isOther = index !== undefined && Number(index) !== this.#index;
    const subject = [isOther ? this.#name(index) : "", PARTS[part] ?? part].filter(Boolean).join(", ");
    return `${subject}: ${rest.replace(/plan\[(\d+)\]/g, (_, other) => Number(other) === this.#index ? "this one" : this.#name(other))}.`;
  }

  /** @param {string} index */
  #name(index) {
    const item = this.#plan.appearances[Number(index)]?.item;
    return item ? this.#nameOf(item) : `appearance ${Number(index) + 1}`;
  }
}

/**
 * @param {string} kind
 * @param {string} word
 * @param {string} text
 */
function entry(kind, word, text) {
  return element("p", { class: `trial-problem ${kind}` }, element("strong", {}, word), ` ${text}`);
}
