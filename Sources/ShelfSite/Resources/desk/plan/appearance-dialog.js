// @ts-check
/** Asks what shall appear, where, when and for how long, and shows what the server says of it before it is saved. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { capitalized } from "../frame/format.js";
import { ItemSearch } from "../frame/item-search.js";
import { UndoneChoice } from "../frame/undone-choice.js";
import { storesTime } from "../frame/zone.js";
import { DAYS, indexOf, planPath } from "./plan.js";
import { TrialView } from "./trial-view.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/catalogue.js").Item} Item */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanChange} PlanChange */

/** How long somebody pauses before the server is asked, so that it isn't asked for every letter. */
const PAUSE_MS = 400;
const ANY = "";

/** @typedef {{ plan: Plan, items: Item[] }} Newest what the server had when it was asked last */

/**
 * What somebody has typed, which outlives a version and a session.
 * @typedef {object} Draft
 * @property {Appearance} given what stands in the fields
 * @property {Appearance} [original] which appearance is changed; one is added when it is missing
 * @property {string} [reason]
 * @property {string} [store] whose plan it is
 */

/**
 * @typedef {object} Task
 * @property {DeskAPI} api
 * @property {Draft} draft what stands in the fields first
 * @property {string} notice what to say above them; empty for nothing
 * @property {Newest} newest
 * @property {(plan: Plan, change: PlanChange) => Promise<void>} save
 * @property {() => Promise<Newest>} renew reads both again
 * @property {() => void} closed is called however the dialog ends
 */

const VANISHED = "Somebody has changed or removed the appearance that you were changing: “Plan it” adds yours to the plan as it is now.";

