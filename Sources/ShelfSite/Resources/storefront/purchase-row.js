// @ts-check
/** One purchase as it is remembered. */

import { element } from "./element.js";
import { dateAndTime, number } from "./format.js";

/** @typedef {import("../shelflife/trade-transport.js").PastPurchase} PastPurchase */

/** @type {Record<string, string>} */
const OUTCOMES = {
  sold: "",
  refunded: "Refunded",
  revoked: "Taken back",
  sale_over: "Too late",
  price_changed: "Price had changed",
  owned_already: "Already yours",
  limit_reached: "Limit reached",
  sold_out: "Sold out",
  insufficient_funds: "Not enough in the wallet",
};

/**
 * @param {PastPurchase} purchase
 * @param {string} storeTitle
 */
export function purchaseRow({ name, number: copy, price, currency, at, outcome }, storeTitle) {
  const title = element("p", "bought-name", name, ...(copy ? [" ", element("span", "bought-number", `No. ${number(copy)}`)] : []));
  const place = element("p", "bought-note", `${storeTitle}, ${dateAndTime(at)}`);
  const cost = element("p", "bought-price", `${number(price)} ${currency}`);
  const end = element("p", "bought-note", OUTCOMES[outcome] ?? outcome.replaceAll("_", " "));
  const row = element("li", "bought-row", element("div", "", title, place), element("div", "bought-end", cost, end));
  row.dataset.outcome = outcome;
  return row;
}
