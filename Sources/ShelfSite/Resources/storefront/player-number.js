// @ts-check
/** The player's number, which support asks for, with a button that copies it. */

import { found } from "./element.js";

/** @typedef {import("../shelflife/purchase/player.js").Player} Player */

/** The button tells for this long that it has copied. */
const SHOWN_MS = 3000;

export class PlayerNumber {
  #row = found(".player-number");
  #number = found(".player-number-digits");
  #button = found(".player-number-copy");
  #said = found(".player-number-said");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Player} player */
  constructor(player) {
    this.#button.addEventListener("click", () => this.#copy());
    player.addEventListener("wallet", () => this.#show(player.id));
    this.#show(player.id);
  }

  /** @param {string | null} id */
  #show(id) {
    this.#row.hidden = id === null;
    if (this.#number.textContent !== id) this.#number.textContent = id;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#number.textContent ?? "");
      this.#tell("Copied", "Player number copied");
    } catch {
      getSelection()?.selectAllChildren(this.#number);
      this.#tell("Selected", "This browser doesn't let the page copy. The number is selected: copy it with your keyboard or its menu.");
    }
  }

  /**
   * @param {string} word on the button
   * @param {string} text below it, and for screen readers
   */
  #tell(word, text) {
    clearTimeout(this.#timer);
    this.#button.textContent = word;
    this.#said.textContent = text;
    this.#timer = setTimeout(() => {
      this.#button.textContent = "Copy";
      this.#said.textContent = "";
    }, SHOWN_MS);
  }
}
