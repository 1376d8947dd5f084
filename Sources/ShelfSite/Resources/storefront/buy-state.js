// @ts-check
/** What a card's buy button says. A value of what is on the shelf, what became of the last tap, and the wallet. */

import { number } from "./format.js";

/** @typedef {import("../shelflife/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/purchases.js").PurchaseState} PurchaseState */
/** @typedef {"none" | "ready" | "buying" | "delayed" | "bought" | "short" | "soldOut" | "late" | "owned" | "limit" | "failed"} BuyKind */
/**
 * @typedef {object} BuyState
 * @property {BuyKind} kind
 * @property {number} price
 * @property {string} word what stands on the button, beside the price or in its place
 * @property {string} brief the same, where there is little room
 * @property {string} spoken the whole of it, for people who listen
 * @property {boolean} inert whether a tap buys nothing
 */
/** @typedef {{ currency: string, balance: number | null, trading: boolean }} Purse */

/** @type {BuyState} */
const NONE = { kind: "none", price: 0, word: "", brief: "", spoken: "", inert: true };

/** @type {Record<string, [BuyKind, string]>} by the code of what went wrong */
const REFUSALS = {
  sold_out: ["soldOut", "Sold out"],
  sale_over: ["late", "Too late"],
  not_found: ["late", "Too late"],
  owned_already: ["owned", "Already yours"],
  limit_reached: ["limit", "Limit reached"],
  insufficient_funds: ["short", "Not enough"],
};

/**
 * @param {ShelfPosition} shown
 * @param {PurchaseState | null} purchase the last one of this listing, as long as it is news
 * @param {Purse} purse
 * @returns {BuyState}
 */
export function buyState({ card, listing }, purchase, purse) {
  if (!card || !listing) return NONE;
  const state = purchase ? after(purchase) : before(card.price, purse);
  const cost = `${number(card.price)} ${purse.currency}`;
  return { ...state, price: card.price, spoken: spoken(state, card.name, cost) };
}

/** @param {PurchaseState} purchase */
function after({ stage, receipt, error }) {
  if (stage === "buying") return said("buying", "Buying…", true);
  if (stage === "delayed") return said("delayed", "Trying again…", false);
  if (stage === "sold") return sold(receipt?.number ?? null);
  const refusal = REFUSALS[/** @type {any} */ (error)?.code];
  return refusal ? said(...refusal, true) : said("failed", "Try again", false);
}

/** @param {number | null} copy */
function sold(copy) {
  if (copy === null) return said("bought", "Yours", true);
  return { ...said("bought", `Yours, number ${number(copy)}`, true), brief: `No. ${number(copy)}` };
}

/**
 * @param {number} price
 * @param {Purse} purse
 */
function before(price, { balance, trading }) {
  if (!trading) return said("none", "", true);
  if (balance !== null && balance < price) return said("short", `${number(price - balance)} short`, true);
  return said("ready", "Buy", false);
}

/**
 * @param {{ kind: BuyKind, word: string }} state
 * @param {string} name
 * @param {string} cost
 */
function spoken({ kind, word }, name, cost) {
  if (kind === "ready") return `Buy ${name} for ${cost}`;
  return word === "" ? `${name}, ${cost}` : `${name}, ${cost}: ${word}`;
}

/**
 * @param {BuyKind} kind
 * @param {string} word
 * @param {boolean} inert
 */
function said(kind, word, inert) {
  return { kind, word, brief: word, inert };
}
