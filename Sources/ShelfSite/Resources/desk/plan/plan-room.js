// @ts-check
/** The calendar: what a store will really show, on a line for each position, or for each item. */

import { DayField } from "../frame/day-field.js";
import { button, element, field } from "../frame/element.js";
import { capitalized } from "../frame/format.js";
import { instant, local, UTC } from "../frame/zone.js";
import { stateOf } from "./appearance-state.js";
import { copiesLeft } from "./copies-left.js";
import { downloads } from "./downloads.js";
import { dragging } from "./dragging.js";
import { isListing, ZOOMS } from "./future.js";
import { itemRows, restWords } from "./item-rows.js";
import { Legend } from "./legend.js";
import { listingActs } from "./listing-acts.js";
import { ListingDetails } from "./listing-details.js";
import { passedIn } from "./passed.js";
import { localText, spanText } from "./plan.js";
import { PlannedList } from "./planned-list.js";
import { Planning } from "./planning.js";
import { salesOf, soldSpan } from "./sales.js";
import { spanWords } from "./span-words.js";
import { TimeScale } from "./time-scale.js";
import { Timeline } from "./timeline.js";
import { VersionNews } from "./version-news.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./appearance-dialog.js").Draft} Draft */
/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */
/** @typedef {import("./placing.js").Placing} Placing */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanChange} PlanChange */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A new appearance is offered at such a time. */
const ROUND_MS = 5 * MINUTE_MS;
/** So long after what is decided, since that goes on while somebody types. */
const TYPING_MS = 2 * MINUTE_MS;
const TICK_MS = 1000;
/** How far one can go back. */
const PAST_MS = 30 * DAY_MS;
/** How many positions are shown at once. */
const ROWS = 20;
/** On a screen of fewer pixels, the names of an hour's listings have no room. */
const NARROW = 700;

/** @type {Room} */
export const planRoom = {
  id: "plan",
  title: "Plan",
  scope: "future:read",
  open: (place) => new PlanView(place),
};

