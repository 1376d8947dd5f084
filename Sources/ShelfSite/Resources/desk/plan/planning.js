// @ts-check
/** The plan of the store that is shown, and the ways to change it. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element } from "../frame/element.js";
import { dayOf, timeOfDay } from "../frame/format.js";
import { AppearanceDialog } from "./appearance-dialog.js";
import { inWords, planPath } from "./plan.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./item-search.js").Item} Item */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanChange} PlanChange */
/** @typedef {{ version: { number: number }, stores: { store: string, drawnUntilMs: number }[], next?: { number: number, fromMs: number } }} Publication */

const ITEMS = "/v1/admin/content/items";
const NO_VERSION = "This content can’t be planned here: it is no version yet. Publish it first.";

export class Planning {
  #place;
  #changed;
  #outcome = element("p", { class: "plan-outcome", role: "status" });
  /** @type {Plan | undefined} */
  #plan;
  /**
   * The catalogue, once it was needed.
   * @type {Item[]}
   */
  #items = [];
  /** Whether the plan may be another than the one that is shown. */
  #isStale = false;

  /**
   * @param {Place} place
   * @param {() => void} changed is called when the plan has to be read again
   */
  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
  }

  /** What came of the last change. */
  get outcome() {
    return this.#outcome;
  }

  /** What is planned; `undefined` where the token doesn't allow to see it, or the content is no version. */
  get plan() {
    return this.#plan;
  }

  get mayRead() {
    return this.#place.session.scopes.includes("content:read");
  }

  get mayChange() {
    return this.mayRead && this.#place.session.scopes.includes("content:write");
  }

  /**
   * @param {string} store
   * @returns {Promise<Plan | undefined>} the store's plan as it is now
   */
  async read(store) {
    if (!this.mayRead) return undefined;
    try {
      return await this.#place.api.get(planPath(store));
    } catch (error) {
      if (error instanceof DeskError && error.code === "not_found") return undefined;
      throw error;
    }
  }

  /** @param {Plan | undefined} plan */
  show(plan) {
    if (plan?.version !== this.#plan?.version) this.#items = [];
    this.#plan = plan;
    this.#isStale = false;
  }

  /** @param {string} id an item's */
  nameOf(id) {
    return this.#items.find((item) => item.id === id)?.name;
  }

  /**
   * Asks for an appearance that is added, or takes the place of another.
   * @param {Appearance} given what stands in the fields first
   * @param {number} [index] which one it takes the place of
   */
  async ask(given, index) {
    const { api, messages } = this.#place;
    const plan = this.#plan;
    if (!plan) return messages.fault(NO_VERSION);
    try {
      this.#items = this.#items.length ? this.#items : (await api.get(ITEMS)).items;
    } catch (error) {
      return messages.fault(error instanceof Error ? error.message : String(error));
    }
    const save = (/** @type {PlanChange} */ change) => this.#save(plan, change);
    new AppearanceDialog({ api, plan, items: this.#items, index, given, save, closed: () => this.#closed() }).open();
  }

  /** @param {number} index */
  change(index) {
    const appearance = this.#plan?.appearances[index];
    if (appearance) this.ask(appearance, index);
  }

  /** @param {number} index */
  remove(index) {
    const plan = this.#plan;
    const appearance = plan?.appearances[index];
    if (!plan || !appearance) return;
    const dialog = confirm({
      title: `Remove ${this.nameOf(appearance.item) ?? appearance.item} from the plan`,
      text: `It no longer appears ${inWords(appearance)}. What is published already stays.`,
      action: "Remove",
      suggestion: `remove ${appearance.item}`,
      act: ({ reason }) => this.#save(plan, { index, reason }),
    });
    dialog.addEventListener("close", () => this.#closed());
  }

  /**
   * @param {Plan} plan
   * @param {PlanChange} change
   */
  async #save(plan, change) {
    this.#isStale = true;
    this.#tell(plan, await this.#place.api.send("POST", planPath(plan.store), { body: { base: plan.version, ...change } }));
  }

  #closed() {
    if (this.#isStale) this.#changed();
  }

  /**
   * @param {Plan} plan
   * @param {Publication} publication
   */
  #tell({ store: id, offsetMs }, { version, stores, next }) {
    const at = (/** @type {number} */ ms) => `${timeOfDay(ms + offsetMs)} on ${dayOf(ms + offsetMs)}`;
    const drawn = stores.find(({ store }) => store === id);
    const begins = drawn ? ` The first listing that can differ starts at ${at(drawn.drawnUntilMs)}.` : "";
    const after = next ? ` Version ${next.number} takes its place at ${at(next.fromMs)}; it has a plan of its own.` : "";
    this.#outcome.textContent = `Version ${version.number} is in force.${begins}${after}`;
  }
}
