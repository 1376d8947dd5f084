// @ts-check
/** The audit log: who did and saw what with an admin token, the newest first. */

import { button, element } from "../frame/element.js";
import { dateAndTime, money } from "../frame/format.js";
import { deed } from "./deed.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */

/**
 * @typedef {object} Use
 * @property {number} use
 * @property {number} at
 * @property {string} by
 * @property {string} what
 * @property {number} status
 * @property {string} [player]
 * @property {number} [purchase]
 * @property {string} [currency]
 * @property {number} [amount]
 * @property {string} [reason]
 */

const PAGE = 50;

/** @type {Room} */
export const auditRoom = {
  id: "audit",
  title: "Audit log",
  scope: "audit:read",
  style: "/desk/audit/audit.css",
  open: (place) => new AuditView(place),
};

class AuditView {
  #place;
  #rows = element("tbody");
  #more = button("Show older", () => this.#showOlder());
  #end = element("p", { class: "quiet" });
  /** @type {number | undefined} */
  #next;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    const heads = ["When", "Who", "What", "Answer", "About"].map((name) => element("th", { scope: "col" }, name));
    const caption = element("caption", {}, "Every use of an admin token. Your own look at this page is one, too.");
    const table = element("table", { class: "table is-stacked" }, caption, element("thead", {}, element("tr", {}, ...heads)), this.#rows);
    const refresh = button("Refresh", () => this.#refresh());
    place.root.append(element("div", { class: "toolbar" }, refresh), table, this.#end, this.#more);
  }

  async show() {
    const page = await this.#load(undefined);
    this.#rows.replaceChildren(...page);
  }

  async #refresh() {
    await this.#trying(async () => {
      await this.show();
      this.#place.messages.tell("The log is up to date.");
    });
  }

  async #showOlder() {
    await this.#trying(async () => {
      const page = await this.#load(this.#next);
      this.#rows.append(...page);
      page[0]?.focus();
    });
  }

  /** @param {() => Promise<void>} work */
  async #trying(work) {
    try {
      await work();
    } catch (error) {
      this.#place.messages.fault(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {number | undefined} before
   * @returns {Promise<HTMLElement[]>}
   */
  async #load(before) {
    const { uses, next } = await this.#place.api.get("/v1/admin/audit", { before, limit: PAGE });
    this.#next = next ?? undefined;
    this.#more.hidden = this.#next === undefined;
    this.#end.textContent = this.#next === undefined ? "That is the whole log." : "";
    return uses.map(row);
  }
}

/** @param {Use} use */
function row(use) {
  const isRefused = use.status >= 400;
  const time = element("time", { datetime: new Date(use.at).toISOString() }, dateAndTime(use.at));
  const sentence = deed(use.what);
  const what = element("td", { "data-label": "What" }, element("span", {}, sentence || use.what));
  if (sentence) what.append(element("code", {}, use.what));
  return element(
    "tr", { tabindex: -1, class: isRefused ? "is-refused" : undefined },
    element("td", { "data-label": "When" }, time),
    element("th", { scope: "row", "data-label": "Who" }, use.by),
    what,
    element("td", { "data-label": "Answer" }, element("span", { class: "status" }, isRefused ? `Refused (${use.status})` : "Done")),
    element("td", { "data-label": "About" }, about(use)),
  );
}

/** @param {Use} use */
function about({ player, purchase, currency, amount, reason }) {
  return [
    player && `player ${player}`,
    purchase !== undefined && `purchase ${purchase}`,
    amount !== undefined && `${amount > 0 ? "+" : ""}${money(amount, currency ?? "")}`,
    reason && `“${reason}”`,
  ].filter(Boolean).join(", ");
}
