// @ts-check
/** The button on a card. It keeps its place and its size, and the focus, whatever it says. */

import { element } from "./element.js";
import { number } from "./format.js";

/** @typedef {import("./buy-state.js").BuyState} BuyState */

export class BuyButton {
  #amount = element("span", "card-amount");
  #word = element("span", "buy-word");
  #brief = element("span", "buy-brief");
  #said = "";

  /**
   * @param {string} currency
   * @param {() => void} tapped
   */
  constructor(currency, tapped) {
    const price = element("span", "card-price", this.#amount, element("span", "card-currency", currency));
    const sign = element("span", "buy-sign");
    this.element = element("button", "buy", price, element("span", "buy-say", sign, this.#word, this.#brief));
    this.element.setAttribute("type", "button");
    this.element.addEventListener("click", tapped);
  }

  /** @param {BuyState} state */
  show({ kind, price, word, brief, spoken, inert }) {
    const said = `${kind} ${price} ${word} ${spoken}`;
    if (said === this.#said) return;
    this.#said = said;
    this.element.dataset.buy = kind;
    this.element.setAttribute("aria-label", spoken);
    // Not `disabled`, which would take the focus away from somebody who has just pressed it.
    this.element.setAttribute("aria-disabled", String(inert));
    this.#amount.textContent = number(price);
    this.#word.textContent = word;
    this.#brief.textContent = brief;
  }
}
