// @ts-check
/**
 * One line that tells what has just happened in a room, and is read out. It goes by itself; one that tells of a fault
 * stays until the next thing is done in the room, or somebody closes it.
 */

import { button, element } from "./element.js";

const SHOWN_MS = 6000;

export class Messages {
  #line = element("div", { class: "message", role: "status" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place where the line stands, and goes with */
  constructor(place) {
    place.append(this.#line);
  }

  /** @param {string} text */
  tell(text) {
    this.#show(text);
    this.#timer = setTimeout(() => this.clear(), SHOWN_MS);
  }

  /** @param {string} text */
  fault(text) {
    this.#show(element("p", {}, text), button("Close", () => this.clear()));
    this.#line.classList.add("is-fault");
  }

  clear() {
    this.#show();
  }

  /** What went wrong was about something that is done again, or no longer. */
  endFault() {
    if (this.#line.classList.contains("is-fault")) this.clear();
  }

  /** @param {...(Node | string)} parts */
  #show(...parts) {
    clearTimeout(this.#timer);
    this.#line.classList.remove("is-fault");
    this.#line.replaceChildren(...parts);
  }
}