class PlanView {
  #place;
  #store = element("select", { id: "plan-store" });
  #day = new DayField("plan-day", (date) => this.#goToDay(date));
  #rows = element("select", { id: "plan-rows" });
  #rowsField = field("Positions", this.#rows);
  #zooms = ZOOMS.map((zoom) => button(zoom.title, () => this.#zoomTo(zoom), { "aria-pressed": "false" }));
  #caption = element("p", { class: "plan-caption", role: "status" });
  #downloads = element("p", { class: "plan-downloads" });
  /** The items that have no row. */
  #rest = element("p", { class: "plan-rest quiet" });
  #placed = element("p", { class: "plan-placed", role: "status" });
  #details = new ListingDetails((listing) => this.#acts(listing), (shown) => this.#sales(shown));
  /** @type {Placing | undefined} */
  #placing;
  #planned;
  #planning;
  #legend = new Legend();
  #plan = button("Plan an appearance…", () => this.#add({}), { class: "button primary", hidden: true });
  /** Why nothing can be planned. */
  #why = element("p", { class: "panel why-fixed", hidden: true });
  #news;
  /**
   * Copies left of limited editions, as they were read last.
   * @type {Map<string, number>}
   */
  #left = new Map();
  /** @type {Draft | undefined} */
  #draft;
  #timeline = new Timeline(
    (shown) => {
      if (this.#future) this.#details.show(shown, this.#future);
    },
    (direction) => this.#turn(direction),
  );
  #zoom = ZOOMS[innerWidth < NARROW ? 0 : 1];
  /** Where the span begins that is shown. */
  #fromMs;
  #first = 1;
  /** The store’s. */
  #zone = UTC;
  /** @type {Future | undefined} */
  #future;
  /** Counts the questions, so that a late answer to an old one isn't shown. */
  #asked = 0;
  #timer;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    this.#planning = new Planning(place, (saved) => this.#follow(saved));
    this.#news = new VersionNews(place, () => this.#planning.plan?.version, () => this.#follow(undefined));
    this.#draft = /** @type {Draft | undefined} */ (place.draft);
    this.#planned = new PlannedList(() => this.#planning.mayChange ? this.#planning : undefined, (item) => this.#nameOf(item));
    this.#fromMs = this.#around(place.nowMs());
    this.#store.addEventListener("change", () => this.#choose({ first: 1 }));
    this.#rows.addEventListener("change", () => this.#draw(Number(this.#rows.value)));
    place.root.append(
      this.#toolbar(), this.#why, this.#caption, this.#news.element, this.#planning.outcome, this.#timeline.element, this.#rest, this.#placed, this.#details.element,
      this.#legend.element, this.#planned.element, this.#downloads);
    place.root.addEventListener("keydown", (event) => this.#press(event));
    this.#timer = setInterval(() => this.#timeline.showNow(place.nowMs()), TICK_MS);
  }

  /** @param {string[]} path the store, the beginning and the zoom */
  async show([store, from, zoom] = []) {
    await Promise.all([this.#showStores(), this.#planning.readOwner()]);
    this.#offerPlanning();
    const { stores } = this.#place.session;
    if (stores.length === 0) return void (this.#caption.textContent = "This server has no stores.");
    const wanted = this.#draft?.store ?? store;
    const isThere = stores.some(({ id }) => id === wanted);
    this.#store.value = isThere ? wanted : this.#store.value || stores[0].id;
    if (wanted && !isThere) this.#place.messages.fault(`There is no store “${wanted}”. This is ${this.#title}.`);
    this.#zoom = ZOOMS.find(({ id }) => id === zoom) ?? this.#zoom;
    const fromMs = Date.parse(from ?? "");
    if (Number.isFinite(fromMs)) this.#fromMs = Math.max(fromMs, this.#earliestMs);
    await this.#load();
    this.#readLeft();
    await this.#resume();
  }

  #offerPlanning() {
    const { mayChange, whyFixed } = this.#planning;
    if (mayChange) this.#placing ??= this.#letDrag();
    this.#plan.hidden = !mayChange;
    this.#why.textContent = whyFixed;
    this.#why.hidden = !whyFixed;
  }

  close() {
    clearInterval(this.#timer);
    this.#news.close();
  }

  draft() {
    return this.#planning.draft ?? this.#draft;
  }

  /** Offers the stores of the version in force, and stays at the one that is shown if it has that. */
  async #showStores() {
    await this.#place.renewStores();
    const shown = this.#store.value;
    this.#store.replaceChildren(...this.#place.session.stores.map(({ id, title }) => element("option", { value: id }, title)));
    if (this.#place.session.stores.some(({ id }) => id === shown)) this.#store.value = shown;
  }

  /** Asks again what was asked when the session ended. */
  async #resume() {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft && draft.store === this.#store.value) await this.#planning.resume(draft);
  }

  get #title() {
    return this.#store.selectedOptions[0]?.textContent ?? "";
  }

  #toolbar() {
    const zooms = element("div", { class: "group", role: "group", "aria-label": "How much to show" }, ...this.#zooms);
    const turns = element("div", { class: "group", role: "group", "aria-label": "Go to" },
      button("‹ Earlier", () => this.#turn(-1)),
      button("Now", () => this.#choose({ fromMs: this.#around(this.#place.nowMs()) })),
      button("Later ›", () => this.#turn(1)));
    return element("div", { class: "toolbar" }, field("Store", this.#store), this.#day.element, turns, zooms, this.#rowsField, this.#plan);
  }

  /**
   * A beginning that has an instant near the left of what is shown.
   * @param {number} ms
   */
  #around(ms) {
    return Math.floor((ms - this.#zoom.lengthMs / 6) / MINUTE_MS) * MINUTE_MS;
  }

  /** Where the earliest span begins that can be shown. */
  get #earliestMs() {
    return Math.floor((this.#place.nowMs() - PAST_MS) / MINUTE_MS) * MINUTE_MS;
  }

  /** What is in sight. */
  get #span() {
    return { fromMs: this.#fromMs, untilMs: this.#fromMs + this.#zoom.lengthMs };
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

  /** @param {string} date */
  #goToDay(date) {
    const localMs = Date.parse(`${date}T00:00:00Z`);
    if (!Number.isFinite(localMs)) return;
    const sinceMidnightMs = local(this.#fromMs, this.#zone) % DAY_MS;
    this.#choose({ fromMs: instant(localMs + (this.#zoom.lengthMs < DAY_MS ? sinceMidnightMs : 0), this.#zone) });
  }

  /**
   * Shows something else. What came of the last change has been read by then.
   * @param {{ fromMs?: number, first?: number }} what
   */
  async #choose(what) {
    this.#planning.clearOutcome();
    await this.#go(what);
  }

  /** @param {{ fromMs?: number, first?: number }} what */
  async #go({ fromMs = this.#fromMs, first = this.#first }) {
    this.#fromMs = Math.max(fromMs, this.#earliestMs);
    this.#first = first;
    this.#place.setPath([this.#store.value, new Date(this.#fromMs).toISOString().replace(".000", ""), this.#zoom.id]);
    await this.#place.trying(() => this.#load());
  }

  async #load() {
    const asked = (this.#asked += 1);
    this.#showChoices();
    const question = { from: new Date(this.#fromMs).toISOString().replace(".000", ""), hours: this.#zoom.hours };
    const path = `/v1/admin/future/${encodeURIComponent(this.#store.value)}`;
    /** @type {[Future, Plan | undefined]} */
    const [future, plan] = await Promise.all([this.#place.api.get(path, question), this.#planning.read(this.#store.value)]);
    if (asked !== this.#asked) return;
    this.#news.clear();
    for (const shown of [...future.listings, ...future.passed ?? []]) shown.name = capitalized(shown.name);
    if (!this.#planning.mayRead) for (const listing of future.listings) delete listing.master;
    this.#future = future;
    this.#planning.show(plan);
    await this.#planning.readNames();
    if (asked !== this.#asked) return;
    this.#zone = future.zone;
    this.#planned.show(plan, { passed: passedIn(future, this.#span), nowMs: this.#place.nowMs(), zone: future.zone });
    this.#details.clear();
    this.#showRows(future);
    this.#draw(this.#first);
    this.#offer(path, question);
  }

  /** @param {number} first the first position to show */
  #draw(first) {
    if (!this.#future) return;
    this.#placing?.cancel();
    this.#first = first;
    const scale = new TimeScale(this.#fromMs, this.#zoom.lengthMs, this.#zone);
    const last = Math.min(first + ROWS - 1, this.#positions(this.#future));
    const passed = passedIn(this.#future, this.#span);
    const hasPassed = passed.length > 0;
    const { id: zoom, isByItem } = this.#zoom;
    const items = isByItem ? itemRows([...this.#future.listings, ...passed]) : undefined;
    this.#timeline.draw(this.#future, scale, { first, last, zoom, items: items?.rows });
    this.#timeline.showNow(this.#place.nowMs());
    this.#rest.textContent = items ? restWords(items.rest) : "";
    this.#legend.show(this.#timeline.listings, { zoom, isByItem, mayPlan: this.#planning.mayChange, hasPassed });
    this.#caption.textContent = spanWords(this.#future, { ...this.#span, isFirst: this.#fromMs <= this.#earliestMs, hasPassed });
    this.#showStates();
    this.#showChoices();
  }

  async #readLeft() {
    if (!this.#planning.plan?.appearances.length) return;
    this.#left = await copiesLeft(this.#place);
    this.#showStates();
  }

  #showStates() {
    const future = this.#future;
    if (future) this.#planned.showStates((appearance) => stateOf(appearance, { future, nowMs: this.#place.nowMs(), left: this.#left }));
  }

  /**
   * Shows what has become of a change, and gives the focus to what was changed.
   * @param {PlanChange | undefined} saved
   */
  async #follow(saved) {
    const wasInList = this.#planned.element.contains(document.activeElement);
    await this.#showStores();
    await this.#go({});
    this.#readLeft();
    const appearances = this.#planning.plan?.appearances ?? [];
    const index = saved?.appearance ? saved.index ?? appearances.length - 1 : -1;
    const isMeant = (/** @type {Listing} */ listing) => index >= 0 && listing.appearance === index && listing.item === appearances[index]?.item;
    if (wasInList) this.#planned.focus(index);
    else if (index < 0) this.#keepFocus();
    else if (!this.#timeline.focus(isMeant)) this.#planned.focus(index);
  }

  /** Brings the focus back where what had it is gone. */
  #keepFocus() {
    if (document.activeElement === document.body) this.#timeline.focusStop();
  }

  /** @param {Future} future */
  #positions({ listings, passed = [] }) {
    const known = listings.length ? 0 : this.#planning.plan?.positions ?? 0;
    return [...listings, ...passed].reduce((most, { position = 0 }) => Math.max(most, position), known);
  }

  /** @param {Future} future */
  #showRows(future) {
    const count = this.#positions(future);
    const starts = Array.from({ length: Math.ceil(count / ROWS) }, (_, index) => index * ROWS + 1);
    if (!starts.includes(this.#first)) this.#first = 1;
    this.#rows.replaceChildren(...starts.map((start) => element("option", { value: start }, `${start} to ${Math.min(count, start + ROWS - 1)}`)));
    this.#rows.value = String(this.#first);
    this.#rowsField.hidden = starts.length < 2 || this.#zoom.isByItem;
  }

  #showChoices() {
    this.#day.value = new Date(local(this.#fromMs, this.#zone)).toISOString().slice(0, 10);
    for (const [index, choice] of this.#zooms.entries()) choice.setAttribute("aria-pressed", String(ZOOMS[index] === this.#zoom));
  }

  /**
   * @param {string} path
   * @param {{ from: string, hours: number }} question
   */
  #offer(path, question) {
    this.#downloads.replaceChildren(...downloads(path, { store: this.#store.value, ...question }));
  }

  #letDrag() {
    return dragging(this.#timeline, this.#planning, {
      shown: () => ({ listings: this.#future?.listings ?? [], zone: this.#zone, stepMs: this.#zoom.stepMs }),
      tell: (text) => (this.#placed.textContent = text),
      add: (given) => this.#add(given),
    });
  }

  /** @param {Partial<Appearance>} given what is known of it */
  #add(given) {
    const earliestMs = local(Math.max((this.#future?.decidedUntilMs ?? 0) + TYPING_MS, this.#fromMs), this.#zone);
    const from = localText(Math.ceil(earliestMs / ROUND_MS) * ROUND_MS);
    this.#planning.ask({ item: "", from, for: spanText(this.#planning.plan?.longestMs ?? MINUTE_MS), ...given });
  }

  /** @param {Listing} listing */
  #acts(listing) {
    return listingActs(listing, {
      place: this.#place, planning: this.#planning, store: this.#store.value, zone: this.#zone,
      add: (given) => this.#add(given),
      done: (told) => this.#showDone(told),
      withdrawn: () => this.#choose({}),
    });
  }

  /** @param {Listing | Passed} shown */
  async #sales(shown) {
    if (!this.#future) return undefined;
    const { listings, currency, zone } = this.#future;
    const { item, position } = shown;
    const span = isListing(shown) ? soldSpan(shown, { listings, plan: this.#planning.plan, zone }) : shown;
    const { startMs, endMs } = span;
    return salesOf(this.#place, { store: this.#store.value, item, position, startMs, endMs, currency });
  }

  /** @param {string} told what has become of a change of listings */
  async #showDone(told) {
    await this.#go({});
    this.#planning.showOutcome(told);
  }

  /** @param {string} id */
  #nameOf(id) {
    return this.#planning.nameOf(id) ?? this.#future?.listings.find(({ item }) => item === id)?.name ?? id;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof Element && event.target.closest("dialog")) return;
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
