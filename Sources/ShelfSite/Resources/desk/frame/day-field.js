// @ts-check

import { element, field } from "./element.js";

/** Keys by which somebody types a date, part by part. */
const TYPES = /^(?:\d|Backspace|Delete|ArrowUp|ArrowDown)$/;
const WHOLE = /^\d{4}-\d\d-\d\d$/;
/** Before it a year has not all its digits, or nothing was kept. */
const FIRST = "1970-01-01";

/**
 * A field for a date. One that is chosen in the calendar counts at once. While somebody types, each digit makes another
 * date, so a typed one counts when Enter is pressed or the field is left; what is no whole date then goes.
 */
export class DayField {
  #input;
  #value = "";
  #isTyped = false;
  #take;

  /**
   * @param {string} id
   * @param {(date: string) => void} take is called with another date, such as 2026-11-22
   */
  constructor(id, take) {
    this.#take = take;
    this.#input = element("input", { id, type: "date", min: FIRST });
    this.element = field("Day", this.#input);
    this.#input.addEventListener("keydown", ({ key, altKey }) => {
      if (TYPES.test(key) && !altKey) this.#isTyped = true;
      if (key === "Enter") this.#finish();
    });
    this.#input.addEventListener("change", () => this.#isTyped || this.#finish());
    this.#input.addEventListener("blur", () => this.#finish());
  }

  /** The date that counts. */
  get value() {
    return this.#value;
  }

  set value(date) {
    this.#value = date;
    this.#isTyped = false;
    if (this.#input.value !== date) this.#input.value = date;
  }

  /** @param {string} date the last day that can be chosen */
  set max(date) {
    this.#input.max = date;
  }

  #finish() {
    const date = this.#input.value;
    const isWhole = WHOLE.test(date) && date >= FIRST;
    const isOther = isWhole && date !== this.#value;
    this.value = isWhole ? date : this.#value;
    if (isOther) this.#take(date);
  }
}
