// @ts-check
/** The tile of an item that the player owns: how many, and the numbers of a limited edition. */

import { PictureView } from "../shelf-store/picture-view.js";
import { element } from "./element.js";
import { number, setHue, setLabel } from "./format.js";

/** @typedef {import("../shelflife/transport/trade-transport.js").OwnedItem} OwnedItem */

/** A collector's hundred numbers would fill the screen. */
const NUMBERS_SHOWN = 4;
/** How wide a tile's picture is at most, as in page.css. */
const PICTURE_PX = 96;

/**
 * @param {OwnedItem} item
 * @param {string} server where the pictures are
 */
export function ownedTile(item, server) {
  const glyph = element("span", "card-glyph", item.glyph ?? item.name.slice(0, 1));
  const count = element("span", "owned-count", item.count > 1 ? `×${number(item.count)}` : "");
  const stage = element("div", "card-stage", glyph, count);
  new PictureView(glyph, server, PICTURE_PX).show(item.picture);
  stage.setAttribute("aria-hidden", "true");
  const name = element("p", "owned-name", item.name);
  const tile = element("li", "owned-tile", stage, name, element("p", "owned-caption", captionOf(item)));
  tile.setAttribute("aria-label", [item.name, `${number(item.count)} owned`, captionOf(item)].join(", "));
  tile.style.setProperty("--hue", String(setHue(item.set)));
  return tile;
}

/** @param {OwnedItem} item */
function captionOf({ numbers, edition, set }) {
  if (numbers.length === 0) return setLabel(set);
  const shown = numbers.slice(0, NUMBERS_SHOWN).map(number).join(", ");
  const more = numbers.length > NUMBERS_SHOWN ? ` and ${number(numbers.length - NUMBERS_SHOWN)} more` : "";
  return `No. ${shown}${more}${edition ? ` of ${number(edition)}` : ""}`;
}
