// @ts-check
/** Asks before content is published or brought back, and shows what that would do before it is done. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";
import { trialProblem } from "../frame/trial-problem.js";
import { UndoneChoice } from "../frame/undone-choice.js";
import { isEarly, isUndoneLater, undoneWords } from "../frame/undone-words.js";
import { ROLL_BACK, TRY, VERSIONS } from "../frame/versions.js";
import { differenceParts } from "./difference-view.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */
/** @typedef {import("../frame/versions.js").ContentTrial} ContentTrial */
/** @typedef {import("../frame/versions.js").Publication} Publication */

/**
 * What would be published: files, or the content of an earlier version.
 * @typedef {object} Proposal
 * @property {ContentFile[]} [files]
 * @property {number} [to] the earlier version
 * @property {number} [fromMs] when it takes effect; at once when it is missing
 * @property {number} base the version that the files were made from, or the newest one that the person has seen;
 *   `NO_BASE` where it is unknown
 * @property {boolean} [dropPlan] whether the planned appearances go, where there is no `plan.yaml`
 */

/**
 * @typedef {object} Task
 * @property {DeskAPI} api
 * @property {string} title
 * @property {string} text
 * @property {string} action what the button says that publishes
 * @property {HTMLElement[]} [fields]
 * @property {(store: string) => string} titleOf
 * @property {() => Promise<Proposal>} propose
 * @property {(trial: ContentTrial) => HTMLElement[]} [ticks] what has to be ticked before the proposal is published,
 *   each with its box
 * @property {(publication: Publication, notes: string[]) => Promise<void>} done is told what else there is to say, too
 */

/** Of content of which nobody knows what it was made from, all that differs counts as undone. */
export const NO_BASE = 0;

const LOOK = "Show what changes";
const LOOK_AGAIN = "Look again";
const EARLIER = "This undoes what has been published since:";
const UNKNOWN = "Nothing says which version these files were made from, so this lists everything that differs, which may be somebody "
  + "else’s change. If you know the version, choose it at “Made from”:";
const EARLY = "This brings at once what is scheduled for later:";
const LATER = "A version that is scheduled will undo this:";

/** @param {Task} task */
export function askToPublish(task) {
  new PublicationQuestion(task).open();
}

class PublicationQuestion {
  #task;
  #view = element("div", { class: "publication-trial", role: "status", "aria-label": "What changes" });
  /** @type {HTMLDialogElement | undefined} */
  #dialog;
  /**
   * What was looked at, which is what is published then.
   * @type {Proposal | undefined}
   */
  #seen;
  #choice = new UndoneChoice();
  /** Counts what was chosen, so that a late answer about something else isn't shown. */
  #chosen = 0;

  /** @param {Task} task */
  constructor(task) {
    this.#task = task;
  }

