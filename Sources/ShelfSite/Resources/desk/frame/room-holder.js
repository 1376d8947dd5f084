// @ts-check
/** Opens one room at a time, and shows what goes wrong in it. */

import { SESSION } from "./desk-api.js";
import { DeskError, sentence } from "./desk-error.js";
import { button, element, found } from "./element.js";
import { Messages } from "./messages.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").RoomView} RoomView */
/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./desk-api.js").Session} Session */

export class RoomHolder {
  #api;
  #root = found(".room");
  /** @type {Session | undefined} */
  #session;
  /** The server's time minus the page's. */
  #aheadMs = 0;
  /** @type {{ room: Room, view: RoomView, fault: HTMLElement, messages: Messages } | undefined} */
  #open;
  /** @type {string[]} */
  #path = [];
  /** Says why this room is shown and not what the address names. */
  #note = element("p", { class: "room-note", role: "status" });
  /**
   * What somebody had typed when the session ended. It is for nobody else.
   * @type {{ admin: string, room: string, draft: unknown } | undefined}
   */
  #draft;
  #isFirst = true;

  /** @param {DeskAPI} api */
  constructor(api) {
    this.#api = api;
  }

  /** @param {Session} session */
  enter(session) {
    this.#keepDraft();
    if (this.#draft?.admin !== session.admin) this.#draft = undefined;
    this.#close();
    this.#session = session;
    this.#aheadMs = session.nowMs - Date.now();
  }

  /**
   * Removes what was shown: it was for who has signed out.
   * @param {{ keepsDraft: boolean }} how whether what was typed is kept in memory, for when the same person signs in
   * again
   */
  leave({ keepsDraft }) {
    if (keepsDraft) this.#keepDraft();
    else this.#draft = undefined;
    this.#close();
    this.#session = undefined;
    this.#root.hidden = true;
    this.#isFirst = false;
  }

  /**
   * @param {Room | undefined} room
   * @param {string[]} path
   * @param {string} note
   */
  open(room, path, note) {
    if (!this.#session) return;
    this.#path = path;
    this.#note.textContent = note;
    if (!room) return this.#showNothing();
    if (this.#open?.room !== room) this.#enterRoom(room, this.#session);
    this.refresh();
  }

  /** Draws the open room anew. */
  async refresh() {
    const open = this.#open;
    if (!open) return;
    open.fault.replaceChildren();
    open.messages.endFault();
    this.#root.setAttribute("aria-busy", "true");
    try {
      await open.view.show(this.#path);
    } catch (error) {
      if (this.#open === open) this.#showFault(open.fault, error);
    }
    this.#root.removeAttribute("aria-busy");
  }

  /**
   * @param {Room} room
   * @param {Session} session
   */
  #enterRoom(room, session) {
    this.#close();
    const heading = element("h1", { tabindex: -1 }, room.title);
    const fault = element("div", { class: "fault", role: "alert" });
    const root = element("div", { class: `room-body ${room.id}` });
    this.#root.replaceChildren(heading, this.#note, fault, root);
    // The line goes with the room, so a late fault is told in no other.
    const messages = new Messages(this.#root);
    const trying = async (/** @type {() => Promise<void>} */ work) => {
      fault.replaceChildren();
      messages.endFault();
      await work().catch((error) => isSignedOut(error) || messages.fault(sentence(error)));
    };
    this.#root.hidden = false;
    document.title = `${room.title} – ${session.title} desk`;
    const view = room.open({
      root, session, api: this.#api, messages, trying, refresh: () => this.refresh(),
      nowMs: () => Date.now() + this.#aheadMs,
      renewStores: async () => void (session.stores = (await this.#api.get(SESSION)).stores),
      setPath: (path) => this.#setPath(room, path),
      draft: this.#takeDraft(room),
    });
    this.#open = { room, view, fault, messages };
    if (!this.#isFirst) heading.focus({ preventScroll: true });
    this.#isFirst = false;
    scrollTo({ top: 0 });
  }

  #keepDraft() {
    const draft = this.#open?.view.draft?.();
    if (this.#open && this.#session && draft !== undefined) this.#draft = { admin: this.#session.admin, room: this.#open.room.id, draft };
  }

  /** @param {Room} room */
  #takeDraft({ id }) {
    if (this.#draft?.room !== id) return undefined;
    const { draft } = this.#draft;
    this.#draft = undefined;
    return draft;
  }

  /**
   * @param {Room} room
   * @param {string[]} path
   */
  #setPath({ id }, path) {
    this.#path = path;
    this.#note.textContent = "";
    history.replaceState(null, "", `#${[id, ...path].map(encodeURIComponent).join("/")}`);
  }

  #close() {
    this.#open?.view.close?.();
    this.#open = undefined;
    this.#root.replaceChildren();
  }

  #showNothing() {
    this.#close();
    this.#root.hidden = false;
    this.#root.append(
      element("h1", { tabindex: -1 }, "Nothing to show"),
      element("p", {}, "Your token is good, but none of its scopes opens a room of the desk."),
    );
  }

  /**
   * @param {HTMLElement} fault
   * @param {unknown} error
   */
  #showFault(fault, error) {
    if (isSignedOut(error)) return;
    const acts = element("div", { class: "acts" }, button("Try again", () => this.refresh()), button("Close", () => fault.replaceChildren()));
    fault.replaceChildren(element("p", {}, sentence(error)), acts);
  }
}

/** @param {unknown} error */
function isSignedOut(error) {
  return error instanceof DeskError && error.isSignedOut;
}
