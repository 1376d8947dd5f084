// @ts-check
/** The list of levels, which keeps the focus when it changes. */

import { element } from "./element.js";

/** @typedef {import("../shelf-levels.js").Level} Level */

export class LevelList {
  #holder;
  #choose;

  /**
   * @param {HTMLElement} holder
   * @param {(id: string) => void} choose
   */
  constructor(holder, choose) {
    this.#holder = holder;
    this.#choose = choose;
  }

  /**
   * @param {readonly Level[]} levels
   * @param {string | null} chosen the id of the level in play
   * @param {Set<string>} solved the ids of those that were solved
   */
  show(levels, chosen, solved) {
    const focused = this.#buttons().find((button) => button === document.activeElement)?.dataset.level;
    this.#holder.replaceChildren(...levels.map((level, index) => this.#entry(level, index + 1, level.id === chosen, solved.has(level.id))));
    this.#buttons().find((button) => button.dataset.level === focused)?.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement[]} */
  #buttons() {
    return Array.from(this.#holder.querySelectorAll("button"));
  }

  /**
   * @param {Level} level
   * @param {number} place
   * @param {boolean} isChosen
   * @param {boolean} isSolved
   */
  #entry({ id, title, author, tags }, place, isChosen, isSolved) {
    const words = element("span", "entry-words", element("span", "entry-title", title));
    if (author !== null) words.append(" ", element("span", "entry-by", `by ${author}`));
    const button = element("button", "entry", element("span", "entry-place", String(place)), " ", words);
    for (const tag of tags) button.append(" ", element("span", "tag", tag));
    if (isSolved) button.append(" ", element("span", "entry-solved", "solved"));
    button.setAttribute("type", "button");
    button.dataset.level = id;
    if (isChosen) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => this.#choose(id));
    return element("li", "", button);
  }
}
