// @ts-check
/** The picture of an item in a box whose size never changes, or the item's glyph where there is no picture. */

import { pictureAddress, pictureSources, PICTURE_WIDTHS, readPicture } from "../shelflife/pictures/picture.js";
import { thumbHashPixels, widthShare } from "../shelflife/pictures/thumb-hash.js";

/** @typedef {{ box: HTMLElement, image: HTMLImageElement }} Drawn */

/** Is cloned for each picture. Calls make it, since the page around may forbid HTML from strings (Trusted Types). */
const template = document.createElement("template");
template.content.append(original());

const reducedData = matchMedia("(prefers-reduced-data: reduce)");

/**
 * Shows the ThumbHash at once. The picture takes its place when it has been loaded and decoded, and the glyph when it
 * can't be. The style sheet lets the one fade into the other, by the box's `data-state`.
 *
 * For people who hear the page it is decoration: everywhere the item's name stands beside it.
 */
export class PictureView {
  #glyph;
  #server;
  #widthPx;
  /** @type {string | undefined} */
  #text;
  /** @type {Drawn | null} */
  #drawn = null;

  /**
   * @param {HTMLElement} glyph the element that the picture stands in for. Its text is the caller's.
   * @param {string} server where the pictures are
   * @param {number} widthPx how wide the box is at most, in CSS pixels
   */
  constructor(glyph, server, widthPx) {
    this.#glyph = glyph;
    this.#server = server;
    this.#widthPx = widthPx;
  }

  /**
   * A picture that didn't come isn't asked for again until another has been shown here.
   * @param {string | undefined} text the item's `picture`
   */
  show(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#drawn?.box.remove();
    const picture = readPicture(text);
    this.#drawn = picture && this.#draw(picture);
    // Beside the glyph, which is hidden, so that a failure needs no new text.
    if (this.#drawn) this.#glyph.before(this.#drawn.box);
    this.#glyph.hidden = this.#drawn !== null;
  }

  /**
   * @param {import("../shelflife/pictures/picture.js").Picture} picture
   * @returns {Drawn}
   */
  #draw({ name, thumbHash }) {
    const box = document.importNode(/** @type {HTMLElement} */ (template.content.firstElementChild), true);
    const canvas = /** @type {HTMLCanvasElement} */ (box.firstElementChild);
    const image = /** @type {HTMLImageElement} */ (box.lastElementChild);
    const drawn = { box, image };
    paint(canvas, thumbHash);
    image.addEventListener("load", () => this.#loaded(drawn));
    image.addEventListener("error", () => this.#failed(drawn));
    const share = widthShare(thumbHash);
    // With its own proportions, a high picture is asked for no wider than it is shown.
    image.style.width = `${100 * share}%`;
    // Not `auto`: Chromium 156 lays a picture that failed out anew, asks for another width, and tells of no error.
    image.sizes = `${Math.ceil(this.#widthPx * share)}px`;
    if (!savesData()) image.srcset = pictureSources(this.#server, name);
    image.src = pictureAddress(this.#server, name, PICTURE_WIDTHS[0]);
    return drawn;
  }

  /** @param {Drawn} drawn */
  #loaded(drawn) {
    const { box, image } = drawn;
    const { currentSrc } = image;
    const isCurrent = () => image.currentSrc === currentSrc;
    // On a sharper screen a wider file is loaded, and the decoding of the narrower one ends with an error.
    image.decode().then(() => void (box.dataset.state = "shown"), () => isCurrent() && this.#failed(drawn));
  }

  /** @param {Drawn} drawn */
  #failed(drawn) {
    drawn.box.remove();
    if (drawn !== this.#drawn) return;
    this.#drawn = null;
    this.#glyph.hidden = false;
  }
}

/** Whether the person or the device asks for few bytes. Chrome has only its own way of saying so. */
function savesData() {
  return reducedData.matches || /** @type {any} */ (navigator).connection?.saveData === true;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} thumbHash
 */
function paint(canvas, thumbHash) {
  const { width, height, pixels } = thumbHashPixels(thumbHash);
  Object.assign(canvas, { width, height });
  // Few pixels that are drawn once: in memory they need no round trip to the graphics processor.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** A picture never delays a card or a key, so it is loaded after everything else, and only where it can be seen. */
function original() {
  const box = document.createElement("span");
  const image = document.createElement("img");
  box.className = "picture";
  box.setAttribute("part", "picture");
  box.setAttribute("aria-hidden", "true");
  const named = { alt: "", loading: "lazy", decoding: "async", fetchpriority: "low", referrerpolicy: "no-referrer" };
  for (const [name, value] of Object.entries(named)) image.setAttribute(name, value);
  box.append(document.createElement("canvas"), image);
  return box;
}