export class AppearanceDialog {
  #task;
  #item;
  #plan;
  #items;
  /**
   * Which appearance of the plan is changed; `undefined` when one is added.
   * @type {number | undefined}
   */
  #index;
  #choice = new UndoneChoice();
  #trial = new TrialView();
  #notice = element("p", { class: "plan-notice", role: "status" });
  /** @type {HTMLDialogElement | undefined} */
  #dialog;
  #position = element("select", { id: "plan-position" });
  #from = element("input", { id: "plan-from", type: "datetime-local", step: 1, required: true });
  #at = element("input", { id: "plan-at", placeholder: "18:00, 21:00", autocomplete: "off" });
  #first = element("input", { id: "plan-first", type: "date" });
  #last = element("input", { id: "plan-last", type: "date" });
  #days = DAYS.map((day) => element("input", { type: "checkbox", name: "day", value: day }));
  #kinds = ["once", "weekly"].map((kind) => element("input", { type: "radio", name: "kind", value: kind }));
  #length = element("input", { id: "plan-for", required: true, autocomplete: "off", placeholder: "20m" });
  #within = element("input", { id: "plan-within", autocomplete: "off", placeholder: "not at all" });
  #once = element("div", { class: "fields" });
  #weekly = element("div", { class: "fields" },
    element("div", { class: "chips", role: "group", "aria-label": "Days; none are all" }, ...this.#days.map((day) => chip(day, capitalized(day.value)))),
    field("At, times of the day", this.#at), field("First day, if any", this.#first), field("Last day, if any", this.#last));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the questions, so that a late answer to an old one isn't shown. */
  #asked = 0;

  /** @param {Task} task */
  constructor(task) {
    this.#task = task;
    const { newest: { plan, items }, draft: { given } } = task;
    this.#plan = plan;
    this.#items = items;
    this.#once.append(field(`From, in ${storesTime(plan.zone)}`, this.#from));
    this.#item = new ItemSearch(items, given.item, () => this.#changed());
    this.#offerPositions(given.position);
    this.#fill(given);
  }

  /** What was typed, for another try in another session. */
  get draft() {
    return { given: this.#appearance(), original: this.#task.draft.original, reason: this.#reason?.value, store: this.#plan.store };
  }

  open() {
    const { draft: { given, original, reason }, notice, closed } = this.#task;
    const isNew = !original;
    const kinds = element("div", { class: "chips", role: "radiogroup", "aria-label": "How often" },
      chip(this.#kinds[0], "Once"), chip(this.#kinds[1], "Again and again"));
    const dialog = confirm({
      title: isNew ? "Plan an appearance" : "Change an appearance",
      text: "The listing before ends at that second, and everything else is drawn around it.",
      action: isNew ? "Plan it" : "Change it",
      kind: "is-wide",
      fields: [
        this.#notice, this.#item.element,
        element("div", { class: "fields" }, field("Position", this.#position), field("For how long", this.#length), field("Later by up to", this.#within)),
        kinds, this.#once, this.#weekly, this.#trial.element,
      ],
      suggestion: reason ?? (isNew ? "" : `move ${given.item}`),
      act: ({ reason, isOther }) => this.#save(reason, isOther),
    });
    this.#dialog = dialog;
    this.#find(notice);
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

  /** @returns {HTMLInputElement | null | undefined} */
  get #reason() {
    return this.#dialog?.querySelector("input[id$='-reason']");
  }

  /**
   * @param {number | undefined} chosen is offered even where the plan has fewer
   */
  #offerPositions(chosen = 0) {
    this.#position.replaceChildren(element("option", { value: ANY }, "any"),
      ...Array.from({ length: Math.max(chosen, this.#plan.positions) }, (_, at) => element("option", { value: at + 1 }, String(at + 1))));
    this.#position.value = chosen ? String(chosen) : ANY;
  }

  /**
   * Finds what is changed in the plan. One that isn't there any more can't be changed, so this one is added.
   * @param {string} notice what to say besides
   */
  #find(notice) {
    const { original } = this.#task.draft;
    const index = original ? indexOf(this.#plan, original) : -1;
    this.#index = index < 0 ? undefined : index;
    const hasVanished = original !== undefined && index < 0;
    this.#notice.textContent = [notice, hasVanished && VANISHED].filter(Boolean).join(" ");
    this.#offer();
  }

  /** @param {{ over?: number, scheduled?: number }} undone what is known of what would be undone */
  #offer({ over, scheduled } = {}) {
    const action = this.#index === undefined ? "Plan it" : "Change it";
    this.#choice.offer(this.#dialog, { action: over === undefined ? action : `${action} all the same`, over, scheduled });
  }

  /**
   * Goes on with the newest plan when somebody has published meanwhile. What was typed stays.
   * @returns {Promise<boolean>} whether there is a newer one; where several servers follow each other, one may not have
   * it yet
   */
  async #renew() {
    const { plan, items } = await this.#task.renew();
    if (plan.version === this.#plan.version) return false;
    this.#plan = plan;
    this.#items = items;
    this.#item.renew(items);
    this.#offerPositions(Number(this.#position.value));
    this.#find(`Somebody has published version ${plan.version} since you opened this. What you typed is kept, and belongs to that version now.`);
    return true;
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
    this.#offer();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), PAUSE_MS);
  }

  /** Asks the server what it would say, once everything is there that it needs. */
  async #try() {
    // The end of the session takes the dialog away, with the time still running.
    if (!this.#dialog?.isConnected) return;
    const plan = this.#plan;
    const index = this.#index;
    const appearance = this.#appearance();
    const asked = (this.#asked += 1);
    if (!appearance.item || !appearance.for || !(appearance.from || appearance.at?.length)) return this.#trial.clear();
    try {
      const trial = await this.#task.api.send("POST", `${planPath(plan.store)}/try`, { body: { base: plan.version, index, appearance } });
      const nameOf = (/** @type {string} */ id) => this.#items.find((item) => item.id === id)?.name ?? id;
      if (asked === this.#asked) this.#trial.show(trial, { plan, index: index ?? plan.appearances.length, nameOf });
    } catch (error) {
      if (asked === this.#asked) await this.#triedInVain(error);
    }
  }

  /** @param {unknown} error */
  async #triedInVain(error) {
    const isConflict = error instanceof DeskError && error.isConflict;
    try {
      if (!isConflict || !await this.#renew()) throw error;
    } catch (fault) {
      return this.#trial.showFault(fault instanceof DeskError ? fault.message : String(fault));
    }
    await this.#try();
  }

  /**
   * @param {string} reason
   * @param {boolean} isOther whether the scheduled version shall be changed as well
   */
  async #save(reason, isOther) {
    clearTimeout(this.#timer);
    const meant = this.#choice.meant(isOther);
    try {
      await this.#task.save(this.#plan, { index: this.#index, appearance: this.#appearance(), reason, ...meant });
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      // The scheduled version is none any more.
      if (meant.alsoIn !== undefined && error.code === "bad_request") this.#offer();
      if (!error.isConflict) throw error;
      if (error.over !== undefined) {
        this.#offer(error);
        throw error;
      }
      if (!await this.#renew()) {
        if (meant.alsoIn !== undefined) {
          this.#choice.offerWithout();
          throw error;
        }
        this.#offer();
      }
      this.#try();
      throw new DeskError("Nothing was saved yet: somebody has published since. Look at what the server says above, then press the button again.");
    }
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {string} title
 */
function chip(input, title) {
  return element("label", { class: "chip" }, input, title);
}
