// @ts-check
/**
 * Somebody chooses a place on the time line, by dragging or with the arrow keys: for a planned appearance that is
 * there, or for a new one. What the place would be is shown beside; nothing is changed before it is taken.
 */

/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * What is placed. Of a listing that was planned, all that belongs to it, which may be several listings in a row.
 * @typedef {object} Placed
 * @property {Listing} [listing] `undefined` for something new
 * @property {number} position
 * @property {number} startMs
 * @property {number} endMs
 */

/**
 * @typedef {object} PlacingActs
 * @property {(listing: Listing) => { startMs: number, endMs: number } | undefined} span of what can be moved, from the
 * time that the plan names; `undefined` for a listing that wasn't planned
 * @property {(ms: number) => number} snap an instant nearby that a person would choose
 * @property {(placed: Placed) => void} show tells where it is now
 * @property {(placed: Placed, movedMs: number) => void} take opens what asks for the rest
 * @property {() => void} cancelled
 */

/** How far a pointer goes before it drags, so that a tap stays a tap. In pixels. */
const SLOP = 6;

export class Placing {
  #timeline;
  #acts;
  #stepMs;
  /** @type {{ pointer: number, x: number, y: number, ms: number, position: number, origin: Placed | undefined } | undefined} */
  #press;
  /** @type {{ origin: Placed | undefined, placed: Placed } | undefined} */
  #held;

  /**
   * @param {Timeline} timeline
   * @param {PlacingActs} acts
   * @param {() => number} stepMs how far an arrow key goes
   */
  constructor(timeline, acts, stepMs) {
    this.#timeline = timeline;
    this.#acts = acts;
    this.#stepMs = stepMs;
    const grid = timeline.element;
    grid.classList.add("is-editable");
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", () => this.cancel());
    // Before the time line takes them as the way to another listing.
    grid.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  cancel() {
    this.#press = undefined;
    if (!this.#held) return;
    this.#let();
    this.#acts.cancelled();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary || this.#held) return;
    const spot = this.#timeline.spotAt(event.clientX, event.clientY);
    if (!spot) return;
    this.#press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, ...spot, origin: this.#originOf(this.#timeline.listingOf(event.target)) };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    if (!this.#held && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLOP) return;
    // So that the click that follows is the time line's, and chooses no listing.
    if (!this.#held) this.#timeline.element.setPointerCapture(press.pointer);
    const spot = this.#timeline.spotAt(event.clientX, event.clientY, { isClamped: true });
    if (spot) this.#hold(press.origin, press.origin ? this.#shifted(press.origin, spot.ms - press.ms, spot.position) : this.#stretched(press, spot.ms));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#press?.pointer) return;
    this.#press = undefined;
    this.#take();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] });
    const way = ways[event.key];
    if (this.#held) {
      if (way) this.#nudge(...way);
      else if (event.key === "Enter") this.#take();
      else if (event.key === "Escape") this.cancel();
      else return;
    } else {
      const origin = this.#originOf(this.#timeline.listingOf(event.target));
      const isPickedUp = event.shiftKey && way && origin && this.#timeline.hasRow(origin.position);
      if (!origin || !(isPickedUp || event.key === "Enter")) return;
      this.#hold(origin, origin);
      if (way) this.#nudge(...way);
      else this.#take();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {number} steps
   * @param {number} rows
   */
  #nudge(steps, rows) {
    if (!this.#held) return;
    const { origin, placed } = this.#held;
    if (!origin) return;
    const position = this.#timeline.hasRow(placed.position + rows) ? placed.position + rows : placed.position;
    const lengthMs = placed.endMs - placed.startMs;
    const startMs = placed.startMs + steps * this.#stepMs();
    this.#hold(origin, { ...placed, position, startMs, endMs: startMs + lengthMs });
  }

  /**
   * @param {Listing | undefined} listing
   * @returns {Placed | undefined}
   */
  #originOf(listing) {
    const span = listing && this.#acts.span(listing);
    return listing && span ? { listing, position: listing.position, ...span } : undefined;
  }

  /**
   * @param {Placed} origin
   * @param {number} byMs
   * @param {number} position
   * @returns {Placed}
   */
  #shifted(origin, byMs, position) {
    const startMs = this.#acts.snap(origin.startMs + byMs);
    return { ...origin, position, startMs, endMs: startMs + origin.endMs - origin.startMs };
  }

  /**
   * @param {{ ms: number, position: number }} press
   * @param {number} ms
   * @returns {Placed}
   */
  #stretched(press, ms) {
    const [startMs, endMs] = [this.#acts.snap(Math.min(press.ms, ms)), this.#acts.snap(Math.max(press.ms, ms))];
    return { position: press.position, startMs, endMs: Math.max(endMs, startMs + this.#stepMs()) };
  }

  /**
   * @param {Placed | undefined} origin
   * @param {Placed} placed
   */
  #hold(origin, placed) {
    this.#held = { origin, placed };
    this.#timeline.element.classList.add("is-placing");
    this.#timeline.showGhost(placed);
    this.#acts.show(placed);
  }

  #take() {
    const held = this.#held;
    if (!held) return;
    this.#let();
    this.#acts.take(held.placed, held.placed.startMs - (held.origin?.startMs ?? held.placed.startMs));
  }

  #let() {
    this.#held = undefined;
    this.#timeline.element.classList.remove("is-placing");
    this.#timeline.showGhost(undefined);
  }
}
