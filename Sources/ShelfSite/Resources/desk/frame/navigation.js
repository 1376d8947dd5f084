// @ts-check
/** The rooms that the token allows. The page's address names the open one, and what it shows: `#audit/…`. */

import { element, found } from "./element.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./desk-api.js").Session} Session */

export class Navigation {
  #list = found(".rooms");
  #rooms;
  #open;
  /** @type {Map<string, { room: Room, link: HTMLElement }>} */
  #shown = new Map();

  /**
   * @param {Room[]} rooms
   * @param {(room: Room | undefined, path: string[], note: string) => void} open is called without a room when the
   * token allows none; the note says why it is another room than the address names
   */
  constructor(rooms, open) {
    this.#rooms = rooms;
    this.#open = open;
    globalThis.addEventListener("hashchange", () => this.#list.hidden || this.#follow());
  }

  /** @param {Session} session */
  show({ scopes }) {
    const allowed = this.#rooms.filter(({ scope }) => scopes.includes(scope));
    this.#shown = new Map(allowed.map((room) => [room.id, { room, link: link(room) }]));
    this.#list.replaceChildren(element("ul", {}, ...[...this.#shown.values()].map(({ link }) => element("li", {}, link))));
    this.#list.hidden = false;
    this.#follow();
  }

  hide() {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#shown.clear();
  }

  #follow() {
    const [id, ...path] = location.hash.slice(1).split("/").map(decoded);
    const { room } = this.#shown.get(id) ?? [...this.#shown.values()][0] ?? {};
    for (const { room: other, link } of this.#shown.values()) {
      if (other === room) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    // On a narrow screen the rooms are scrolled.
    this.#list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    const isNamed = room?.id === id;
    this.#open(room, isNamed ? path : [], room && id && !isNamed ? this.#whyNot(id, room) : "");
  }

  /**
   * @param {string} id what the address names
   * @param {Room} shown
   */
  #whyNot(id, { title }) {
    const closed = this.#rooms.find((room) => room.id === id);
    const why = closed ? `Your token doesn’t open the room ${closed.title}.` : `The desk has no room “${id}”, which the address names.`;
    return `${why} This is ${title}.`;
  }
}

/** @param {Room} room */
function link({ id, title }) {
  return element("a", { href: `#${id}` }, title);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
