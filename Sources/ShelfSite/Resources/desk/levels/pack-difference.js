// @ts-check
/** The difference of a release to the one before it, or to what a channel points at. */

import { element, field } from "../frame/element.js";
import { packChanges } from "../frame/pack-changes.js";
import { differenceOf, releaseBefore } from "./packs.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./packs.js").Pack} Pack */
/** @typedef {import("./packs.js").PackDifference} PackDifference */

const SAME = "They have the same levels.";
const ALONE = "It is the only release, so there is nothing to compare it with.";

/**
 * @param {PackDifference} difference
 * @returns {HTMLElement[]} what differs, or that nothing does
 */
export function differenceLines(difference) {
  const lines = packChanges(`What changes from release ${difference.from} to release ${difference.to}`, difference);
  return lines.length ? lines : [element("p", {}, SAME)];
}

/** A release, beside one that the person chooses. */
export class PackDifferenceView {
  #api;
  #pack;
  #to;
  #from = element("select", { id: "difference-from" });
  #lines = element("div", { class: "difference-lines", "aria-live": "polite" });
  /** Counts the questions, so that a late answer to an old one isn’t shown. */
  #asked = 0;

  /**
   * @param {DeskAPI} api
   * @param {Pack} pack
   * @param {number} release
   * @param {(work: () => Promise<void>) => void} trying tells what goes wrong
   */
  constructor(api, pack, release, trying) {
    this.#api = api;
    this.#pack = pack;
    this.#to = release;
    this.#from.append(...this.#options());
    this.#from.addEventListener("change", () => trying(() => this.show()));
    const choice = this.#from.options.length ? [field("Compare with", this.#from)] : [];
    this.element = element("section", { class: "panel levels-part", "aria-label": "Difference of releases" },
      element("h2", { tabindex: -1 }, `What is new in release ${release}`), ...choice, this.#lines);
  }

  async show() {
    if (this.#from.options.length === 0) {
      return this.#lines.replaceChildren(element("p", {}, ALONE));
    }
    const asked = (this.#asked += 1);
    const difference = await differenceOf(this.#api, this.#pack.pack, Number(this.#from.value), this.#to);
    if (asked === this.#asked) this.#lines.replaceChildren(...differenceLines(difference));
  }

  /** The release before, and those that channels point at. */
  #options() {
    const { releases, channels } = this.#pack;
    const before = releaseBefore(releases, this.#to);
    /** @type {Map<number, string[]>} */
    const choices = new Map(before === undefined ? [] : [[before, ["the one before"]]]);
    for (const { channel, release, others } of channels) {
      for (const [number, name] of /** @type {const} */ ([[release, channel], [others, `the others of ${channel}`]])) {
        if (number !== undefined && number !== this.#to) choices.set(number, [...(choices.get(number) ?? []), name]);
      }
    }
    return [...choices].map(([number, names]) =>
      element("option", { value: number }, `release ${number} (${names.join(", ")})`));
  }
}
