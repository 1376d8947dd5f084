// @ts-check
/** What was taken off sale for good, and taking something else off sale. */

import { confirm } from "../frame/confirmation.js";
import { button, element, field } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";
import { withdraw, WITHDRAWALS } from "../frame/withdrawal.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {{ withdrawal: number, atMs: number, by: string, reason: string, store?: string, item?: string, position?: number, startMs?: number }} Withdrawal `position` counts from 0 */

const EVERYWHERE = "";

export class Withdrawals {
  #place;
  #list = element("ul", { class: "withdrawals" });

  /**
   * @param {Place} place
   * @param {boolean} mayWrite
   */
  constructor(place, mayWrite) {
    this.#place = place;
    const acts = mayWrite ? [button("Withdraw an item…", () => this.#askForItem()), button("Close a store…", () => this.#askForStore())] : [];
    this.element = element("section", { class: "panel withdrawn", "aria-label": "Withdrawals" }, element("h2", {}, "Withdrawn"),
      element("p", { class: "quiet" }, "What is withdrawn can’t be bought any more, from one second on. A withdrawal is final."),
      element("div", { class: "toolbar" }, ...acts), this.#list);
  }

  async show() {
    /** @type {{ withdrawals: Withdrawal[] }} */
    const { withdrawals } = await this.#place.api.get(WITHDRAWALS);
    const none = element("li", { class: "quiet" }, "Nothing was withdrawn.");
    this.#list.replaceChildren(...(withdrawals.length ? withdrawals.map((one) => this.#entry(one)) : [none]));
  }

  /** @param {Withdrawal} withdrawal */
  #entry({ atMs, by, reason, store, item, position, startMs }) {
    const where = store ? `in ${this.#titleOf(store)}` : "in every store";
    const what = startMs !== undefined ? `The listing on position ${(position ?? 0) + 1} ${where} from ${dateAndTime(startMs)}`
      : item ? `The item ${item} ${where}` : `The store ${this.#titleOf(store ?? "")}`;
    return element("li", {}, `${what}: “${reason}”`, element("span", { class: "quiet" }, ` ${by}, ${dateAndTime(atMs)}`));
  }

  /** @param {string} store */
  #titleOf(store) {
    return this.#place.session.stores.find(({ id }) => id === store)?.title ?? store;
  }

  #askForItem() {
    const item = element("input", { id: "withdraw-item", required: true, pattern: "[a-z0-9\\-]{1,64}", autocomplete: "off", spellcheck: "false" });
    const store = this.#stores(element("option", { value: EVERYWHERE }, "every store"));
    confirm({
      title: "Withdraw an item",
      text: "Nobody can buy it any more, and every connected player sees that within seconds. This can’t be undone.",
      action: "Withdraw",
      fields: [field("Item, by its id", item), field("Where", store)],
      act: (given) => this.#withdraw({ item: item.value, store: store.value || undefined }, given),
    });
  }

  #askForStore() {
    const store = this.#stores();
    confirm({
      title: "Close a store",
      text: "Nobody can buy anything from it any more. This can’t be undone.",
      action: "Close the store",
      fields: [field("Store", store)],
      act: (given) => this.#withdraw({ store: store.value }, given),
    });
  }

  /** @param {...HTMLElement} first */
  #stores(...first) {
    const options = this.#place.session.stores.map(({ id, title }) => element("option", { value: id }, title));
    return element("select", { id: "withdraw-store" }, ...first, ...options);
  }

  /**
   * @param {{ item?: string, store?: string }} what
   * @param {{ reason: string, key: string }} given
   */
  async #withdraw(what, { reason, key }) {
    await withdraw(this.#place.api, { ...what, reason }, key);
    this.#place.messages.tell("It is withdrawn.");
    await this.show();
  }
}
