// @ts-check
/** The content: its versions, what differs between them, publishing, rolling back, pausing, withdrawing. */

import { confirm } from "../frame/confirmation.js";
import { button, element } from "../frame/element.js";
import { browserZone, dateAndTime } from "../frame/format.js";
import { BASE_NAME, baseText } from "./base-file.js";
import { differenceView } from "./difference-view.js";
import { FileUsage } from "./file-usage.js";
import { givePicture } from "./picture-dialog.js";
import { Pauses } from "./pauses.js";
import { askToPublish } from "./publication-question.js";
import { publish } from "./publish-dialog.js";
import { VersionList } from "./version-list.js";
import { titleOf } from "../frame/store-title.js";
import { CANCEL, DIFFERENCE, RELOAD, VERSIONS, filesOf, seenIn, whyFixed } from "../frame/versions.js";
import { Withdrawals } from "./withdrawals.js";
import { zip } from "./zip.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */
/** @typedef {import("../frame/versions.js").Version} Version */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */
/** @typedef {import("../frame/versions.js").Publication} Publication */

const PAGE = 20;
/** How long a download can be begun. */
const KEPT_MS = 60_000;

/** @type {Room} */
export const contentRoom = {
  id: "content",
  title: "Content",
  scope: "content:read",
  open: (place) => new ContentView(place),
};

