// @ts-check
/**
 * The place of a card that is far out of sight: as large as a card, and with the item's name, so that it is read out in
 * its order and found in the page.
 */

import { write } from "../shelf-store/text.js";
import { element } from "./element.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */

/** Stands in for a `CardView`. */
export class UndrawnCard {
  element = element("li", "card card-undrawn");
  isDrawn = false;
  focused = false;
  #shown = "";

  /** @param {number} position */
  constructor(position) {
    this.element.dataset.position = String(position);
  }

  /**
   * @param {ShelfPosition} shown
   * @returns {boolean} whether another item is there than before
   */
  update({ offer, card }) {
    const showing = `${offer} ${card?.item}`;
    if (showing === this.#shown) return false;
    this.#shown = showing;
    write(this.element, card?.name ?? (offer ? "Sealed" : ""));
    return true;
  }

  own() {}

  offer() {}

  tick() {}
}
