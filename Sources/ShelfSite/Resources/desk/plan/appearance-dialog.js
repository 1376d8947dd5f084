// @ts-check
/** Asks what shall appear, where, when and for how long, and shows what the server says of it before it is saved. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { ItemSearch } from "./item-search.js";
import { DAYS, planPath } from "./plan.js";
import { TrialView } from "./trial-view.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./item-search.js").Item} Item */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanChange} PlanChange */

/** How long somebody pauses before the server is asked, so that it isn't asked for every letter. */
const PAUSE_MS = 400;
const ANY = "";

/**
 * @typedef {object} Task
 * @property {DeskAPI} api
 * @property {Plan} plan
 * @property {Item[]} items
 * @property {number} [index] which appearance is changed; one is added when it is missing
 * @property {Appearance} given what stands in the fields first
 * @property {(change: PlanChange) => Promise<void>} save
 * @property {() => void} closed is called however the dialog ends
 */

export class AppearanceDialog {
  #task;
  #item;
  #trial;
  #position = element("select", { id: "plan-position" });
  #from = element("input", { id: "plan-from", type: "datetime-local", step: 1, required: true });
  #at = element("input", { id: "plan-at", placeholder: "18:00, 21:00", autocomplete: "off" });
  #first = element("input", { id: "plan-first", type: "date" });
  #last = element("input", { id: "plan-last", type: "date" });
  #days = DAYS.map((day) => element("input", { type: "checkbox", name: "day", value: day }));
  #kinds = ["once", "weekly"].map((kind) => element("input", { type: "radio", name: "kind", value: kind }));
  #length = element("input", { id: "plan-for", required: true, autocomplete: "off", placeholder: "20m" });
  #within = element("input", { id: "plan-within", autocomplete: "off", placeholder: "not at all" });
  #once = element("div", { class: "fields" }, field("From, in the store’s time", this.#from));
  #weekly = element("div", { class: "fields" },
    element("div", { class: "chips", role: "group", "aria-label": "Days; none are all" }, ...this.#days.map((day) => chip(day, day.value[0].toUpperCase() + day.value.slice(1)))),
    field("At, times of the day", this.#at), field("First day, if any", this.#first), field("Last day, if any", this.#last));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the questions, so that a late answer to an old one isn't shown. */
  #asked = 0;

  /** @param {Task} task */
  constructor(task) {
    this.#task = task;
    const { plan, items, index, given } = task;
    const nameOf = (/** @type {string} */ id) => items.find((item) => item.id === id)?.name ?? id;
    this.#item = new ItemSearch(items, given.item, () => this.#changed());
    this.#trial = new TrialView(plan, index ?? plan.appearances.length, nameOf);
    this.#position.append(element("option", { value: ANY }, "any"),
      ...Array.from({ length: plan.positions }, (_, at) => element("option", { value: at + 1 }, String(at + 1))));
    this.#fill(given);
  }

  open() {
    const { index, given, closed } = this.#task;
    const isNew = index === undefined;
    const kinds = element("div", { class: "chips", role: "radiogroup", "aria-label": "How often" },
      chip(this.#kinds[0], "Once"), chip(this.#kinds[1], "Again and again"));
    const dialog = confirm({
      title: isNew ? "Plan an appearance" : "Change an appearance",
      text: "The listing before ends at that second, and everything else is drawn around it.",
      action: isNew ? "Plan it" : "Change it",
      kind: "is-wide",
      fields: [
        this.#item.element,
        element("div", { class: "fields" }, field("Position", this.#position), field("For how long", this.#length), field("Later by up to", this.#within)),
        kinds, this.#once, this.#weekly, this.#trial.element,
      ],
      suggestion: isNew ? "" : `move ${given.item}`,
      act: ({ reason }) => this.#save(reason),
    });
    dialog.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && target.id.endsWith("-reason")) return;
      this.#showKind();
      this.#changed();
    });
    dialog.addEventListener("close", () => {
      clearTimeout(this.#timer);
      this.#asked += 1;
      closed();
    });
    this.#try();
  }

  /** @param {Appearance} appearance */
  #fill({ position, from = "", at, days = [], until = "", for: length, within = "" }) {
    this.#position.value = position === undefined ? ANY : String(position);
    this.#length.value = length;
    this.#within.value = within;
    this.#kinds[at ? 1 : 0].checked = true;
    if (at) this.#first.value = from;
    else this.#from.value = from;
    this.#at.value = at?.join(", ") ?? from.slice(11);
    this.#last.value = until;
    for (const day of this.#days) day.checked = days.includes(day.value);
    this.#showKind();
  }

  #showKind() {
    const isWeekly = this.#kinds[1].checked;
    this.#once.hidden = isWeekly;
    this.#weekly.hidden = !isWeekly;
    this.#from.required = !isWeekly;
    this.#at.required = isWeekly;
  }

  /** @returns {Appearance} */
  #appearance() {
    const days = this.#days.filter(({ checked }) => checked).map(({ value }) => value);
    const times = this.#at.value.split(",").map((time) => time.trim()).filter(Boolean);
    const when = this.#kinds[1].checked
      ? { at: times, days: days.length ? days : undefined, from: this.#first.value || undefined, until: this.#last.value || undefined }
      : { from: this.#from.value.replace(/(T\d\d:\d\d):00$/, "$1") };
    return {
      item: this.#item.value, position: this.#position.value === ANY ? undefined : Number(this.#position.value), ...when,
      for: this.#length.value.trim(), within: this.#within.value.trim() || undefined,
    };
  }

  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), PAUSE_MS);
  }

  /** Asks the server what it would say, once everything is there that it needs. */
  async #try() {
    const { api, plan, index } = this.#task;
    const appearance = this.#appearance();
    const asked = (this.#asked += 1);
    if (!appearance.item || !appearance.for || !(appearance.from || appearance.at?.length)) return this.#trial.clear();
    try {
      const trial = await api.send("POST", `${planPath(plan.store)}/try`, { body: { base: plan.version, index, appearance } });
      if (asked === this.#asked) this.#trial.show(trial);
    } catch (error) {
      if (asked === this.#asked) this.#trial.showFault(error instanceof DeskError ? error.message : String(error));
    }
  }

  /** @param {string} reason */
  async #save(reason) {
    clearTimeout(this.#timer);
    await this.#task.save({ index: this.#task.index, appearance: this.#appearance(), reason });
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {string} title
 */
function chip(input, title) {
  return element("label", { class: "chip" }, input, title);
}
