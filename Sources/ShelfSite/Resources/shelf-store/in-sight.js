// @ts-check
/** Which positions of a long shelf are drawn: the first hundred, and beyond them those in sight and some around them. */

/** A shelf of up to this many positions is drawn in whole. */
export const ALWAYS_DRAWN = 100;
/** So many are drawn before and behind those in sight: the keyboard and a short way of scrolling find them there. */
const AROUND = 50;

export class InSight {
  /** @type {Map<Element, number>} positions by the elements that are watched */
  #watched = new Map();
  /** @type {Set<number>} the watched positions in sight */
  #seen = new Set();
  #from = Infinity;
  #to = -Infinity;
  #list;
  #changed;
  #observer = new IntersectionObserver((entries) => this.#look(entries));
  #size = new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => this.#list.style.setProperty("--undrawn", `${blockSize}px`));

  /**
   * @param {HTMLElement} list the positions' parent. Its property `--undrawn` says how high a position is that isn't drawn.
   * @param {() => void} changed is called when other positions are to be drawn than before
   */
  constructor(list, changed) {
    this.#list = list;
    this.#changed = changed;
  }

  /** @param {number} position */
  draws(position) {
    return position < ALWAYS_DRAWN || (this.#from <= position && position <= this.#to);
  }

  /**
   * Watches what stands at a position; it may be replaced by another element.
   * @param {number} position
   * @param {Element} element
   */
  watch(position, element) {
    if (position < ALWAYS_DRAWN - AROUND) return;
    this.#watched.set(element, position);
    this.#observer.observe(element);
    if (position === ALWAYS_DRAWN) this.#size.observe(/** @type {Element} */ (this.#list.firstElementChild));
  }

  /** @param {Element} element */
  unwatch(element) {
    this.#seen.delete(this.#watched.get(element) ?? -1);
    this.#watched.delete(element);
    this.#observer.unobserve(element);
  }

  /** Watches nothing any more. */
  stop() {
    this.#observer.disconnect();
    this.#size.disconnect();
    this.#watched.clear();
    this.#seen.clear();
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #look(entries) {
    for (const { target, isIntersecting } of entries) {
      const position = this.#watched.get(target);
      if (position === undefined) continue;
      if (isIntersecting) this.#seen.add(position);
      else this.#seen.delete(position);
    }
    let [first, last] = [Infinity, -Infinity];
    for (const position of this.#seen) [first, last] = [Math.min(first, position), Math.max(last, position)];
    const [from, to] = [first - AROUND, last + AROUND];
    if (from === this.#from && to === this.#to) return;
    [this.#from, this.#to] = [from, to];
    this.#changed();
  }
}