class ContentView {
  #place;
  #versions;
  #withdrawals;
  #pauses;
  #usage;
  #more = button("Show older", () => this.#place.trying(() => this.#load(this.#next)));
  #mayWrite;
  #acts = element("div", { class: "toolbar" });
  #why = element("p", { class: "panel why-fixed" });
  #outcome = element("div", { class: "outcome", role: "status" });
  #detail = element("div");
  /** @type {number | undefined} */
  #inForce;
  /** @type {number | undefined} the newest version that the person has seen: a roll-back names it as its base */
  #seen;
  /** @type {Version[]} those that are shown */
  #shown = [];
  /** @type {number | undefined} */
  #next;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    const mayWrite = this.#mayWrite = place.session.scopes.includes("content:write");
    this.#versions = new VersionList({
      compare: (version) => this.#place.trying(() => this.#compare(version)),
      showFiles: (version) => this.#place.trying(() => this.#showFiles(version)),
      rollBack: (version) => this.#rollBack(version),
      cancel: (version) => this.#cancel(version),
    }, place.nowMs);
    this.#pauses = new Pauses(place, mayWrite);
    this.#withdrawals = new Withdrawals(place, mayWrite);
    this.#usage = new FileUsage(place);
    place.root.append(
      this.#acts, this.#why, element("p", { class: "quiet" }, browserZone(place.nowMs())), this.#outcome,
      element("div", { class: "panel" }, this.#versions.element, this.#more), this.#detail, this.#pauses.element, this.#withdrawals.element,
      this.#usage.element);
  }

  async show() {
    const stores = this.#place.renewStores().then(() => this.#pauses.show());
    await Promise.all([this.#load(undefined), this.#withdrawals.show(), this.#usage.show(), stores]);
  }

  /** @param {number | undefined} before */
  async #load(before) {
    /** @type {VersionsAnswer} */
    const answer = await this.#place.api.get(VERSIONS, { before, limit: PAGE });
    const { versions, inForce, next } = answer;
    this.#inForce = inForce;
    if (before === undefined) this.#seen = seenIn(answer);
    this.#next = next;
    this.#more.hidden = next === undefined;
    this.#shown = before === undefined ? versions : [...this.#shown, ...versions];
    const mayRollBack = this.#mayWrite && answer.owner !== "files";
    this.#versions.show(versions, inForce, { isMore: before !== undefined, mayRollBack, mayCancel: this.#mayWrite });
    if (before === undefined) this.#offer(answer);
  }

  /**
   * Offers what can be done, and says why the rest can’t.
   * @param {VersionsAnswer} answer
   */
  #offer(answer) {
    const isByFiles = answer.owner === "files";
    const publishing = [
      button("Publish files…", () => this.#publish(), { class: "button primary" }),
      button("Give an item a picture…", () => this.#givePicture()),
    ];
    const reading = [button("Read the server’s files again…", () => this.#reload())];
    const acts = !this.#mayWrite ? [] : isByFiles ? reading : publishing;
    this.#acts.replaceChildren(...acts, button("Refresh", this.#place.refresh));
    this.#why.textContent = this.#mayWrite ? whyFixed(answer) : "";
    this.#why.hidden = !this.#why.textContent;
  }

  /**
   * From the older to the newer of this one and the one in force.
   * @param {Version} version
   */
  async #compare({ number }) {
    const inForce = this.#inForce ?? number;
    const difference = await this.#place.api.get(DIFFERENCE, { from: Math.min(number, inForce), to: Math.max(number, inForce) });
    this.#showDetail(differenceView(difference));
  }

  /** @param {Version} version */
  async #showFiles(version) {
    const { number } = version;
    const files = await filesOf(this.#place.api, number);
    const parts = files.map(({ path, text }) => element("details", {}, element("summary", {}, path),
      element("pre", { tabindex: 0, "aria-label": path }, text)));
    this.#showDetail(element("section", { class: "panel files", "aria-label": "Files" },
      element("h2", { tabindex: -1 }, `Files of version ${number}`),
      element("div", { class: "acts" }, button("Download them all (ZIP)", () => this.#download(version, files))),
      element("p", { class: "quiet" }, `With them is ${BASE_NAME}, which says what they were made from when you publish them again. `
        + "Of pictures and packs they have the lists."), ...parts));
  }

  /**
   * @param {Version} version
   * @param {ContentFile[]} files
   */
  #download(version, files) {
    const address = URL.createObjectURL(zip([...files, { path: BASE_NAME, text: baseText(version) }]));
    element("a", { href: address, download: `version-${version.number}.zip` }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  }

  /** @param {HTMLElement} view */
  #showDetail(view) {
    this.#detail.replaceChildren(view);
    view.querySelector("h2")?.focus();
    view.scrollIntoView({ block: "nearest" });
  }

  #publish() {
    publish(this.#place, this.#shown, (publication, notes) => this.#published(publication, notes));
  }

  #givePicture() {
    this.#place.trying(() => givePicture(this.#place, (publication, notes) => this.#published(publication, notes)));
  }

  /** @param {Version} version */
  #rollBack({ number }) {
    askToPublish({
      api: this.#place.api,
      titleOf: (store) => titleOf(this.#place.session, store),
      title: `Roll back to version ${number}`,
      text: `The content of version ${number} becomes the next version at once. What is published already stays.`,
      action: "Roll back",
      propose: async () => ({ to: number, base: this.#seen ?? number }),
      done: (publication, notes) => this.#published(publication, notes),
    });
  }

  /** @param {Version} version */
  #cancel({ number, fromMs }) {
    confirm({
      title: `Cancel version ${number}`,
      text: `Version ${number}, which is scheduled for ${dateAndTime(fromMs)}, never takes effect. It stays in the list, and can be rolled back to.`,
      action: "Cancel the version",
      act: async ({ reason }) => {
        const { version, next, with: others } = await this.#place.api.send("POST", CANCEL, { body: { version: number, reason } });
        const then = next ? ` Next, version ${next.number} takes effect on ${dateAndTime(next.fromMs)}.` : " No other version is scheduled.";
        const instead = version.replacedBy ? ` At its instant version ${version.replacedBy} takes effect all the same, which had taken its place and may have its changes.` : "";
        const also = others.map((/** @type {number} */ other) => ` With it, version ${other} is cancelled, whose place it had taken.`).join("");
        await this.#tell(`Version ${version.number} is cancelled.${instead}${also}${then}`, undefined, []);
        this.#place.trying(() => this.show());
      },
    });
  }

  #reload() {
    confirm({
      title: "Read the files again",
      text: "The server reads its content files, and puts them in force when they are without errors.",
      action: "Read them",
      reason: false,
      act: async () => {
        const { outcome, version, stores = [] } = await this.#place.api.send("POST", RELOAD);
        await this.#tell(OUTCOMES[outcome] ?? outcome, version, stores);
        await this.show();
      },
    });
  }

  /**
   * @param {Publication} publication
   * @param {string[]} notes what else there is to say of it
   */
  async #published({ version, isNew, stores, warnings }, notes = []) {
    const what = isNew ? `Version ${version.number} is published.` : `This content is version ${version.number} already; nothing was changed.`;
    await this.#tell(what, version, isNew ? stores : [], warnings, notes);
    this.#place.trying(() => this.show());
  }

  /**
   * Stores are named as they are called now.
   *
   * @param {string} what
   * @param {Version | undefined} version
   * @param {{ store: string, drawnUntilMs: number }[]} stores
   * @param {{ text: string }[]} warnings
   * @param {string[]} notes
   */
  async #tell(what, version, stores, warnings = [], notes = []) {
    await this.#place.renewStores();
    const from = version && version.fromMs > this.#place.nowMs() ? ` It takes effect on ${dateAndTime(version.fromMs)}.` : "";
    const begins = stores.map(({ store, drawnUntilMs }) => element("li", {}, `${titleOf(this.#place.session, store)}: the shelf follows from ${dateAndTime(drawnUntilMs)}.`));
    const doubts = warnings.map(({ text }) => element("li", {}, text));
    this.#outcome.replaceChildren(element(
      "div", { class: "panel" }, element("p", {}, [what + from, ...notes].join(" ")), element("ul", {}, ...begins, ...doubts),
      button("Close", () => this.#outcome.replaceChildren())));
  }
}

const OUTCOMES = /** @type {Record<string, string>} */ ({
  changed: "The files’ content is in force.",
  unchanged: "The files’ content was in force already.",
  superseded: "The files haven’t changed since they were read last, and something else was published since. That stays.",
});
