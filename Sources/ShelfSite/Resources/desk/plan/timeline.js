// @ts-check
/** The listings as blocks on a line for each position. Arrow keys go from one to the next. */

import { element } from "../frame/element.js";
import { hourAndMinute, hueOf, money, timeOfDay } from "../frame/format.js";
import { itemPicture } from "../frame/item-picture.js";
import { byPosition, listingAt } from "./future.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./time-scale.js").TimeScale} TimeScale */
/** @typedef {{ listing: Listing, block: HTMLElement }} Cell */

/** The box of a cell's picture. */
const PICTURE = 28;
/** A cell that is a smaller share of the line has no room for a picture on any screen. */
const LEAST_SHARE = 0.05;

export class Timeline {
  #grid = element("div", { class: "timeline", role: "grid", "aria-label": "Listings by position and time" });
  #now = element("div", { class: "timeline-now", "aria-hidden": "true" }, element("span", {}, "now"));
  #select;
  #leave;
  #ghost = element("div", { class: "timeline-ghost", "aria-hidden": "true" });
  /** @type {Map<number, Cell[]>} */
  #rows = new Map();
  /** @type {Map<number, HTMLElement>} */
  #tracks = new Map();
  /** @type {Cell | undefined} */
  #selected;
  /** @type {TimeScale | undefined} */
  #scale;
  /** To which side somebody has just gone beyond what was shown. */
  #left = 0;

  /**
   * @param {(listing: Listing) => void} select is called with what somebody looks at
   * @param {(direction: -1 | 1) => void} leave is called when somebody goes beyond the span that is shown
   */
  constructor(select, leave) {
    this.#select = select;
    this.#leave = leave;
    this.#grid.addEventListener("keydown", (event) => this.#move(event));
    this.#grid.addEventListener("click", (event) => this.#choose(event));
  }

  get element() {
    return this.#grid;
  }

