// @ts-check
/** The listings as blocks on a line for each position. Arrow keys go from one to the next. */

import { element } from "../frame/element.js";
import { timeOfDay } from "../frame/format.js";
import { byPosition, listingAt } from "./future.js";
import { passedIn, rowsOf } from "./passed.js";
import { axis, listingBlock, passedBlock } from "./timeline-blocks.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */
/** @typedef {import("./time-scale.js").TimeScale} TimeScale */
/** @typedef {{ row: number, listing: Listing, passed?: undefined }} ListingCell */
/** @typedef {{ row: number, listing?: undefined, passed: Passed }} PassedCell */
/** @typedef {(ListingCell | PassedCell) & { startMs: number, endMs: number, block: HTMLElement }} Cell */

export class Timeline {
  #grid = element("div", { class: "timeline", role: "grid", "aria-label": "Listings by position and time" });
  #now = element("div", { class: "timeline-now", "aria-hidden": "true" }, element("span", {}, "now"));
  #select;
  #leave;
  #ghost = element("div", { class: "timeline-ghost", "aria-hidden": "true" });
  /**
   * By position, in the order of time; after them the rows of what was planned at any position.
   * @type {Map<number, Cell[]>}
   */
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
   * @param {(cell: ListingCell | PassedCell) => void} select is called with what somebody looks at
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
    const kept = this.#selected;
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#scale = scale;
    this.#selected = undefined;
    this.#rows.clear();
    this.#tracks.clear();
    const rows = byPosition(future.listings);
    const passed = passedIn(future, scale);
    const lines = [];
    for (let position = first; position <= last; position += 1) {
      const { line, track } = this.#line({ row: position, listings: rows.get(position) ?? [], passed: passed.filter((one) => one.position === position) }, scale);
      this.#tracks.set(position, track);
      lines.push(line);
    }
    for (const [index, spans] of rowsOf(passed.filter(({ position }) => position === undefined)).entries()) {
      lines.push(this.#line({ row: last + 1 + index, listings: [], passed: spans }, scale).line);
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
    const cell = [...this.#rows.values()].flat().find(({ listing }) => listing && isMeant(listing));
    if (cell) this.#go(cell);
    return cell !== undefined;
  }

  /** Gives the focus to the listing that Tab would reach. */
  focusStop() {
    [...this.#rows.values()].flat().find(({ block }) => block.tabIndex === 0)?.block.focus({ preventScroll: true });
  }

  /** The listings that are in sight. */
  get listings() {
    return [...this.#rows.values()].flat().flatMap(({ listing }) => listing ?? []);
  }

  /** @param {number} nowMs */
  showNow(nowMs) {
    const at = this.#scale?.at(nowMs) ?? -1;
    this.#now.hidden = at < 0 || at > 1;
    this.#now.style.setProperty("--at", String(at));
  }

  /**
   * @param {{ row: number, listings: Listing[], passed: Passed[] }} shown
   * @param {TimeScale} scale
   */
  #line({ row, listings, passed }, scale) {
    const track = element("div", { class: "timeline-track" });
    /** @type {Cell[]} */
    const cells = [
      // Below the listings, which are what was really shown.
      ...passed.flatMap((one) => cell({ row, passed: one }, one, passedBlock(one, scale))),
      ...listings.flatMap((one) => cell({ row, listing: one }, one, listingBlock(one, scale))),
    ];
    track.append(...cells.map(({ block }) => block));
    this.#rows.set(row, cells.sort((one, other) => one.startMs - other.startMs));
    const isAny = passed.length > 0 && passed[0].position === undefined;
    const title = isAny ? ["any", element("span", {}, " position")] : [element("span", {}, "Position "), String(row)];
    const head = element("div", { class: "timeline-position", role: "rowheader" }, ...title);
    return { track, line: element("div", { class: "timeline-row", role: "row" }, head, track) };
  }

  /**
   * Keeps the selection and the focus over a new drawing; without one, the first block can be reached by Tab.
   * @param {Cell | undefined} kept
   * @param {number} first
   * @param {boolean} hadFocus
   */
  #restore(kept, first, hadFocus) {
    const row = this.#rows.get(kept?.row ?? first) ?? [];
    const same = row.find(({ startMs }) => startMs === kept?.startMs);
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
    const row = this.#rows.get(current.row) ?? [];
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
    const cell = step ? row[index + step] : up ? this.#beside(current, up) : ends[event.key] ?? current;
    if (cell) this.#go(cell);
  }

  /**
   * What the next row that has something shows when this begins.
   * @param {Cell} cell
   * @param {-1 | 1} up
   */
  #beside({ row, startMs }, up) {
    let next = row + up;
    while (this.#rows.get(next)?.length === 0) next += up;
    return listingAt(this.#rows.get(next) ?? [], Math.max(startMs, this.#scale?.fromMs ?? startMs));
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
    this.#select(cell);
  }
}

/**
 * @param {ListingCell | PassedCell} shown
 * @param {{ startMs: number, endMs: number }} span
 * @param {HTMLElement | undefined} block
 * @returns {Cell[]} none where nothing of it is in sight
 */
function cell(shown, { startMs, endMs }, block) {
  return block ? [{ ...shown, startMs, endMs, block }] : [];
}
