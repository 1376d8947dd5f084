// @ts-check
/** An item's picture as admins see it, before a card shows it too. Asking for it needs the scope `content:read`. */

import { element } from "./element.js";

/** Of the widths that the server keeps, those that the desk's largest box needs. */
const WIDTHS = [96, 192, 288, 480];

/**
 * @param {string | undefined} master SHA-256 of the picture's master; `undefined` for an item without a picture
 * @param {number} size of the square box that it is shown in
 * @returns {HTMLImageElement[]} none for an item without a picture. What can't be loaded is hidden, and what stands
 *   beside it says which item it is.
 */
export function itemPicture(master, size) {
  if (!master) return [];
  const address = (/** @type {number} */ width) => `/v1/admin/pictures/${master}/${width}.webp`;
  const picture = element("img", {
    class: "item-picture", alt: "", width: size, height: size, loading: "lazy", decoding: "async", sizes: `${size}px`,
    srcset: WIDTHS.map((width) => `${address(width)} ${width}w`).join(", "),
  });
  picture.addEventListener("error", () => (picture.hidden = true));
  return [picture];
}
