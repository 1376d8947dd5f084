// @ts-check
/** The row of one purchase or refusal in the history. */

import { PictureView } from "../shelf-store/picture-view.js";
import { element } from "./element.js";
import { dateAndTime, number, setHue, setLabel } from "./format.js";

/** @typedef {import("../shelflife/transport/trade-transport.js").PastPurchase} PastPurchase */

/** How wide a row's picture is, as in inventory.css. */
const PICTURE_PX = 36;
/** @type {Record<string, string>} */
const OUTCOMES = {
  sold: "",
  refunded: "Refunded",
  revoked: "Taken back",
  sale_over: "Too late",
  withdrawn: "No longer for sale",
  price_changed: "Price had changed",
  owned_already: "Already yours",
  limit_reached: "Limit reached",
  sold_out: "Sold out",
  insufficient_funds: "Not enough in the wallet",
};

/**
 * @param {PastPurchase} purchase
 * @param {string} storeTitle
 * @param {string} server where the pictures are
 */
export function purchaseRow(purchase, storeTitle, server) {
  const { name, set, glyph, picture, number: copy, price, currency, at, outcome } = purchase;
  const sign = element("span", "card-glyph", glyph ?? name.slice(0, 1));
  const tile = element("span", "bought-tile", sign);
  new PictureView(sign, server, PICTURE_PX).show(picture);
  tile.setAttribute("aria-hidden", "true");
  const pill = copy ? [" ", element("span", "bought-number", `No. ${number(copy)}`)] : [];
  const title = element("p", "bought-name", name, ...pill);
  const from = element("p", "bought-caption", set ? setLabel(set) : "");
  const place = element("p", "bought-caption", `${storeTitle}, ${dateAndTime(at)}`);
  const paid = price === 0 ? ["Free"] : [number(price), " ", element("span", "bought-currency", currency)];
  const cost = element("p", "bought-price", ...paid);
  const end = element("p", "bought-caption", OUTCOMES[outcome] ?? outcome.replaceAll("_", " "));
  const about = element("div", "bought-about", title, from, place);
  const row = element("li", "bought-row", tile, about, element("div", "bought-end", cost, end));
  row.style.setProperty("--hue", String(setHue(set ?? "")));
  row.dataset.outcome = outcome;
  return row;
}
