// @ts-check
/** A field in which somebody types a part of an item's name, id or set, and chooses from what fits. */

import { element } from "./element.js";
import { itemPicture } from "./item-picture.js";

/** @typedef {import("./catalogue.js").Item} Item */

const SHOWN = 8;
/** The box of the chosen item's picture. */
const PICTURE = 48;

export class ItemSearch {
  #items;
  #change;
  #list = element("ul", { id: "item-choices", class: "choices", role: "listbox", "aria-label": "What fits" });
  #input = element("input", {
    id: "item-search", role: "combobox", "aria-controls": "item-choices", "aria-expanded": "false", "aria-autocomplete": "list",
    autocomplete: "off", spellcheck: "false", required: true, placeholder: "Name, id or set",
  });
  #chosen = element("p", { class: "chosen quiet" });
  /** @type {Item[]} */
  #found = [];
  #marked = -1;
  /** The id of the item that is chosen. */
  #value = "";

  /**
   * @param {Item[]} items
   * @param {string} id what is chosen first
   * @param {() => void} change
   */
  constructor(items, id, change) {
    this.#items = items;
    this.#change = change;
    this.element = element("div", { class: "field search" }, element("label", { for: "item-search" }, "Item"), this.#input, this.#list, this.#chosen);
    this.#input.addEventListener("input", () => this.#search());
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#input.addEventListener("blur", () => this.#close());
    // Before the field loses the focus, and closes the list.
    this.#list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      this.#choose(this.#found[[...this.#list.children].indexOf(/** @type {Element} */ (option))]);
    });
    this.#list.hidden = true;
    this.#take(id);
  }

  get value() {
    return this.#value;
  }

  /**
   * Another version's catalogue takes the place of the one that is searched. What was chosen or typed stays.
   * @param {Item[]} items
   */
  renew(items) {
    this.#items = items;
    if (this.#value) this.#take(this.#value);
  }

  /** @param {string} id */
  #take(id) {
    const item = this.#items.find((one) => one.id === id);
    this.#value = id;
    this.#input.value = item?.name ?? id;
    this.#input.setCustomValidity(id ? "" : "Choose an item from the list.");
    const told = item
      ? `${item.id}, of the set ${item.set}, released ${item.released.replace("T", ", ")}`
      : id && "The catalogue doesn’t have this item.";
    this.#chosen.replaceChildren(...itemPicture(item?.master, PICTURE), told);
  }

  #search() {
    const text = this.#input.value.trim().toLowerCase();
    const fits = this.#items.filter(({ id, name, set }) => text && [id, name, set].some((part) => part.toLowerCase().includes(text)));
    // What begins with the text comes first, and what is called just so before all.
    const rank = (/** @type {Item} */ { id, name }) => {
      const words = [id, name.toLowerCase()];
      return words.includes(text) ? 0 : words.some((word) => word.startsWith(text)) ? 1 : 2;
    };
    this.#found = fits.sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN);
    this.#value = "";
    this.#input.setCustomValidity("Choose an item from the list.");
    this.#chosen.textContent = text && fits.length === 0 ? "Nothing fits." : fits.length > SHOWN ? `${fits.length} items fit; type more.` : "";
    this.#list.replaceChildren(...this.#found.map(({ id, name, set }, index) => element(
      "li", { role: "option", id: `item-choices-${index}`, "aria-selected": "false" }, name, element("span", { class: "quiet" }, ` ${id}, ${set}`))));
    this.#mark(this.#found.length ? 0 : -1);
    this.#change();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (this.#list.hidden) return;
    const count = this.#found.length;
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowDown: () => this.#mark((this.#marked + 1) % count),
      ArrowUp: () => this.#mark((this.#marked + count - 1) % count),
      Enter: () => this.#choose(this.#found[this.#marked]),
      Escape: () => this.#close(),
    });
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  /** @param {number} index the option that Enter takes; -1 for none, which closes the list */
  #mark(index) {
    this.#marked = index;
    this.#list.hidden = index < 0;
    this.#input.setAttribute("aria-expanded", String(index >= 0));
    for (const [at, option] of [...this.#list.children].entries()) option.setAttribute("aria-selected", String(at === index));
    if (index < 0) return this.#input.removeAttribute("aria-activedescendant");
    this.#input.setAttribute("aria-activedescendant", `item-choices-${index}`);
    this.#list.children[index].scrollIntoView({ block: "nearest" });
  }

  /** @param {Item | undefined} item */
  #choose(item) {
    if (!item) return;
    this.#take(item.id);
    this.#close();
    this.#change();
  }

  #close() {
    this.#mark(-1);
  }
}
