// @ts-check
/** The buy button of a card. It keeps its place, its size and the focus when its words change. */

import { found } from "./element.js";
import { number } from "./format.js";

/** @typedef {import("./buy-state.js").BuyState} BuyState */
/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */

export class BuyButton {
  #amount;
  #currency;
  #word;
  #brief;
  #said = "";

  /** @type {{ byPointer: boolean, seen: ShelfPosition | null } | null} the tap that has begun, and what the card showed then */
  #begun = null;
  #look;
  #tapped;

  /**
   * @param {HTMLElement} button of the card's template
   * @param {() => ShelfPosition | null} look gives what the card shows now
   * @param {(seen: ShelfPosition) => void} tapped called with what the card showed when the tap began
   */
  constructor(button, look, tapped) {
    this.element = button;
    this.#look = look;
    this.#tapped = tapped;
    this.#amount = found(".card-amount", button);
    this.#currency = found(".card-currency", button);
    this.#word = found(".buy-word", button);
    this.#brief = found(".buy-brief", button);
    this.element.addEventListener("pointerdown", () => this.#begin(true));
    this.element.addEventListener("keydown", (event) => this.#keyDown(event));
    this.element.addEventListener("blur", () => (this.#begun = null));
    this.element.addEventListener("click", (event) => this.#click(event));
  }

  /** @param {boolean} byPointer */
  #begin(byPointer) {
    this.#begun = { byPointer, seen: this.#look() };
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    // A key that is held down over a change would otherwise buy what comes next.
    if (event.repeat) event.preventDefault();
    else this.#begin(false);
  }

  /** @param {MouseEvent} event without a `detail` if it comes from a key or a screen reader */
  #click({ detail }) {
    const byPointer = detail > 0;
    if (this.#begun?.byPointer !== byPointer) this.#begin(byPointer);
    const seen = this.#begun?.seen;
    this.#begun = null;
    if (seen) this.#tapped(seen);
  }

  /** @param {BuyState} state */
  show({ kind, price, currency, word, brief, spoken, reason, inert }) {
    const said = `${kind} ${price} ${currency} ${word} ${spoken} ${reason}`;
    if (said === this.#said) return;
    this.#said = said;
    this.element.dataset.buy = kind;
    this.element.setAttribute("aria-label", spoken);
    this.element.title = reason;
    // `disabled` would take the focus away from a player who has just pressed it.
    this.element.setAttribute("aria-disabled", String(inert));
    const amount = price === null ? "" : price === 0 ? "Free" : number(price);
    this.#amount.textContent = amount;
    this.#currency.textContent = currency;
    this.#currency.hidden = !price;
    // A long price gets a smaller font rather than being cut off.
    this.element.style.setProperty("--digits", String(amount.length || 1));
    this.#word.textContent = word;
    this.#brief.textContent = brief;
  }
}
