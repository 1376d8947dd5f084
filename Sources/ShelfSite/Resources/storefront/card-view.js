// @ts-check
/** The card of one position: the item on sale, a sealed one, or an empty place. */

import { PictureView } from "../shelf-store/picture-view.js";
import { timeLeft, write } from "../shelf-store/text.js";
import { BuyButton } from "./buy-button.js";
import { element, found, template } from "./element.js";
import { cost, number, setHue, setLabel } from "./format.js";
import { drain, fade, motionIsReduced } from "./motion.js";

/** A time with more letters than this has a line of its own, below the bar. */
const LONG = 6;

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/seal/card.js").Card} Card */

/** How wide a card's picture is at most, as in page.css; and in a shelf of small cards. */
const PICTURE_PX = { large: 144, small: 96 };
const SPOKEN = { empty: "nothing on the shelf", sealed: "sealed, not revealed yet" };

const newCard = template(`
  <li class="card" data-phase="empty">
    <article class="card-box sheet">
      <div class="card-sealed" aria-hidden="true"><span class="card-lock"></span>Sealed</div>
      <div class="card-face">
        <div class="card-stage" aria-hidden="true">
          <span class="card-glyph"></span>
          <span class="card-edition"></span>
          <span class="card-owned"></span>
        </div>
        <p class="card-set"></p>
        <h2 class="card-name"></h2>
        <button class="buy" type="button">
          <span class="card-price"><span class="card-amount"></span><span class="card-currency"></span></span>
          <span class="buy-say">
            <span class="buy-sign"></span>
            <span class="buy-word"></span>
            <span class="buy-brief"></span>
          </span>
        </button>
      </div>
      <div class="card-foot">
        <div class="card-bar"><span class="card-fill"></span></div>
        <span class="card-time" aria-hidden="true"><span class="card-countdown"></span></span>
      </div>
    </article>
  </li>`);

export class CardView {
  element = newCard();
  isDrawn = true;
  #article = found(".card-box", this.element);
  #face = found(".card-face", this.element);
  #glyph = found(".card-glyph", this.element);
  #picture;
  #edition = found(".card-edition", this.element);
  #owned = found(".card-owned", this.element);
  #set = found(".card-set", this.element);
  #name = found(".card-name", this.element);
  #fill = found(".card-fill", this.element);
  #time = found(".card-countdown", this.element);
  #buy;
  /** @type {ShelfPosition | null} */
  #seen = null;
  #shown = "";

  /**
   * @param {number} position
   * @param {(seen: ShelfPosition) => void} tapped
   * @param {string} server where the pictures are
   * @param {boolean} isSmall whether it is one of many
   */
  constructor(position, tapped, server, isSmall) {
    this.position = position;
    this.#buy = new BuyButton(found(".buy", this.element), () => this.#seen, tapped);
    this.#picture = new PictureView(this.#glyph, server, isSmall ? PICTURE_PX.small : PICTURE_PX.large);
    this.element.dataset.position = String(position);
    this.#article.setAttribute("aria-label", this.#spoken(null, "empty"));
  }

  /**
   * @param {ShelfPosition} shown
   * @param {boolean} afresh whether to draw also what hasn't changed, because animations may have stood still
   * @returns {boolean} whether another item is shown than before
   */
  update(shown, afresh) {
    this.#seen = shown;
    const { dataset } = this.element;
    const showing = `${shown.offer} ${shown.card?.item}`;
    const changed = showing !== this.#shown;
    if (changed) this.#fillIn(shown);
    if (changed || afresh) drain(this.#fill, shown);
    if (changed || afresh || dataset.phase !== shown.phase) fade(this.#face, shown);
    if (dataset.phase !== shown.phase) dataset.phase = shown.phase;
    mark(dataset, "withdrawn", shown.withdrawn ? "" : undefined);
    if (changed || afresh) this.tick(shown);
    this.#shown = showing;
    return changed;
  }

  /** @param {number} count how many of the item the player owns */
  own(count) {
    const text = count > 0 ? number(count) : "";
    if (this.#owned.dataset.count === text) return;
    this.#owned.dataset.count = text;
    this.#owned.replaceChildren(...(count > 0 ? [element("span", "card-owned-word", "You own "), text] : []));
  }

  /** Whether the card's button has the focus. */
  get focused() {
    return document.activeElement === this.#buy.element;
  }

  /** @param {import("./buy-state.js").BuyState} state */
  offer(state) {
    this.#buy.show(state);
  }

  /** @param {ShelfPosition} shown */
  tick(shown) {
    const text = shown.listing ? timeLeft(shown) : "";
    this.element.classList.toggle("long", text.length > LONG);
    // Its width doesn't follow from its text, so that a second that passes has nothing else laid out anew.
    if (text.length !== this.#time.textContent?.length) this.#time.style.setProperty("--length", String(text.length));
    write(this.#time, text);
    if (motionIsReduced()) drain(this.#fill, shown);
  }

  /** @param {ShelfPosition} shown */
  #fillIn({ listing, card, phase, startMs }) {
    const { dataset } = this.element;
    mark(dataset, "item", card?.item);
    mark(dataset, "start", listing ? String(startMs) : undefined);
    mark(dataset, "slot", listing ? String(listing.slot) : undefined);
    this.#glyph.textContent = card ? (card.glyph ?? card.name.slice(0, 1)) : "";
    this.#picture.show(card?.picture);
    this.#name.textContent = card?.name ?? (listing ? "Sealed" : "");
    this.#set.textContent = card ? setLabel(card.set) : "";
    this.#edition.replaceChildren(...(card?.edition ? [element("span", "card-edition-word", "Edition of "), number(card.edition)] : []));
    this.#article.setAttribute("aria-label", this.#spoken(card, phase));
    if (card) this.element.style.setProperty("--hue", String(setHue(card.set)));
  }

  /**
   * @param {Card | null} card
   * @param {ShelfPosition["phase"]} phase
   */
  #spoken(card, phase) {
    const place = `Position ${this.position + 1}`;
    if (!card) return `${place}: ${phase === "empty" ? SPOKEN.empty : SPOKEN.sealed}`;
    const edition = card.edition ? `, edition of ${number(card.edition)}` : "";
    return `${place}: ${card.name}, ${setLabel(card.set)}, ${cost(card.price, card.currency)}${edition}`;
  }
}

/**
 * @param {DOMStringMap} dataset
 * @param {string} name
 * @param {string | undefined} value
 */
function mark(dataset, name, value) {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
