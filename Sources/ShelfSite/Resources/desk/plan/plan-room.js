// @ts-check
/** The calendar: what a store will really show, on a line for each position. */

import { confirm } from "../frame/confirmation.js";
import { button, element, field } from "../frame/element.js";
import { dayOf, offsetName } from "../frame/format.js";
import { withdraw } from "../frame/withdrawal.js";
import { ZOOMS } from "./future.js";
import { ListingDetails } from "./listing-details.js";
import { TimeScale } from "./time-scale.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TICK_MS = 1000;
/** How many positions are shown at once. */
const ROWS = 20;
/** On a screen of fewer pixels, the names of an hour's listings have no room. */
const NARROW = 700;

/** @type {Room} */
export const planRoom = {
  id: "plan",
  title: "Plan",
  scope: "future:read",
  style: "/desk/plan/plan.css",
  open: (place) => new PlanView(place),
};

class PlanView {
  #place;
  #store = element("select", { id: "plan-store" });
  #day = element("input", { id: "plan-day", type: "date" });
  #rows = element("select", { id: "plan-rows" });
  #rowsField = field("Positions", this.#rows);
  #zooms = ZOOMS.map((zoom) => button(zoom.title, () => this.#zoomTo(zoom), { "aria-pressed": "false" }));
  #caption = element("p", { class: "plan-caption", role: "status" });
  #downloads = element("p", { class: "plan-downloads" });
  #details;
  #timeline = new Timeline(
    (listing) => this.#future && this.#details.show(listing, this.#future),
    (direction) => this.#turn(direction),
  );
  #zoom = ZOOMS[innerWidth < NARROW ? 0 : 1];
  /** Where the span begins that is shown. */
  #fromMs;
  #first = 1;
  #offsetMs = 0;
  /** @type {Future | undefined} */
  #future;
  /** Counts the questions, so that a late answer to an old one isn't shown. */
  #asked = 0;
  #timer;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    const mayWrite = place.session.scopes.includes("content:write");
    this.#details = new ListingDetails(mayWrite ? (listing) => this.#withdraw(listing) : undefined);
    this.#fromMs = this.#around(place.nowMs());
    this.#store.append(...place.session.stores.map(({ id, title }) => element("option", { value: id }, title)));
    this.#store.addEventListener("change", () => this.#choose({ first: 1 }));
    this.#day.addEventListener("change", () => this.#goToDay());
    this.#rows.addEventListener("change", () => this.#draw(Number(this.#rows.value)));
    place.root.append(this.#toolbar(), this.#caption, this.#timeline.element, this.#details.element, legend(), this.#downloads);
    place.root.addEventListener("keydown", (event) => this.#press(event));
    this.#timer = setInterval(() => this.#timeline.showNow(place.nowMs()), TICK_MS);
  }

  /** @param {string[]} path the store, the beginning and the zoom */
  async show([store, from, zoom] = []) {
    const { stores } = this.#place.session;
    if (stores.length === 0) return void (this.#caption.textContent = "This server has no stores.");
    this.#store.value = stores.some(({ id }) => id === store) ? store : this.#store.value || stores[0].id;
    this.#zoom = ZOOMS.find(({ id }) => id === zoom) ?? this.#zoom;
    const fromMs = Date.parse(from ?? "");
    if (Number.isFinite(fromMs)) this.#fromMs = fromMs;
    await this.#load();
  }

  close() {
    clearInterval(this.#timer);
  }

  #toolbar() {
    const zooms = element("div", { class: "group", role: "group", "aria-label": "How much to show" }, ...this.#zooms);
    const turns = element("div", { class: "group", role: "group", "aria-label": "Go to" },
      button("‹ Earlier", () => this.#turn(-1)),
      button("Now", () => this.#choose({ fromMs: this.#around(this.#place.nowMs()) })),
      button("Later ›", () => this.#turn(1)));
    return element("div", { class: "toolbar" }, field("Store", this.#store), field("Day", this.#day), turns, zooms, this.#rowsField);
  }

  /**
   * A beginning that has an instant near the left of what is shown.
   * @param {number} ms
   */
  #around(ms) {
    return Math.floor((ms - this.#zoom.lengthMs / 6) / MINUTE_MS) * MINUTE_MS;
  }

  /** @param {-1 | 1} direction */
  #turn(direction) {
    this.#choose({ fromMs: this.#fromMs + direction * this.#zoom.lengthMs });
  }

  /** @param {typeof ZOOMS[number]} zoom */
  #zoomTo(zoom) {
    const middleMs = this.#fromMs + this.#zoom.lengthMs / 2;
    const nowMs = this.#place.nowMs();
    const hasNow = nowMs >= this.#fromMs && nowMs < this.#fromMs + this.#zoom.lengthMs;
    this.#zoom = zoom;
    const fromMs = Math.floor((middleMs - zoom.lengthMs / 2) / MINUTE_MS) * MINUTE_MS;
    this.#choose({ fromMs: hasNow ? this.#around(nowMs) : fromMs });
  }

  #goToDay() {
    const localMs = Date.parse(`${this.#day.value}T00:00:00Z`);
    if (!Number.isFinite(localMs)) return;
    const sinceMidnightMs = (this.#fromMs + this.#offsetMs) % DAY_MS;
    this.#choose({ fromMs: localMs + (this.#zoom.lengthMs < DAY_MS ? sinceMidnightMs : 0) - this.#offsetMs });
  }

  /** @param {{ fromMs?: number, first?: number }} what */
  async #choose({ fromMs = this.#fromMs, first = this.#first }) {
    this.#fromMs = fromMs;
    this.#first = first;
    this.#place.setPath([this.#store.value, new Date(fromMs).toISOString().replace(".000", ""), this.#zoom.id]);
    try {
      await this.#load();
    } catch (error) {
      this.#place.messages.fault(error instanceof Error ? error.message : String(error));
    }
  }

  async #load() {
    const asked = (this.#asked += 1);
    this.#showChoices();
    const question = { from: new Date(this.#fromMs).toISOString().replace(".000", ""), hours: this.#zoom.hours };
    const path = `/v1/admin/future/${encodeURIComponent(this.#store.value)}`;
    /** @type {Future} */
    const future = await this.#place.api.get(path, question);
    if (asked !== this.#asked) return;
    this.#future = future;
    this.#offsetMs = future.offsetMs;
    this.#details.clear();
    this.#showRows(future);
    this.#draw(this.#first);
    this.#offer(path, question);
  }

  /** @param {number} first the first position to show */
  #draw(first) {
    if (!this.#future) return;
    this.#first = first;
    const scale = new TimeScale(this.#fromMs, this.#zoom.lengthMs, this.#offsetMs);
    const last = Math.min(first + ROWS - 1, this.#positions(this.#future));
    this.#timeline.draw(this.#future, scale, { first, last, zoom: this.#zoom.id });
    this.#timeline.showNow(this.#place.nowMs());
    this.#caption.textContent = this.#sentence(this.#future);
    this.#showChoices();
  }

  /** @param {Future} future */
  #positions({ listings }) {
    return listings.reduce((most, { position }) => Math.max(most, position), 0);
  }

  /** @param {Future} future */
  #sentence({ offsetMs, keptFromMs, decidedUntilMs, nothingToShowMs, listings }) {
    const day = `${dayOf(this.#fromMs + offsetMs)}, in the store’s time (${offsetName(offsetMs)}).`;
    if (listings.length === 0) return `${day} Nothing is known of this span.`;
    const notes = [
      this.#fromMs < keptFromMs && "Listings that ended long ago may be missing.",
      this.#fromMs + this.#zoom.lengthMs > decidedUntilMs && "Pale listings can still change, by a sale or new content.",
      nothingToShowMs != null && nothingToShowMs < this.#fromMs + this.#zoom.lengthMs && "Then nothing is left to draw, and the store stands still.",
    ];
    return [day, ...notes.filter(Boolean)].join(" ");
  }

  /** @param {Future} future */
  #showRows(future) {
    const count = this.#positions(future);
    const starts = Array.from({ length: Math.ceil(count / ROWS) }, (_, index) => index * ROWS + 1);
    if (!starts.includes(this.#first)) this.#first = 1;
    this.#rows.replaceChildren(...starts.map((start) => element("option", { value: start }, `${start} to ${Math.min(count, start + ROWS - 1)}`)));
    this.#rows.value = String(this.#first);
    this.#rowsField.hidden = starts.length < 2;
  }

  #showChoices() {
    this.#day.value = new Date(this.#fromMs + this.#offsetMs).toISOString().slice(0, 10);
    for (const [index, choice] of this.#zooms.entries()) choice.setAttribute("aria-pressed", String(ZOOMS[index] === this.#zoom));
  }

  /**
   * @param {string} path
   * @param {{ from: string, hours: number }} question
   */
  #offer(path, question) {
    const link = (/** @type {string} */ format, /** @type {string} */ title) => {
      const query = new URLSearchParams({ from: question.from, hours: String(question.hours), format });
      return element("a", { href: `${path}?${query}`, download: `${this.#store.value}.${format}` }, title);
    };
    this.#downloads.replaceChildren("Take this span along: ", link("csv", "as a table (CSV)"), " or ", link("ics", "as a calendar (iCalendar)"), ". What you take along is secret until it shows.");
  }

  /** @param {Listing} listing */
  #withdraw({ name, position, startMs }) {
    const store = this.#store.value;
    confirm({
      title: `Withdraw ${name} from position ${position}`,
      text: "Nobody can buy this listing any more, and every connected player sees that within seconds of its start. This can’t be undone.",
      action: "Withdraw",
      act: async ({ reason, key }) => {
        await withdraw(this.#place.api, { store, position: position - 1, startMs, reason }, key);
        this.#place.messages.tell("The listing is withdrawn.");
      },
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const index = ZOOMS.indexOf(this.#zoom);
    const keys = /** @type {Record<string, () => void>} */ ({
      "+": () => ZOOMS[index - 1] && this.#zoomTo(ZOOMS[index - 1]),
      "-": () => ZOOMS[index + 1] && this.#zoomTo(ZOOMS[index + 1]),
      PageUp: () => this.#turn(-1),
      PageDown: () => this.#turn(1),
    });
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function legend() {
  const entry = (/** @type {string} */ kind, /** @type {string} */ text) => element("li", {}, element("span", { class: `sample ${kind}`, "aria-hidden": "true" }), text);
  return element("ul", { class: "plan-legend", "aria-label": "Legend" },
    entry("", "decided"), entry("is-open", "can still change"), entry("is-planned", "planned"),
    element("li", { class: "quiet" }, "Each set has a colour of its own. Choose a listing to see more of it. Keys: arrows, Page Up, Page Down, + and −."));
}
