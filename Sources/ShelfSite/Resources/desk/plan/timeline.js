// @ts-check
/** The listings as blocks on a line for each position, or for each item. Arrow keys go from one to the next. */

import { element } from "../frame/element.js";
import { timeOfDay } from "../frame/format.js";
import { local } from "../frame/zone.js";
import { byPosition, isListing, listingAt } from "./future.js";
import { passedIn, rowsOf } from "./passed.js";
import { axis, itemBlock, itemHead, listingBlock, passedBlock, positionHead } from "./timeline-blocks.js";

/** @typedef {import("./future.js").Future} Future */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./future.js").Passed} Passed */
/** @typedef {import("./item-rows.js").ItemRow} ItemRow */
/** @typedef {import("./time-scale.js").TimeScale} TimeScale */
/** @typedef {number | string} RowKey a position, the number of a row of what was planned at any position, or an item's id */
/** @typedef {{ startMs: number, endMs: number, shown: (Listing | Passed)[], block: HTMLElement | undefined }} Drawn */
/** @typedef {Drawn & { row: RowKey, block: HTMLElement }} Cell what a block stands for: one thing, or several of one item */

export class Timeline {
  #grid = element("div", { class: "timeline", role: "grid" });
  #now = element("div", { class: "timeline-now", "aria-hidden": "true" }, element("span", {}, "now"));
  #select;
  #leave;
  #ghost = element("div", { class: "timeline-ghost", "aria-hidden": "true" });
  /**
   * From top to bottom, each in the order of time.
   * @type {Map<RowKey, Cell[]>}
   */
  #rows = new Map();
  /**
   * By position; empty where rows are items, which nothing can be dragged to.
   * @type {Map<number, HTMLElement>}
   */
  #tracks = new Map();
  /** @type {Cell | undefined} */
  #selected;
  /** @type {TimeScale | undefined} */
  #scale;
  /** To which side somebody has just gone beyond what was shown. */
  #left = 0;

  /**
   * @param {(shown: (Listing | Passed)[]) => void} select gets what a person has chosen
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

  /**
   * @param {EventTarget | null} target
   * @returns {Listing | undefined} `undefined` for a block that isn't one listing
   */
  listingOf(target) {
    const shown = this.#cellOf(target)?.shown ?? [];
    return shown.length === 1 && isListing(shown[0]) ? shown[0] : undefined;
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
    this.#ghost.textContent = timeOfDay(local(placed.startMs, this.#scale.zone));
    track.append(this.#ghost);
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const block = target instanceof Element ? target.closest(".timeline-block") : null;
    return this.#cells.find((one) => one.block === block);
  }

  /**
   * @param {Future} future
   * @param {TimeScale} scale
   * @param {{ first: number, last: number, zoom: string, items?: ItemRow[] }} view the positions to show, or else the
   * items, and the zoom's id
   */
  draw(future, scale, { first, last, zoom, items }) {
    this.#grid.dataset.zoom = zoom;
    this.#grid.dataset.by = items ? "item" : "position";
    this.#grid.ariaLabel = `Listings by ${this.#grid.dataset.by} and time`;
    const kept = this.#selected;
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#scale = scale;
    this.#selected = undefined;
    this.#rows.clear();
    this.#tracks.clear();
    const lines = items ? this.#itemLines(items, scale) : this.#positionLines(future, scale, { first, last });
    this.#grid.replaceChildren(axis(scale), ...lines, this.#now);
    this.#restore(kept, first, hadFocus);
  }

  /**
   * Gives the focus to the first listing that is meant, and chooses it.
   * @param {(listing: Listing) => boolean} isMeant
   * @returns {boolean} whether one is in sight
   */
  focus(isMeant) {
    const cell = this.#cells.find(({ shown }) => shown.some((one) => isListing(one) && isMeant(one)));
    if (cell) this.#go(cell);
    return cell !== undefined;
  }

  /** Gives the focus to the listing that Tab would reach. */
  focusStop() {
    this.#cells.find(({ block }) => block.tabIndex === 0)?.block.focus({ preventScroll: true });
  }

  /** The listings that are in sight. */
  get listings() {
    return this.#cells.flatMap(({ shown }) => shown.filter(isListing));
  }

  get #cells() {
    return [...this.#rows.values()].flat();
  }

  /** @param {number} nowMs */
  showNow(nowMs) {
    const at = this.#scale?.at(nowMs) ?? -1;
    this.#now.hidden = at < 0 || at > 1;
    this.#now.style.setProperty("--at", String(at));
  }

  /**
   * @param {Future} future
   * @param {TimeScale} scale
   * @param {{ first: number, last: number }} positions
   */
  #positionLines(future, scale, { first, last }) {
    const rows = byPosition(future.listings);
    const passed = passedIn(future, scale);
    const lines = [];
    const passedCells = (/** @type {Passed[]} */ spans) => spans.map((one) => ({ ...one, shown: [one], block: passedBlock(one, scale) }));
    for (let position = first; position <= last; position += 1) {
      const listings = (rows.get(position) ?? []).map((one) => ({ ...one, shown: [one], block: listingBlock(one, scale) }));
      // Listings stand above, since they are what was really shown.
      const drawn = [...passedCells(passed.filter((one) => one.position === position)), ...listings];
      const { line, track } = this.#line(position, positionHead(position), drawn);
      this.#tracks.set(position, track);
      lines.push(line);
    }
    for (const [index, spans] of rowsOf(passed.filter(({ position }) => position === undefined)).entries()) {
      lines.push(this.#line(last + 1 + index, positionHead(undefined), passedCells(spans)).line);
    }
    return lines;
  }

  /**
   * @param {ItemRow[]} items
   * @param {TimeScale} scale
   */
  #itemLines(items, scale) {
    return items.map((row) => this.#line(row.item, itemHead(row), row.blocks.map((one) => ({ ...one, block: itemBlock(one, scale) }))).line);
  }

  /**
   * @param {RowKey} row
   * @param {HTMLElement} head
   * @param {Drawn[]} drawn
   */
  #line(row, head, drawn) {
    const track = element("div", { class: "timeline-track" });
    /** @type {Cell[]} */
    const cells = drawn.flatMap(({ startMs, endMs, shown, block }) => block ? [{ row, startMs, endMs, shown, block }] : []);
    track.append(...cells.map(({ block }) => block));
    this.#rows.set(row, cells.sort((one, other) => one.startMs - other.startMs));
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
    const same = this.#cells.find(({ shown }) => shown.some((one) => kept?.shown.some((former) => isSame(one, former))));
    const next = (this.#left < 0 ? row.at(-1) : row[0]) ?? this.#cells[0];
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
    const rows = [...this.#rows.values()];
    let next = [...this.#rows.keys()].indexOf(row) + up;
    while (rows[next]?.length === 0) next += up;
    return listingAt(rows[next] ?? [], Math.max(startMs, this.#scale?.fromMs ?? startMs));
  }

  /** @param {Cell} cell */
  #go(cell) {
    for (const { block } of this.#cells) {
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
    this.#select(cell.shown);
  }
}

/**
 * Whether it stands at the same place, even if another item does by now.
 * @param {Listing | Passed} one
 * @param {Listing | Passed} other
 */
function isSame(one, other) {
  return one.position === other.position && one.startMs === other.startMs && (one.position !== undefined || one.item === other.item);
}