  open() {
    const { title, text, fields = [] } = this.#task;
    const dialog = confirm({
      title, text, action: LOOK, kind: "is-wide", fields: [...fields, this.#view],
      act: ({ reason, isOther }) => this.#seen ? this.#publish(this.#seen, reason, isOther) : this.#look(),
    });
    this.#dialog = dialog;
    for (const sign of ["input", "change"]) {
      dialog.addEventListener(sign, ({ target }) => {
        if (target !== this.#reason && !(target instanceof Node && this.#view.contains(target))) this.#renew();
      });
    }
    this.#ask(LOOK);
    // Without fields there is nothing to choose first.
    if (fields.length === 0) dialog.querySelector("form")?.requestSubmit();
  }

  /** What was looked at is no longer what would be published. */
  #renew() {
    this.#chosen += 1;
    if (this.#seen) this.#ask(LOOK);
  }

  /** @returns {HTMLInputElement | null | undefined} */
  get #reason() {
    return this.#dialog?.querySelector("input[id$='-reason']");
  }

  /**
   * @param {string} action what the button says
   * @param {Proposal} [seen] what it publishes; it looks only when this is missing
   * @param {ContentTrial} [trial] of that
   */
  #ask(action, seen, trial) {
    this.#seen = seen;
    if (!seen) this.#view.replaceChildren();
    this.#choice.offer(this.#dialog, { action, over: trial?.over, scheduled: trial?.scheduled });
    if (this.#reason) this.#reason.required = seen !== undefined;
  }

  /** @returns {Promise<false>} since something is asked still */
  async #look() {
    const chosen = this.#chosen;
    const { api, action, propose } = this.#task;
    const proposal = await propose();
    /** @type {ContentTrial} */
    const trial = await api.send("POST", TRY, { body: proposal });
    if (chosen !== this.#chosen) return false;
    const isWrong = trial.problems.some(({ isWarning }) => !isWarning);
    if (isWrong) this.#ask(LOOK_AGAIN);
    else this.#ask(actionOf(action, trial), trial.droppedAppearances ? { ...proposal, dropPlan: true } : proposal, trial);
    const ticks = isWrong ? [] : this.#task.ticks?.(trial) ?? [];
    this.#view.replaceChildren(...ticks, ...(isWrong ? [] : whenParts(proposal, trial, this.#task.titleOf)), ...partsOf(trial, proposal.base));
    if (!isWrong && !this.#reason?.value) this.#reason?.focus();
    return false;
  }

  /**
   * @param {Proposal} proposal
   * @param {string} reason
   * @param {boolean} isOther whether the scheduled version shall be changed as well
   */
  async #publish(proposal, reason, isOther) {
    const { api, done } = this.#task;
    const meant = this.#choice.meant(isOther);
    const route = proposal.to === undefined ? VERSIONS : ROLL_BACK;
    try {
      /** @type {Publication} */
      const publication = await api.send("POST", route, { body: { ...proposal, reason, ...meant } });
      const isBoth = meant.alsoIn !== undefined && publication.isNew;
      await done(publication, isBoth ? [`A new version with these changes has taken the place of version ${meant.alsoIn}.`] : []);
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      const isGone = meant.alsoIn !== undefined && error.code === "bad_request";
      if (!error.isConflict && !isGone) throw error;
      // What was looked at is still so; it just can't be put into the scheduled version.
      if (meant.alsoIn !== undefined && error.isConflict && error.over === undefined) this.#choice.offerWithout();
      else this.#ask(LOOK_AGAIN);
      throw error.with({ problems: error.problems.map((text) => undoneWords(text, dateAndTime)) });
    }
  }
}

/**
 * @param {string} action
 * @param {ContentTrial} trial
 */
function actionOf(action, { over, undone }) {
  if (over === undefined) return action;
  return undone.every(({ text }) => isUndoneLater(text) || isEarly(text)) ? `${action} all the same` : `${action}, and undo that`;
}

/**
 * @param {Proposal} proposal
 * @param {ContentTrial} trial
 * @param {(store: string) => string} titleOf
 */
function whenParts({ fromMs }, { stores = [] }, titleOf) {
  const begins = fromMs === undefined ? "at once" : `at ${dateAndTime(fromMs)}`;
  const follow = [...Map.groupBy(stores, ({ drawnUntilMs }) => drawnUntilMs)].map(([ms, some]) =>
    `${some.map(({ store }) => titleOf(store)).join(", ")} from ${dateAndTime(ms)}`);
  return [element("p", {}, `It takes effect ${begins}${follow.length ? `, and shelves follow: ${follow.join("; ")}` : ""}.`)];
}

/**
 * @param {ContentTrial} trial
 * @param {number} base
 */
function partsOf({ problems, undone, difference }, base) {
  const parts = difference ? differenceParts(difference) : [];
  return [
    ...undoneParts(base === NO_BASE ? UNKNOWN : EARLIER, undone.filter(({ text }) => !isUndoneLater(text) && !isEarly(text))),
    ...undoneParts(EARLY, undone.filter(({ text }) => isEarly(text))),
    ...undoneParts(LATER, undone.filter(({ text }) => isUndoneLater(text))),
    ...problems.map(trialProblem),
    ...(difference ? [element("section", { class: "difference", "aria-label": "Difference", tabindex: 0 },
      element("h3", {}, `From version ${difference.from} to version ${difference.to}`), ...parts)] : []),
  ];
}

/**
 * @param {string} title
 * @param {{ text: string }[]} problems
 */
function undoneParts(title, problems) {
  if (problems.length === 0) return [];
  const lines = problems.map(({ text }) => element("li", {}, undoneWords(text, dateAndTime)));
  return [element("div", { class: "undone" }, element("p", {}, title), element("ul", {}, ...lines))];
}
