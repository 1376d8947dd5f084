// @ts-check
/** What was taken off sale; taking something else off sale, and ending that. */

import { catalogue } from "../frame/catalogue.js";
import { confirm } from "../frame/confirmation.js";
import { button, element, field } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";
import { ItemSearch } from "../frame/item-search.js";
import { titleOf } from "../frame/store-title.js";
import { withdraw, WITHDRAWALS } from "../frame/withdrawal.js";

/** @typedef {import("../frame/room.js").Place} Place */
/**
 * @typedef {object} Withdrawal
 * @property {number} withdrawal its number
 * @property {number} atMs
 * @property {string} by
 * @property {string} reason
 * @property {string} [store]
 * @property {string} [item]
 * @property {number} [position] counted from 1
 * @property {number} [startMs] of a listing, whose withdrawal is final
 * @property {number} [untilMs] what starts from then on is sold again; missing while it isn't lifted
 */

const EVERYWHERE = "";

export class Withdrawals {
  #place;
  #mayWrite;
  #list = element("ul", { class: "withdrawals" });
  #more = button("Show older withdrawals", () => this.#loadMore());
  /** @type {number | undefined} the number of the oldest that is shown, where there are older ones */
  #next;

  /**
   * @param {Place} place
   * @param {boolean} mayWrite
   */
  constructor(place, mayWrite) {
    this.#place = place;
    this.#mayWrite = mayWrite;
    const acts = mayWrite ? [button("Withdraw an item…", () => place.trying(() => this.#askForItem())), button("Withdraw a store…", () => this.#askForStore())] : [];
    this.element = element("section", { class: "panel withdrawn", "aria-label": "Withdrawals" }, element("h2", {}, "Withdrawn"),
      element("p", { class: "quiet" }, "What is withdrawn can’t be bought any more, one second later at the latest. A listing is withdrawn for good; the withdrawal of an item or a store can be lifted."),
      element("div", { class: "toolbar" }, ...acts), this.#list, this.#more);
    this.#more.hidden = true;
  }

  async show() {
    this.#list.replaceChildren();
    await this.#load();
    if (this.#list.childElementCount === 0) this.#list.append(element("li", { class: "quiet" }, "Nothing was withdrawn."));
  }

  /** @param {number} [before] the number of the oldest withdrawal that is shown */
  async #load(before) {
    /** @type {{ withdrawals: Withdrawal[], next?: number }} */
    const { withdrawals, next } = await this.#place.api.get(WITHDRAWALS + (before === undefined ? "" : `?before=${before}`));
    this.#list.append(...withdrawals.map((one) => this.#entry(one)));
    this.#next = next;
    this.#more.hidden = next === undefined;
  }

  async #loadMore() {
    await this.#place.trying(() => this.#load(this.#next));
  }

  /** @param {Withdrawal} withdrawal */
  #entry(withdrawal) {
    const { withdrawal: number, atMs, by, reason, startMs, untilMs } = withdrawal;
    const end = untilMs === undefined ? "" : ` Lifted: what starts from ${dateAndTime(untilMs)} on is sold again.`;
    const mayLift = this.#mayWrite && startMs === undefined && untilMs === undefined;
    const acts = mayLift ? [button("Lift…", () => this.#askToLift(withdrawal), { "aria-label": `Lift withdrawal ${number}` })] : [];
    return element("li", {},
      element("p", {}, element("strong", {}, `No. ${number}`), ` ${this.#goodsOf(withdrawal)}: “${reason}”`, element("span", { class: "quiet" }, ` ${by}, ${dateAndTime(atMs)}.${end}`)),
      ...acts);
  }

  /** @param {Withdrawal} withdrawal */
  #goodsOf({ store, item, position, startMs }) {
    const where = store ? `in ${this.#titleOf(store)}` : "in every store";
    if (startMs !== undefined) return `The listing on position ${position} ${where} from ${dateAndTime(startMs)}`;
    return item ? `The item ${item} ${where}` : `The store ${this.#titleOf(store ?? "")}`;
  }

  /** @param {string} store */
  #titleOf(store) {
    return titleOf(this.#place.session, store);
  }

  async #askForItem() {
    const search = new ItemSearch(await catalogue(this.#place.api), "", () => {});
    const store = this.#stores(element("option", { value: EVERYWHERE }, "every store"));
    confirm({
      title: "Withdraw an item",
      text: "Nobody can buy it any more, and every connected player sees that within seconds. It isn’t drawn any more. You can lift the withdrawal later: what starts 11 minutes after that is sold again.",
      action: "Withdraw",
      fields: [search.element, field("Where", store)],
      act: (given) => this.#send({ item: search.value, store: store.value || undefined }, given, "It is withdrawn."),
    });
  }

  #askForStore() {
    const store = this.#stores();
    confirm({
      title: "Withdraw a store",
      text: "The store stays, but nobody can buy anything from it any more. You can lift the withdrawal later: what starts 11 minutes after that is sold again.",
      action: "Withdraw",
      fields: [field("Store", store)],
      act: (given) => this.#send({ store: store.value }, given, "It is withdrawn."),
    });
  }

  /** @param {Withdrawal} withdrawal */
  #askToLift(withdrawal) {
    const { withdrawal: number } = withdrawal;
    confirm({
      title: `Lift withdrawal ${number}`,
      text: `${this.#goodsOf(withdrawal)}: what starts in 11 minutes or later is sold again. What starts before stays withdrawn.`,
      action: "Lift",
      act: (given) => this.#send({ lift: number }, given, "The withdrawal is lifted."),
    });
  }

  /** @param {...HTMLElement} first */
  #stores(...first) {
    const options = this.#place.session.stores.map(({ id, title }) => element("option", { value: id }, title));
    return element("select", { id: "withdraw-store" }, ...first, ...options);
  }

  /**
   * @param {{ item?: string, store?: string, lift?: number }} what
   * @param {{ reason: string, key: string }} given
   * @param {string} done what to say then
   */
  async #send(what, { reason, key }, done) {
    await withdraw(this.#place.api, { ...what, reason }, key);
    this.#place.messages.tell(done);
    await this.show();
  }
}
