// @ts-check
/** Everything that is planned in a store, one line each, and what can be done with it. */

import { button, element } from "../frame/element.js";
import { inWords, nextMs, spanMs } from "./plan.js";

/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {{ appearance: Appearance, index: number, state: HTMLElement, line: HTMLElement }} Line */

/**
 * @typedef {object} PlanActs
 * @property {(index: number) => void} change
 * @property {(index: number) => void} remove
 */

export class PlannedList {
  #acts;
  #nameOf;
  #list = element("ul", { class: "planned-list" });
  #heading = element("h2", { tabindex: -1 }, "Planned appearances");
  #panel = element("section", { class: "panel planned", "aria-label": "Planned appearances" }, this.#heading, this.#list);
  /**
   * The lines as they stand, each with the place that says what becomes of its appearance.
   * @type {Line[]}
   */
  #lines = [];

  /**
   * @param {() => PlanActs | undefined} acts `undefined` where nothing can be changed
   * @param {(item: string) => string} nameOf
   */
  constructor(acts, nameOf) {
    this.#acts = acts;
    this.#nameOf = nameOf;
    this.#panel.hidden = true;
  }

  get element() {
    return this.#panel;
  }

  /**
   * By date: what is over by now comes last.
   * @param {Plan | undefined} plan
   * @param {number} nowMs
   */
  show(plan, nowMs = 0) {
    this.#panel.hidden = !plan;
    const none = element("li", { class: "quiet" }, "Nothing is planned in this store.");
    this.#lines = (plan?.appearances ?? []).map((appearance, index) => this.#line(appearance, index));
    const whenMs = new Map(this.#lines.map((line) => [line, plan ? nextMs(line.appearance, nowMs, plan.offsetMs) : 0]));
    const at = (/** @type {Line} */ line) => whenMs.get(line) ?? 0;
    const lengthOf = (/** @type {Line} */ { appearance }) => (spanMs(appearance.for) ?? 0) + (spanMs(appearance.within ?? "0s") ?? 0);
    const isOver = (/** @type {Line} */ line) => at(line) + lengthOf(line) <= nowMs;
    this.#lines.sort((one, other) => Number(isOver(one)) - Number(isOver(other)) || at(one) - at(other));
    this.#list.replaceChildren(...(this.#lines.length || !plan ? this.#lines.map(({ line }) => line) : [none]));
  }

  /**
   * @param {Appearance} appearance
   * @param {number} index in the plan
   */
  #line(appearance, index) {
    const can = this.#acts();
    const state = element("span", { class: "planned-state" });
    const name = this.#nameOf(appearance.item);
    const act = (/** @type {string} */ title, /** @type {((index: number) => void)} */ does) =>
      button(title, () => does(index), { "aria-label": `${title} ${name}, ${inWords(appearance)}` });
    const acts = can ? [act("Change…", (one) => can.change(one)), act("Remove…", (one) => can.remove(one))] : [];
    const line = element("li", {}, element("p", {}, element("strong", {}, name), ` ${inWords(appearance)} `, state), element("div", { class: "acts" }, ...acts));
    return { appearance, index, state, line };
  }

  /** @param {(appearance: Appearance) => string} stateOf what becomes of an appearance; empty for nothing to say */
  showStates(stateOf) {
    for (const { appearance, state } of this.#lines) {
      const text = stateOf(appearance);
      state.textContent = text;
      state.hidden = !text;
    }
  }

  /** @param {number} index whose line gets the focus; the heading, where there is no such line */
  focus(index) {
    const found = this.#lines.find((line) => line.index === index)?.line.querySelector("button");
    (found ?? this.#heading).focus();
  }
}
