// @ts-check
/** The audit log: who did and saw what with an admin token, the newest first. */

import { button, element, field } from "../frame/element.js";
import { browserZone, dateAndTime, money, number } from "../frame/format.js";
import { deed } from "./deed.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */

/**
 * @typedef {object} Use
 * @property {number} use
 * @property {number} at
 * @property {string} by
 * @property {string} what
 * @property {string} [route]
 * @property {number} status
 * @property {string} [player]
 * @property {number} [purchase]
 * @property {string} [currency]
 * @property {number} [amount]
 * @property {string} [reason]
 */

const PAGE = 50;

/** @typedef {{ row: HTMLElement, text: string }} Line a use, and what the filter looks for it by */

/** @type {Room} */
export const auditRoom = {
  id: "audit",
  title: "Audit log",
  scope: "audit:read",
  open: (place) => new AuditView(place),
};

class AuditView {
  #place;
  #rows = element("tbody");
  #filter = element("input", { id: "audit-filter", type: "search", autocomplete: "off", spellcheck: "false", placeholder: "A name, a deed, a reason" });
  #found = element("p", { class: "quiet", role: "status" });
  /** @type {Line[]} */
  #lines = [];
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
    this.#filter.addEventListener("input", () => this.#narrow());
    place.root.append(element("div", { class: "toolbar" }, field("Show only", this.#filter), refresh),
      element("p", { class: "quiet" }, browserZone(place.nowMs())), this.#found, table, this.#end, this.#more);
  }

  async show() {
    this.#lines = await this.#load(undefined);
    this.#rows.replaceChildren(...this.#lines.map(({ row }) => row));
    this.#narrow();
  }

  /** Shows the lines that have every word of the filter. The server isn't asked: it looks through what is loaded. */
  #narrow() {
    const words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, text } of this.#lines) row.hidden = !words.every((word) => text.includes(word));
    const count = this.#lines.filter(({ row }) => !row.hidden).length;
    const rest = this.#next === undefined ? "" : " Show older loads more of them.";
    this.#found.textContent = words.length ? `${number(count)} of the ${number(this.#lines.length)} uses that are loaded.${rest}` : "";
  }

  async #refresh() {
    await this.#place.trying(async () => {
      await this.show();
      this.#place.messages.tell("The log is up to date.");
    });
  }

  async #showOlder() {
    await this.#place.trying(async () => {
      const page = await this.#load(this.#next);
      this.#lines.push(...page);
      this.#rows.append(...page.map(({ row }) => row));
      this.#narrow();
      (page.find(({ row }) => !row.hidden)?.row ?? this.#filter).focus();
    });
  }

  /**
   * @param {number | undefined} before
   * @returns {Promise<Line[]>}
   */
  async #load(before) {
    const { uses, next } = await this.#place.api.get("/v1/admin/audit", { before, limit: PAGE });
    this.#next = next ?? undefined;
    this.#more.hidden = this.#next === undefined;
    this.#end.textContent = this.#next === undefined ? "That is the whole log." : "";
    return uses.map(line);
  }
}

/**
 * @param {Use} use
 * @returns {Line}
 */
function line(use) {
  const isRefused = use.status >= 400;
  const time = element("time", { datetime: new Date(use.at).toISOString() }, dateAndTime(use.at));
  const sentence = deed(use.route);
  const what = element("td", { "data-label": "What" }, element("span", {}, sentence || use.what));
  if (sentence) what.append(element("code", {}, use.what));
  const row = element(
    "tr", { tabindex: -1, class: isRefused ? "is-refused" : undefined },
    element("td", { "data-label": "When" }, time),
    element("th", { scope: "row", "data-label": "Who" }, use.by),
    what,
    element("td", { "data-label": "Answer" }, element("span", { class: "status" }, isRefused ? `Refused (${use.status})` : "Done")),
    element("td", { "data-label": "About" }, about(use)),
  );
  return { row, text: [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase() };
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
