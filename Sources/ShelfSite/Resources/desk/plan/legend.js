// @ts-check
/** What the colours and marks of the time line mean. */

import { element } from "../frame/element.js";
import { hueOf, setLabel } from "../frame/format.js";

/** @typedef {import("./future.js").Listing} Listing */

/** How many sets are named, those with the most listings first. */
const SETS = 24;
const BY_POSITION = "Drag over the time line to plan something, or drag what is planned elsewhere. Keys: Shift and an arrow pick up what is planned, Enter goes on, Escape puts it back.";
const BY_ITEM = "To drag something, show an hour or less: then each row is a position.";

export class Legend {
  #sets = element("ul", { class: "plan-legend plan-sets", "aria-label": "Colours of the sets" });
  #planning = element("li", { class: "quiet" });
  #passed = entry("planned, over", "is-planned is-passed");
  #element;

  constructor() {
    const marks = element("ul", { class: "plan-legend", "aria-label": "Legend" },
      entry("decided"), entry("can still change", "is-open"), entry("planned", "is-planned"), entry("withdrawn from sale", "is-withdrawn"), this.#passed,
      element("li", { class: "quiet" }, "Choose a listing to see more of it. Keys: arrows, Page Up, Page Down, + and −."),
      this.#planning);
    this.#element = element("div", { class: "plan-legends" }, this.#sets, marks);
  }

  get element() {
    return this.#element;
  }

  /**
   * @param {Listing[]} listings those that are in sight
   * @param {{ zoom: string, isByItem: boolean, mayPlan: boolean, hasPassed: boolean }} view the zoom's id, whether each row
   * is an item, whether somebody may plan, and whether there is something that only the plan tells
   */
  show(listings, { zoom, isByItem, mayPlan, hasPassed }) {
    this.#passed.hidden = !hasPassed;
    this.#planning.hidden = !mayPlan;
    this.#planning.textContent = isByItem ? BY_ITEM : BY_POSITION;
    const count = Map.groupBy(listings, ({ set }) => set);
    const sets = [...count.keys()].sort((one, other) => (count.get(other)?.length ?? 0) - (count.get(one)?.length ?? 0) || one.localeCompare(other));
    const more = sets.length > SETS ? [element("li", { class: "quiet" }, `and ${sets.length - SETS} more sets`)] : [];
    this.#sets.dataset.zoom = zoom;
    this.#sets.replaceChildren(...sets.slice(0, SETS).sort().map((set) => entry(setLabel(set), "", hueOf(set))), ...more);
  }
}

/**
 * @param {string} text
 * @param {string} kind
 * @param {number} [hue]
 */
function entry(text, kind = "", hue) {
  const sample = element("span", { class: `sample ${kind}`, "aria-hidden": "true" });
  if (hue !== undefined) sample.style.setProperty("--hue", String(hue));
  return element("li", {}, sample, text);
}
