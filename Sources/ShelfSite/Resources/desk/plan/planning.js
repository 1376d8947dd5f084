// @ts-check
/** The plan of the store that is shown, and the ways to change it. */

import { catalogue } from "../frame/catalogue.js";
import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element } from "../frame/element.js";
import { UndoneChoice } from "../frame/undone-choice.js";
import { undoneWords } from "../frame/undone-words.js";
import { VERSIONS, whyFixed } from "../frame/versions.js";
import { storeMoment } from "../frame/zone.js";
import { AppearanceDialog } from "./appearance-dialog.js";
import { indexOf, inWords, planPath } from "./plan.js";
import { problemWords } from "./problem-words.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("../frame/catalogue.js").Item} Item */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */
/** @typedef {import("./appearance-dialog.js").Draft} Draft */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanChange} PlanChange */
/** @typedef {{ version: { number: number }, stores: { store: string, drawnUntilMs: number }[], next?: { number: number, fromMs: number } }} Publication */

const NO_VERSION = "This content can’t be planned here: it is no version yet. Publish it first.";
const GONE = "Nothing was removed: somebody has published since, and has changed or removed it. Cancel shows the newest plan.";
const UNDONE = "Nothing was saved, because a version that is scheduled would undo it:";
const RESUMED = "Your session had ended. Here is what you had typed; nothing of it was saved.";

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
  /** Why nothing can be planned here; empty where it can. */
  #whyFixed = "";
  /**
   * What was saved last.
   * @type {PlanChange | undefined}
   */
  #saved;
  /** @type {AppearanceDialog | undefined} */
  #dialog;

  /**
   * @param {Place} place
   * @param {(saved: PlanChange | undefined) => void} changed is called when the plan has to be read again, with what
   * was saved
   */
  constructor(place, changed) {
    this.#place = place;
    this.#changed = changed;
  }

  /** What came of the last change. */
  get outcome() {
    return this.#outcome;
  }

  /** @param {string} text */
  showOutcome(text) {
    this.#outcome.textContent = text;
  }

  clearOutcome() {
    this.showOutcome("");
  }

  /** What is planned; `undefined` where the token doesn't allow to see it, or the content is no version. */
  get plan() {
    return this.#plan;
  }

  get mayRead() {
    return this.#place.session.scopes.includes("content:read");
  }

  get mayChange() {
    return !this.#whyFixed && this.mayRead && this.#place.session.scopes.includes("content:write");
  }

  /** What to say to somebody whose token would allow planning; empty for nothing. */
  get whyFixed() {
    return this.#place.session.scopes.includes("content:write") ? this.#whyFixed : "";
  }

  /** Asks whether the content can be changed here. */
  async readOwner() {
    if (!this.mayRead) return;
    /** @type {VersionsAnswer} */
    const answer = await this.#place.api.get(VERSIONS, { limit: 1 });
    this.#whyFixed = whyFixed(answer);
  }

  /** What stands in the open dialog. */
  get draft() {
    return this.#dialog?.draft;
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

  /** Reads what the planned items are called. Ids are shown in place of names while that can’t be had. */
  async readNames() {
    if (!this.#plan?.appearances.length || this.#items.length) return;
    this.#items = await catalogue(this.#place.api).catch(() => []);
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
    await this.#open({ given, original: index === undefined ? undefined : this.#plan?.appearances[index] });
  }

  /**
   * Asks again what was asked when the session ended, with what was typed.
   * @param {Draft} draft
   */
  async resume(draft) {
    if (this.mayChange) await this.#open(draft, RESUMED);
  }

  /** @param {number} index */
  change(index) {
    const appearance = this.#plan?.appearances[index];
    if (appearance) this.ask(appearance, index);
  }

  /** @param {number} index */
  remove(index) {
    const shown = this.#plan;
    const appearance = shown?.appearances[index];
    if (!shown || !appearance) return;
    const { store } = shown;
    let plan = shown;
    const choice = new UndoneChoice();
    const act = async (/** @type {{ reason: string, isOther: boolean }} */ { reason, isOther }) => {
      const meant = choice.meant(isOther);
      try {
        if (index < 0) throw new DeskError(GONE);
        await this.#save(plan, { index, reason, ...meant });
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        // The scheduled version is none any more.
        if (meant.alsoIn !== undefined && error.code === "bad_request") choice.offer(dialog, { action: "Remove" });
        if (!error.isConflict) throw error;
        const { over, scheduled } = error;
        if (over !== undefined) {
          choice.offer(dialog, { action: "Remove it all the same", over, scheduled });
          throw error;
        }
        const { version } = plan;
        ({ plan } = await this.#renew(store));
        if (meant.alsoIn !== undefined && plan.version === version) {
          choice.offerWithout();
          throw error;
        }
        choice.offer(dialog, { action: "Remove" });
        index = indexOf(plan, appearance);
        throw new DeskError(index < 0 ? GONE : `Nothing was removed: somebody has published since. Press Remove again to remove it from version ${plan.version}.`);
      }
    };
    const dialog = confirm({
      title: `Remove ${this.nameOf(appearance.item) ?? appearance.item} from the plan`,
      text: `It no longer appears ${inWords(appearance)}. What is published already stays.`,
      action: "Remove",
      suggestion: `remove ${appearance.item}`,
      act,
    });
    dialog.addEventListener("close", () => this.#closed());
  }

  /**
   * @param {Draft} draft
   * @param {string} notice what to say above it
   */
  async #open(draft, notice = "") {
    await this.#place.trying(() => this.#openDialog(draft, notice));
  }

  /**
   * @param {Draft} draft
   * @param {string} notice
   */
  async #openDialog(draft, notice) {
    const { api } = this.#place;
    const plan = this.#plan;
    if (!plan) throw new DeskError(NO_VERSION);
    this.#items = this.#items.length ? this.#items : await catalogue(api);
    this.#dialog = new AppearanceDialog({
      api, draft, notice, newest: { plan, items: this.#items },
      save: (on, change) => this.#save(on, change),
      renew: () => this.#renew(plan.store),
      closed: () => this.#closed(),
    });
    this.#dialog.open();
  }

  /**
   * The plan and the catalogue as they are now. What the room shows stays as it is while a question is open.
   * @param {string} store
   */
  async #renew(store) {
    this.#isStale = true;
    const plan = await this.read(store);
    if (!plan) throw new DeskError(NO_VERSION);
    return { plan, items: await catalogue(this.#place.api) };
  }

  /**
   * @param {Plan} plan
   * @param {PlanChange} change
   */
  async #save(plan, change) {
    this.#isStale = true;
    try {
      this.#tell(plan, await this.#place.api.send("POST", planPath(plan.store), { body: { base: plan.version, ...change } }), change);
      this.#saved = change;
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      if (error.over !== undefined) {
        const at = (/** @type {number} */ ms) => this.#time(plan, ms);
        throw error.with({ message: UNDONE, problems: error.problems.map((text) => undoneWords(text, at)) });
      }
      const about = { plan, index: change.index ?? plan.appearances.length, nameOf: (/** @type {string} */ id) => this.nameOf(id) ?? id };
      throw error.with({ problems: error.problems.map((text) => problemWords(text, about)) });
    }
  }

  /**
   * @param {Plan} plan
   * @param {number} ms
   */
  #time({ zone }, ms) {
    return storeMoment(ms, zone);
  }

  #closed() {
    this.#dialog = undefined;
    const saved = this.#saved;
    this.#saved = undefined;
    if (this.#isStale) this.#changed(saved);
  }

  /**
   * @param {Plan} plan
   * @param {Publication} publication
   * @param {PlanChange} change
   */
  #tell(plan, { version, stores, next }, { alsoIn }) {
    const { store: id } = plan;
    const at = (/** @type {number} */ ms) => this.#time(plan, ms);
    const drawn = stores.find(({ store }) => store === id);
    const begins = drawn ? ` The shelf follows from ${at(drawn.drawnUntilMs)}.` : "";
    const after = next ? ` Version ${next.number} takes its place at ${at(next.fromMs)}${alsoIn === undefined ? "; it has a plan of its own" : ""}.` : "";
    const both = alsoIn === undefined ? "" : ` A new version with this change has taken the place of version ${alsoIn}.`;
    this.showOutcome(`Version ${version.number} is in force.${begins}${after}${both}`);
  }
}
