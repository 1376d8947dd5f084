// @ts-check
/** Computes what a card's buy button says from the shelf's position, the listing's last purchase and the wallet. */

import { cost, number } from "./format.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */
/** @typedef {import("../shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState */
/** @typedef {import("../shelflife/seal/card.js").Card} Card */
/** @typedef {import("./owned.js").Holding} Holding */
/** @typedef {"none" | "ready" | "changed" | "buying" | "delayed" | "bought" | "short" | "soldOut" | "late" | "withdrawn" | "owned" | "limit" | "paused" | "failed"} BuyKind */
/**
 * @typedef {object} BuyState
 * @property {BuyKind} kind
 * @property {number | null} price null when nothing is on sale
 * @property {string} currency the price's
 * @property {string} word the text on the button, beside the price or in its place
 * @property {string} brief a shorter text for narrow cards
 * @property {string} spoken the whole of it, for screen readers
 * @property {string} reason why it takes longer; empty unless it does
 * @property {boolean} inert whether a tap buys nothing
 */
/** @typedef {{ balance: number | null, trading: boolean }} Purse what the player has of the card's currency */

/** @type {BuyState} */
const NONE = { kind: "none", price: null, currency: "", word: "", brief: "", spoken: "", reason: "", inert: true };

/** @type {Record<string, [BuyKind, string]>} by the error's code */
const REFUSALS = {
  sold_out: ["soldOut", "Sold out"],
  sale_over: ["late", "Too late"],
  not_found: ["late", "Too late"],
  store_gone: ["late", "Closed"],
  paused: ["paused", "Paused"],
  withdrawn: ["withdrawn", "No longer for sale"],
  owned_already: ["owned", "Already yours"],
  limit_reached: ["limit", "Limit reached"],
  insufficient_funds: ["short", "Not enough"],
};

/**
 * @param {ShelfPosition} shown
 * @param {PurchaseState | null} purchase the listing's last purchase, while the button still tells its outcome
 * @param {boolean} paused whether the store sells nothing for a while
 * @param {Purse} purse
 * @param {Holding} owned what the player owns of the item
 * @param {string | null} refused the code with which the item was refused last, from whatever listing
 * @returns {BuyState}
 */
export function buyState({ card, listing, tapGuarded, withdrawn, soldOut }, purchase, paused, purse, owned, refused) {
  if (!card || !listing) return NONE;
  const offered = () => {
    if (withdrawn) return said(...REFUSALS.withdrawn, true);
    return closed(card, owned, refused, soldOut) ?? before(card.price, paused, purse, tapGuarded);
  };
  const state = purchase ? after(purchase) : offered();
  const { name, price, currency } = card;
  return { ...state, price, currency, spoken: spoken(state, name, cost(price, currency), owned.count) };
}

/**
 * Says what is known to be no longer for sale to this player from any listing. Copies are numbered in the order in
 * which they are sold, so who owns the last one knows that all are sold. That an item is sold out may concern one
 * listing's stock; of an edition of 1 it concerns the item.
 * @param {Card} card
 * @param {Holding} owned
 * @param {string | null} refused
 * @param {boolean} isSoldOut whether the store has said that every copy is sold
 */
function closed({ edition }, { count, numbers }, refused, isSoldOut) {
  if (edition === 1 && numbers.includes(1)) return { ...sold(1), kind: /** @type {const} */ ("owned") };
  if ((edition && numbers.includes(edition)) || isSoldOut || (edition === 1 && refused === "sold_out")) return said(...REFUSALS.sold_out, true);
  return refused === "owned_already" && count > 0 ? said(...REFUSALS.owned_already, true) : null;
}

/** @param {PurchaseState} purchase */
function after({ stage, receipt, error, retryAtMs }) {
  if (stage === "buying") return said("buying", "Buying…", true);
  if (stage === "delayed") return delayed(error?.message ?? "", retryAtMs);
  if (stage === "sold") return sold(receipt?.number ?? null);
  const refusal = REFUSALS[/** @type {any} */ (error)?.code];
  return refusal ? said(...refusal, true) : said("failed", "Try again", false);
}

/**
 * What is spoken has no seconds, or a screen reader would read the button out again and again.
 * @param {string} reason
 * @param {number | null} retryAtMs
 */
function delayed(reason, retryAtMs) {
  const seconds = Math.ceil(((retryAtMs ?? 0) - Date.now()) / 1000);
  const [word, brief] = seconds > 0 ? [`Again in ${number(seconds)} s`, `In ${number(seconds)} s`] : ["Trying again…", "Trying…"];
  return { ...said("delayed", word, false), brief, reason };
}

/** @param {number | null} copy */
function sold(copy) {
  if (copy === null) return said("bought", "Yours", true);
  return { ...said("bought", `Yours, number ${number(copy)}`, true), brief: `No. ${number(copy)}` };
}

/**
 * @param {number} price
 * @param {boolean} paused
 * @param {Purse} purse
 * @param {boolean} tapGuarded
 */
function before(price, paused, { balance, trading }, tapGuarded) {
  if (!trading) return said("none", "", true);
  if (paused) return said(...REFUSALS.paused, true);
  if (tapGuarded) return said("changed", "New", true);
  if (balance !== null && balance < price) return said("short", `${number(price - balance)} short`, true);
  return said("ready", "Buy", false);
}

/**
 * @param {{ kind: BuyKind, word: string, reason: string }} state
 * @param {string} name
 * @param {string} price
 * @param {number} owned
 */
function spoken({ kind, word, reason }, name, price, owned) {
  if (kind === "ready") return `Buy ${name} for ${price}${owned > 0 ? `, you own ${number(owned)}` : ""}`;
  if (kind === "delayed") return `${name}, ${price}: trying again. ${reason}`;
  return word === "" ? `${name}, ${price}` : `${name}, ${price}: ${word}`;
}

/**
 * @param {BuyKind} kind
 * @param {string} word
 * @param {boolean} inert
 */
function said(kind, word, inert) {
  return { kind, word, brief: word, reason: "", inert };
}
