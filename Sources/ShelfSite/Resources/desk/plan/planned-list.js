// @ts-check
/** Everything that is planned in a store, one line each, and what can be done with it. */

import { button, element } from "../frame/element.js";
import { inWords } from "./plan.js";

/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */

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
   * Where each line says what becomes of its appearance.
   * @type {{ appearance: Appearance, state: HTMLElement }[]}
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

  /** @param {Plan | undefined} plan */
  show(plan) {
    this.#panel.hidden = !plan;
    const none = element("li", { class: "quiet" }, "Nothing is planned in this store.");
    this.#lines = (plan?.appearances ?? []).map((appearance) => ({ appearance, state: element("span", { class: "planned-state" }) }));
    const can = this.#acts();
    const lines = this.#lines.map(({ appearance, state }, index) => {
      const name = this.#nameOf(appearance.item);
      const act = (/** @type {string} */ title, /** @type {((index: number) => void)} */ does) =>
        button(title, () => does(index), { "aria-label": `${title} ${name}, ${inWords(appearance)}` });
      const acts = can ? [act("Change…", (one) => can.change(one)), act("Remove…", (one) => can.remove(one))] : [];
      return element("li", {}, element("p", {}, element("strong", {}, name), ` ${inWords(appearance)} `, state), element("div", { class: "acts" }, ...acts));
    });
    this.#list.replaceChildren(...(lines.length || !plan ? lines : [none]));
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
    const line = this.#list.children[index]?.querySelector("button");
    (line ?? this.#heading).focus();
  }
}