  /**
   * The position and the instant at a point of the screen.
   * @param {number} x
   * @param {number} y
   * @param {{ isClamped?: boolean }} how `isClamped` takes the nearest of what is shown
   * @returns {{ position: number, ms: number } | undefined}
   */
  spotAt(x, y, { isClamped = false } = {}) {
    const rows = [...this.#tracks].map(([position, track]) => ({ position, box: track.getBoundingClientRect() }));
    const isOver = (/** @type {{ box: DOMRect }} */ { box }) => y >= box.top && y < box.bottom;
    const row = rows.find(isOver) ?? (isClamped ? (y < (rows[0]?.box.top ?? 0) ? rows[0] : rows.at(-1)) : undefined);
    if (!row || !this.#scale) return undefined;
    const share = (x - row.box.left) / row.box.width;
    if (!isClamped && (share < 0 || share > 1)) return undefined;
    return { position: row.position, ms: this.#scale.instantAt(Math.min(1, Math.max(0, share))) };
  }

  /** @param {EventTarget | null} target */
  listingOf(target) {
    return this.#cellOf(target)?.listing;
  }

  /** @param {number} position */
  hasRow(position) {
    return this.#tracks.has(position);
  }

  /**
   * Shows where something would be.
   * @param {{ position: number, startMs: number, endMs: number } | undefined} placed
   */
  showGhost(placed) {
    const track = placed && this.#tracks.get(placed.position);
    if (!placed || !track || !this.#scale) return this.#ghost.remove();
    this.#ghost.style.setProperty("--at", String(this.#scale.at(placed.startMs)));
    this.#ghost.style.setProperty("--length", String(this.#scale.at(placed.endMs) - this.#scale.at(placed.startMs)));
    this.#ghost.textContent = timeOfDay(placed.startMs + this.#scale.offsetMs);
    track.append(this.#ghost);
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const block = target instanceof Element ? target.closest(".timeline-block") : null;
    return [...this.#rows.values()].flat().find((one) => one.block === block);
  }

  /**
   * @param {Future} future
   * @param {TimeScale} scale
   * @param {{ first: number, last: number, zoom: string }} view the positions to show, and the zoom's id
   */
  draw(future, scale, { first, last, zoom }) {
    this.#grid.dataset.zoom = zoom;
    const kept = this.#selected?.listing;
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#scale = scale;
    this.#selected = undefined;
    this.#rows.clear();
    this.#tracks.clear();
    const rows = byPosition(future.listings);
    const lines = [];
    for (let position = first; position <= last; position += 1) {
      lines.push(this.#line(position, rows.get(position) ?? [], future, scale));
    }
    this.#grid.replaceChildren(axis(scale), ...lines, this.#now);
    this.#restore(kept, first, hadFocus);
  }

  /**
   * Gives the focus to the first listing that is meant, and chooses it.
   * @param {(listing: Listing) => boolean} isMeant
   * @returns {boolean} whether one is in sight
   */
  focus(isMeant) {
    const cell = [...this.#rows.values()].flat().find(({ listing }) => isMeant(listing));
    if (cell) this.#go(cell);
    return cell !== undefined;
  }

  /** Gives the focus to the listing that Tab would reach. */
  focusStop() {
    [...this.#rows.values()].flat().find(({ block }) => block.tabIndex === 0)?.block.focus({ preventScroll: true });
  }

  /** The listings that are in sight. */
  get listings() {
    return [...this.#rows.values()].flat().map(({ listing }) => listing);
  }

  /** @param {number} nowMs */
  showNow(nowMs) {
    const at = this.#scale?.at(nowMs) ?? -1;
    this.#now.hidden = at < 0 || at > 1;
    this.#now.style.setProperty("--at", String(at));
  }

  /**
   * @param {number} position
   * @param {Listing[]} listings
   * @param {Future} future
   * @param {TimeScale} scale
   */
  #line(position, listings, future, scale) {
    const track = element("div", { class: "timeline-track" });
    const cells = listings.flatMap((listing) => {
      const place = scale.visible(listing.startMs, listing.endMs);
      if (!place) return [];
      const block = blockOf(listing, future, place.length >= LEAST_SHARE);
      block.style.setProperty("--at", String(place.at));
      block.style.setProperty("--length", String(place.length));
      block.style.setProperty("--hue", String(hueOf(listing.set)));
      track.append(block);
      return [{ listing, block }];
    });
    this.#rows.set(position, cells);
    this.#tracks.set(position, track);
    const head = element("div", { class: "timeline-position", role: "rowheader" }, element("span", {}, "Position "), String(position));
    return element("div", { class: "timeline-row", role: "row" }, head, track);
  }

  /**
   * Keeps the selection and the focus over a new drawing; without one, the first block can be reached by Tab.
   * @param {Listing | undefined} kept
   * @param {number} first
   * @param {boolean} hadFocus
   */
  #restore(kept, first, hadFocus) {
    const row = this.#rows.get(kept?.position ?? first) ?? [];
    const same = row.find(({ listing }) => listing.startMs === kept?.startMs);
    const next = (this.#left < 0 ? row.at(-1) : row[0]) ?? [...this.#rows.values()].flat()[0];
    this.#left = 0;
    const cell = same ?? next;
    if (!cell) return;
    if (same || (hadFocus && kept)) this.#mark(cell);
    else cell.block.tabIndex = 0;
    if (hadFocus) cell.block.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  #choose({ target }) {
    const cell = this.#cellOf(target);
    if (cell) this.#go(cell);
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const current = this.#cellOf(event.target);
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = this.#rows.get(current.listing.position) ?? [];
    const index = row.indexOf(current);
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const ups = { ArrowDown: 1, ArrowUp: -1 };
    const step = /** @type {Record<string, -1 | 1>} */ (steps)[event.key];
    const up = /** @type {Record<string, -1 | 1>} */ (ups)[event.key];
    const ends = /** @type {Record<string, Cell | undefined>} */ ({ Home: row[0], End: row.at(-1) });
    if (step === undefined && up === undefined && !(event.key in ends) && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (step && !row[index + step]) {
      this.#left = step;
      return this.#leave(step);
    }
    const cell = step ? row[index + step] : up ? this.#beside(current.listing, up) : ends[event.key] ?? current;
    if (cell) this.#go(cell);
  }

  /**
   * What another position shows when this one begins.
   * @param {Listing} listing
   * @param {-1 | 1} up
   */
  #beside({ position, startMs }, up) {
    const cells = this.#rows.get(position + up) ?? [];
    const found = listingAt(cells.map(({ listing }) => listing), Math.max(startMs, this.#scale?.fromMs ?? startMs));
    return cells.find(({ listing }) => listing === found);
  }

  /** @param {Cell} cell */
  #go(cell) {
    for (const { block } of [...this.#rows.values()].flat()) {
      if (block.tabIndex === 0) block.tabIndex = -1;
      block.removeAttribute("aria-selected");
    }
    this.#mark(cell);
    cell.block.focus();
  }

  /** @param {Cell} cell */
  #mark(cell) {
    this.#selected = cell;
    cell.block.tabIndex = 0;
    cell.block.setAttribute("aria-selected", "true");
    this.#select(cell.listing);
  }
}

/**
 * @param {Listing} listing
 * @param {Future} future
 * @param {boolean} isWide whether a picture may have room; the style sheet hides it where it has none
 */
function blockOf(listing, { offsetMs }, isWide) {
  const classes = ["timeline-block", !listing.decided && "is-open", listing.planned && "is-planned", listing.withdrawn && "is-withdrawn"].filter(Boolean);
  const times = `${timeOfDay(listing.startMs + offsetMs)} to ${timeOfDay(listing.endMs + offsetMs)}`;
  const state = [listing.planned && "planned", listing.decided ? "decided" : "can still change", listing.withdrawn && "withdrawn from sale"].filter(Boolean).join(", ");
  const label = `${listing.name}, ${money(listing.price, listing.currency)}, ${times}, ${state}`;
  const marks = [listing.planned && "◆", listing.withdrawn && "⊘"].filter(Boolean);
  const mark = marks.length ? [element("span", { class: "timeline-mark", "aria-hidden": "true" }, marks.join(" "))] : [];
  return element("div", { class: classes.join(" "), role: "gridcell", tabindex: -1, "aria-label": label, title: label },
    ...(isWide ? itemPicture(listing.master, PICTURE) : []), ...mark, element("span", { class: "timeline-name", "aria-hidden": "true" }, listing.name));
}

/** @param {TimeScale} scale */
function axis(scale) {
  const marks = scale.marks().map((ms) => {
    const mark = element("span", { class: "timeline-tick" }, hourAndMinute(ms + scale.offsetMs));
    mark.style.setProperty("--at", String(scale.at(ms)));
    return mark;
  });
  return element("div", { class: "timeline-axis", "aria-hidden": "true" }, element("div", { class: "timeline-track" }, ...marks));
}
