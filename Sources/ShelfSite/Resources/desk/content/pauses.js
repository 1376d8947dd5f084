// @ts-check
/** Which stores are paused; pausing one, and letting it go on. */

import { confirm } from "../frame/confirmation.js";
import { button, element } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";

/** @typedef {import("../frame/room.js").Place} Place */
/**
 * @typedef {object} Pause that a store was paused, or that it was resumed
 * @property {string} store
 * @property {boolean} paused
 * @property {number} atMs
 * @property {string} by
 * @property {string} reason
 */

const PAUSES = "/v1/admin/pauses";

export class Pauses {
  #place;
  #mayWrite;
  #list = element("ul", { class: "pauses" });

  /**
   * @param {Place} place
   * @param {boolean} mayWrite
   */
  constructor(place, mayWrite) {
    this.#place = place;
    this.#mayWrite = mayWrite;
    this.element = element("section", { class: "panel stores", "aria-label": "Stores" }, element("h2", {}, "Stores"),
      element("p", { class: "quiet" }, "A paused store sells nothing, while its shelf goes on. Every connected player sees that within two seconds, and also when it is resumed. So pause a store to stop for a while, rather than withdraw it."),
      this.#list);
  }

  /** Draws the stores that the session knows. */
  async show() {
    /** @type {{ pauses: Pause[] }} */
    const { pauses } = await this.#place.api.get(PAUSES);
    const byStore = new Map(pauses.map((pause) => [pause.store, pause]));
    this.#list.replaceChildren(...this.#place.session.stores.map(({ id, title }) => this.#entry(id, title, byStore.get(id))));
  }

  /**
   * @param {string} store
   * @param {string} title
   * @param {Pause | undefined} pause
   */
  #entry(store, title, pause) {
    const isPaused = pause?.paused === true;
    const word = isPaused ? [" ", element("span", { class: "state is-paused" }, "paused")] : [];
    const change = !pause ? [] : [` “${pause.reason}”,`, element("span", { class: "quiet" }, ` ${isPaused ? "paused" : "resumed"} by ${pause.by} on ${dateAndTime(pause.atMs)}.`)];
    const act = isPaused ? button("Resume…", () => this.#askToResume(store, title), { "aria-label": `Resume ${title}` })
      : button("Pause…", () => this.#askToPause(store, title), { "aria-label": `Pause ${title}` });
    return element("li", {}, element("p", {}, element("strong", {}, title), ...word, ...change), ...(this.#mayWrite ? [act] : []));
  }

  /**
   * @param {string} store
   * @param {string} title
   */
  #askToPause(store, title) {
    confirm({
      title: `Pause ${title}`,
      text: "Nobody can buy anything from it until you resume it. Its shelf goes on, so resuming gives everything back within two seconds.",
      action: "Pause",
      act: ({ reason }) => this.#send({ store, paused: true, reason }, `${title} is paused.`, `${title} was paused already.`),
    });
  }

  /**
   * @param {string} store
   * @param {string} title
   */
  #askToResume(store, title) {
    confirm({
      title: `Resume ${title}`,
      text: "Everything on its shelf is sold again, within two seconds.",
      action: "Resume",
      act: ({ reason }) => this.#send({ store, paused: false, reason }, `${title} is resumed, and sells again.`, `${title} wasn’t paused.`),
    });
  }

  /**
   * Needs no key of its own: a second time it changes nothing, and the answer says so.
   * @param {{ store: string, paused: boolean, reason: string }} body
   * @param {string} done what to say then
   * @param {string} before what to say if that was so before
   */
  async #send(body, done, before) {
    const { replayed } = await this.#place.api.send("POST", PAUSES, { body });
    this.#place.messages.tell(replayed ? before : done);
    await this.show();
  }
}
