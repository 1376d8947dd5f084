// @ts-check
/** One position of the shelf: the card, the time it has left, and the button that buys it. */

import { PictureView } from "./picture-view.js";
import { timeLeft, write } from "./text.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").SoldPurchase} SoldPurchase */

const numbers = new Intl.NumberFormat();
/** What is said while the store is paused. */
export const PAUSED = "This store is paused: nothing is sold for the moment. The shelf goes on, and so will the sale.";
/** How wide a picture is, in CSS pixels, unless the page says otherwise (`--shelf-picture`). */
const PICTURE_PX = 96;

/** Is cloned for each position. Calls make it, since the page around may forbid HTML from strings (Trusted Types). */
const template = document.createElement("template");
template.content.append(original());

export class PositionView {
  element = document.importNode(/** @type {HTMLElement} */ (template.content.firstElementChild), true);
  isDrawn = true;
  #glyph = this.#part("glyph");
  #picture;
  #name = this.#part("name");
  #set = this.#part("set");
  #timer = this.#part("timer");
  #button = /** @type {HTMLButtonElement} */ (this.#part("buy"));
  /** @type {ShelfPosition | null} */
  #shown = null;
  #isBuying = false;
  #isPaused = false;
  /** @type {SoldPurchase | null} */
  #sold = null;
  /**
   * What was shown when the tap began, so that nobody buys what has just taken its place.
   * @type {string | undefined}
   */
  #pressed;

  /**
   * @param {string} server where the pictures are
   * @param {(position: ShelfPosition) => void} buy
   */
  constructor(server, buy) {
    this.#picture = new PictureView(this.#glyph, server, PICTURE_PX);
    this.#button.addEventListener("pointerdown", () => this.#press());
    this.#button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      // A key that is held down would otherwise buy again and again.
      if (event.repeat) event.preventDefault();
      else this.#press();
    });
    this.#button.addEventListener("click", () => {
      const [shown, pressed] = [this.#shown, this.#pressed];
      this.#pressed = undefined;
      if (shown && (pressed === undefined || pressed === shown.offer)) buy(shown);
    });
  }

  /** Whether its button has the focus. */
  get focused() {
    return this.#button.matches(":focus");
  }

  #press() {
    this.#pressed = this.#shown?.offer ?? undefined;
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`.${name}`));
  }

  /**
   * @param {ShelfPosition} position
   * @param {boolean} isBuying whether what is shown is being bought, delayed or not
   * @param {PurchaseState | null} delay its purchase, if that is delayed
   * @param {SoldPurchase | null} sold its purchase, if it was sold a moment ago
   * @param {boolean} isPaused whether the store sells nothing for a while
   */
  show(position, isBuying, delay, sold, isPaused) {
    const { phase, card, tapGuarded } = position;
    const closed = unsold(position);
    this.#shown = position;
    this.element.dataset.phase = phase;
    this.element.setAttribute("part", `position ${phase}`);
    this.element.setAttribute("aria-hidden", String(phase === "empty"));
    write(this.#glyph, card?.glyph ?? "");
    this.#picture.show(card?.picture);
    write(this.#name, card?.name ?? (phase === "sealed" ? "Sealed" : ""));
    write(this.#set, card?.set.replaceAll("-", " ") ?? "");
    this.#isBuying = isBuying;
    this.#sold = isBuying ? null : sold;
    this.#isPaused = isPaused && card !== null && !closed && !isBuying && !this.#sold;
    const deed = this.#sold ? "Yours:" : closed ? `${closed.short}:` : isBuying ? "Buying" : this.#isPaused ? "Paused:" : "Buy";
    this.#button.setAttribute("aria-label", card ? `${deed} ${card.name}, ${cost(card)}` : "Not yet for sale");
    this.#button.title = delay?.error?.message ?? (this.#isPaused ? PAUSED : "");
    this.#button.classList.toggle("paused", this.#isPaused);
    this.#button.hidden = phase === "empty";
    this.#button.disabled = !card || closed !== null;
    // A disabled button would lose the focus at each change, each purchase and each pause.
    this.#button.setAttribute("aria-disabled", String(tapGuarded || isBuying || this.#sold !== null || this.#isPaused));
    this.#button.setAttribute("aria-busy", String(isBuying));
    this.tick(position, delay);
  }

  /**
   * @param {ShelfPosition} position
   * @param {PurchaseState | null} delay
   */
  tick(position, delay) {
    const { phase, card } = position;
    write(this.#button, card ? (this.#isPaused ? "Paused" : label(card, unsold(position)?.text, this.#isBuying, delay, this.#sold)) : "…");
    write(this.#timer, phase === "empty" ? "" : timeLeft(position));
  }
}

/**
 * Stands in for a `PositionView` that is far out of sight: as large, and with the item's name, so that it is read out in
 * its order and found in the page.
 */
export class UndrawnPosition {
  element = part("li", "position", "undrawn");
  isDrawn = false;
  focused = false;

  /** @param {ShelfPosition} position */
  show({ phase, card }) {
    this.element.setAttribute("aria-hidden", String(phase === "empty"));
    write(this.element, card?.name ?? (phase === "sealed" ? "Sealed" : ""));
  }
}

function original() {
  const position = part("li", "position");
  const stage = part("span", "stage");
  const [glyph, name, set, timer] = ["glyph", "name", "set", "timer"].map((name) => part("span", name));
  const button = part("button", "buy");
  for (const drawn of [glyph, timer]) drawn.setAttribute("aria-hidden", "true");
  button.setAttribute("type", "button");
  stage.append(glyph);
  position.append(stage, name, set, timer, button);
  return position;
}

/** @typedef {import("../shelflife/seal/card.js").Card} Card */

/**
 * @param {Card} card
 * @param {string | undefined} closed what to say of what isn't sold any more
 * @param {boolean} isBuying
 * @param {PurchaseState | null} delay
 * @param {SoldPurchase | null} sold
 */
function label(card, closed, isBuying, delay, sold) {
  if (sold) return sold.receipt.number === null ? "Yours" : `Yours, number ${numbers.format(sold.receipt.number)}`;
  if (closed) return closed;
  if (delay) return tryingAgain(delay);
  return isBuying ? "Buying…" : cost(card);
}

/**
 * @param {ShelfPosition} position
 * @returns {{ short: string, text: string } | null} why what it shows isn't sold any more
 */
function unsold({ withdrawn, soldOut }) {
  if (withdrawn) return { short: "Not for sale", text: "No longer for sale" };
  return soldOut ? { short: "Sold out", text: "Sold out" } : null;
}

/** @param {PurchaseState} delay */
function tryingAgain({ retryAtMs }) {
  const seconds = Math.ceil(((retryAtMs ?? 0) - Date.now()) / 1000);
  return seconds > 0 ? `Trying again in ${seconds} s` : "Trying again…";
}

/** @param {Card} card */
function cost({ price, currency }) {
  return price === 0 ? "Free" : `${numbers.format(price)} ${currency}`;
}

/**
 * @param {string} tag
 * @param {string[]} names of the part, which are those of its class too
 */
export function part(tag, ...names) {
  const made = document.createElement(tag);
  made.className = names.join(" ");
  made.setAttribute("part", made.className);
  return made;
}
