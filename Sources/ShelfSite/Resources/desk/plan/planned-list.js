// @ts-check
/** Everything that is planned in a store, one line each, and what can be done with it. */

import { button, element } from "../frame/element.js";
import { dayOf, timeOfDay } from "../frame/format.js";
import { local } from "../frame/zone.js";
import { inWords, nextMs, spanMs } from "./plan.js";

/** @typedef {import("./future.js").Passed} Passed */
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
   * @param {{ passed: Passed[], nowMs: number, zone: import("../frame/zone.js").Zone }} known `passed` is in sight and over. What was planned
   * once has its line anyway
   */
  show(plan, { passed, nowMs, zone }) {
    const isOnce = (/** @type {Passed} */ { appearance, item }) => {
      const one = plan?.appearances[appearance];
      return one?.item === item && !one.at;
    };
    const gone = passed.filter((one) => !isOnce(one)).map((one) => ({ line: this.#passedLine(one, zone), atMs: one.startMs, isOver: true }));
    this.#lines = (plan?.appearances ?? []).map((appearance, index) => this.#line(appearance, index));
    const entries = this.#lines.map(({ appearance, line }) => {
      const atMs = plan ? nextMs(appearance, nowMs, plan.zone) : 0;
      const lengthMs = (spanMs(appearance.for) ?? 0) + (spanMs(appearance.within ?? "0s") ?? 0);
      return { line, atMs, isOver: atMs + lengthMs <= nowMs };
    });
    const sorted = [...entries, ...gone].sort((one, other) => Number(one.isOver) - Number(other.isOver) || one.atMs - other.atMs);
    this.#panel.hidden = !plan && gone.length === 0;
    const first = this.#acts() ? " “Plan an appearance…” puts an item where and when you want it; all else is drawn around it." : "";
    const none = element("li", { class: "quiet" }, `Nothing is planned in this store.${first}`);
    this.#list.replaceChildren(...(sorted.length || !plan ? sorted.map(({ line }) => line) : [none]));
  }

  /**
   * @param {Passed} passed
   * @param {import("../frame/zone.js").Zone} zone
   */
  #passedLine({ name, position, startMs, endMs }, zone) {
    const place = position === undefined ? "on any position" : `on position ${position}`;
    const when = `${dayOf(local(startMs, zone))}, ${timeOfDay(local(startMs, zone))} to ${timeOfDay(local(endMs, zone))}`;
    return element("li", {}, element("p", {}, element("strong", {}, name), ` ${place}, ${when} `, element("span", { class: "planned-state" }, "over")));
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
