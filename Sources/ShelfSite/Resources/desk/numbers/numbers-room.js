// @ts-check
/** A day's sales as pictures. */

import { columns, figure, rows } from "../frame/bars.js";
import { catalogue } from "../frame/catalogue.js";
import { DayField } from "../frame/day-field.js";
import { button, element, field } from "../frame/element.js";
import { counted, dayOf, money, number, offsetName, timeOfDay } from "../frame/format.js";
import { titleOf } from "../frame/store-title.js";
import { byHour, currenciesOf, offsetHours, ranked, sum } from "./day-numbers.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./day-numbers.js").NumbersAnswer} NumbersAnswer */
/** @typedef {{ hours: NumbersAnswer, items: NumbersAnswer, stores: NumbersAnswer }} DayAnswers */

const PATH = "/v1/admin/numbers";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_ITEMS = 12;
const COUNTERPARTS = /** @type {Record<string, string>} */ ({ top_ups: "Top-ups", grants: "Grants", corrections: "Corrections" });

/** @type {Room} */
export const numbersRoom = {
  id: "numbers",
  title: "Numbers",
  scope: "numbers:read",
  open: (place) => new NumbersView(place),
};

class NumbersView {
  #place;
  #day = new DayField("numbers-day", (date) => this.#go(date));
  #currency = element("select", { id: "numbers-currency" });
  #currencyField = field("Currency", this.#currency);
  #later = button("Next day ›", () => this.#turn(1));
  #caption = element("p", { role: "status" });
  #tiles = element("dl", { class: "tiles" });
  #pictures = element("div", { class: "pictures" });
  #download = element("p");
  /** @type {DayAnswers | undefined} */
  #answers;
  #asked = 0;
  /**
   * What items are called.
   * @type {Map<string, string>}
   */
  #names = new Map();

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    this.#day.max = this.#today;
    this.#currency.addEventListener("change", () => this.#draw());
    const turns = element("div", { class: "group", role: "group", "aria-label": "Go to" },
      button("‹ Day before", () => this.#turn(-1)), button("Today", () => this.#go(this.#today)), this.#later);
    const bar = element("div", { class: "toolbar" }, this.#day.element, turns, this.#currencyField);
    place.root.append(bar, this.#caption, this.#tiles, this.#pictures, this.#download);
  }

  /** @param {string[]} path the day */
  async show([date] = []) {
    this.#day.value = /^\d{4}-\d\d-\d\d$/.test(date ?? "") ? date : this.#day.value || this.#today;
    await this.#load(this.#day.value);
  }

  /** Ids are shown in place of names to somebody who may not see the catalogue, and while it can't be had. */
  async #readNames() {
    if (this.#names.size || !this.#place.session.scopes.includes("content:read")) return;
    const items = await catalogue(this.#place.api).catch(() => []);
    this.#names = new Map(items.map(({ id, name }) => [id, name]));
  }

  get #today() {
    const nowMs = this.#place.nowMs();
    return new Date(nowMs + offsetHours(new Date(nowMs).toISOString().slice(0, 10)) * HOUR_MS).toISOString().slice(0, 10);
  }

  /** @param {-1 | 1} direction */
  #turn(direction) {
    this.#go(new Date(Date.parse(this.#day.value) + direction * DAY_MS).toISOString().slice(0, 10));
  }

  /** @param {string} date */
  async #go(date) {
    this.#place.setPath([date]);
    await this.#place.trying(() => this.show([date]));
  }

  /** @param {string} date */
  async #load(date) {
    const asked = (this.#asked += 1);
    this.#later.disabled = date >= this.#today;
    const span = question(date);
    const [hours, items, stores] = await Promise.all([
      this.#place.api.get(PATH, { ...span, by: "hour", per: "total" }),
      this.#place.api.get(PATH, { ...span, by: "day", per: "item" }),
      this.#place.api.get(PATH, { ...span, by: "day", per: "store" }),
      this.#readNames(),
    ]);
    if (asked !== this.#asked) return;
    this.#answers = { hours, items, stores };
    this.#offer(span);
    this.#showCurrencies(currenciesOf(hours));
    this.#draw();
  }

  /** @param {string[]} currencies */
  #showCurrencies(currencies) {
    const chosen = this.#currency.value;
    this.#currency.replaceChildren(...currencies.map((name) => element("option", { value: name }, name)));
    if (currencies.includes(chosen)) this.#currency.value = chosen;
    this.#currencyField.hidden = currencies.length < 2;
  }

  #draw() {
    if (!this.#answers) return;
    const { hours, items, stores } = this.#answers;
    const currency = this.#currency.value;
    const ofCurrency = (/** @type {NumbersAnswer} */ { sales }) => sales.filter((sale) => sale.currency === currency);
    this.#caption.textContent = sentence(hours, this.#day.value);
    this.#tiles.replaceChildren(...tiles(hours, currency));
    const isEmpty = hours.sales.length === 0;
    this.#pictures.replaceChildren(...(isEmpty ? [] : [
      ...dayPictures(byHour(ofCurrency(hours), hours.fromMs), currency),
      ranking("Items that sold most", ranked(ofCurrency(items), "item").map((row) => ({ ...row, name: this.#nameOf(row.id) })), currency),
      ranking("Stores", ranked(ofCurrency(stores), "store").map((row) => ({ ...row, name: this.#titleOf(row.id) })), currency),
      ...editions(items, (id) => this.#nameOf(id)),
    ]));
  }

  /** @param {string} item */
  #nameOf(item) {
    return this.#names.get(item) ?? item;
  }

  /** @param {string} store */
  #titleOf(store) {
    return titleOf(this.#place.session, store);
  }

  /** @param {Record<string, string | number>} span */
  #offer(span) {
    const query = new URLSearchParams([...Object.entries({ ...span, by: "hour", per: "item", format: "csv" })].map(([name, value]) => [name, String(value)]));
    const link = element("a", { href: `${PATH}?${query}`, download: `numbers-${span.from}.csv` }, "this day by hour and item (CSV)");
    this.#download.replaceChildren("Take along: ", link, ".");
  }
}

/** @param {string} date */
function question(date) {
  return { from: date, to: new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10), offset: offsetHours(date) };
}

/**
 * @param {NumbersAnswer} hours
 * @param {string} date
 */
function sentence({ sales, toMs, closedUntilMs }, date) {
  const offsetMs = offsetHours(date) * HOUR_MS;
  const time = `Times are in ${offsetName(offsetMs)}, where the day begins at midnight.`;
  if (sales.length === 0) return `Nothing was sold on this day. What players buy is counted here within seconds. ${time}`;
  if (closedUntilMs !== undefined && closedUntilMs >= toMs) return time;
  return `${time} It is still being counted${closedUntilMs === undefined ? "" : `: nothing before ${timeOfDay(closedUntilMs + offsetMs)} on ${dayOf(closedUntilMs + offsetMs)} changes any more`}.`;
}

/**
 * @param {NumbersAnswer} hours
 * @param {string} currency
 */
function tiles({ sales, money: moved = [], players = [] }, currency) {
  const own = sales.filter((sale) => sale.currency === currency);
  const entries = [
    ["Sold", number(sum(own, "sold"))], ["Revenue", money(sum(own, "revenue"), currency)],
    ["Refunds", `${number(sum(own, "refunds"))} (${money(sum(own, "refunded"), currency)})`],
    ["New players", number(sum(players, "new"))],
    ["Busiest hour", counted(Math.max(0, ...players.map(({ active }) => active)), "player")],
    ...[...Map.groupBy(moved.filter((row) => row.currency === currency), ({ counterpart }) => counterpart)].map(([name, rows]) =>
      [COUNTERPARTS[name] ?? name, money(sum(rows, "given") - sum(rows, "taken"), currency)]),
  ];
  return entries.map(([name, value]) => element("div", { class: "panel" }, element("dt", {}, name), element("dd", {}, value)));
}

/**
 * @param {{ hour: number, sold: number, revenue: number }[]} hours
 * @param {string} currency
 */
function dayPictures(hours, currency) {
  const named = hours.map((row) => ({ ...row, name: `${String(row.hour).padStart(2, "0")}:00` }));
  const picture = (/** @type {string} */ title, /** @type {"sold" | "revenue"} */ value) => figure(
    title, columns(title, named.map((row) => ({ name: row.name, value: row[value] })), { every: 6 }),
    ["Hour", title], named.map((row) => [row.name, row[value]]));
  return [picture("Sold, by hour", "sold"), picture(`Revenue in ${currency}, by hour`, "revenue")];
}

/**
 * @param {string} title
 * @param {{ name: string, id: string, sold: number, revenue: number }[]} all
 * @param {string} currency
 */
function ranking(title, all, currency) {
  const bars = all.slice(0, MOST_ITEMS).map(({ name, id, sold }) => ({ name, id, value: sold }));
  return figure(title, rows(title, bars), ["Name", "Sold", `Revenue in ${currency}`], all.map(({ name, id, sold, revenue }) => [{ name, id }, sold, revenue]));
}

/**
 * @param {NumbersAnswer} items
 * @param {(item: string) => string} nameOf
 */
function editions({ editions = [] }, nameOf) {
  const known = editions.filter(({ copies }) => copies !== undefined);
  if (known.length === 0) return [];
  const least = [...known].sort((one, other) => (one.left ?? 0) - (other.left ?? 0));
  const title = "Limited editions with the fewest copies left";
  return [figure(title, rows(title, least.slice(0, MOST_ITEMS).map(({ item, left = 0 }) => ({ name: nameOf(item), id: item, value: left }))),
    ["Item", "Left", "Of"], least.map(({ item, left = 0, copies = 0 }) => [{ name: nameOf(item), id: item }, left, copies]))];
}
