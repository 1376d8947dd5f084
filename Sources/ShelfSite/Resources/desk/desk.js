// @ts-check
/** The desk: somebody signs in, and goes from room to room. */

import { DeskAPI } from "./frame/desk-api.js";
import { DeskError, sentence } from "./frame/desk-error.js";
import { found } from "./frame/element.js";
import { Messages } from "./frame/messages.js";
import { Navigation } from "./frame/navigation.js";
import { OfflineNotice } from "./frame/offline-notice.js";
import { RoomHolder } from "./frame/room-holder.js";
import { SessionClock } from "./frame/session-clock.js";
import { SignInForm } from "./frame/sign-in-form.js";
import { takeCode } from "./frame/sign-in-link.js";
import { rooms } from "./rooms.js";

/** @typedef {import("./frame/desk-api.js").Session} Session */

const SESSION_ENDED = "Your session has ended. Sign in to go on where you were.";

class Desk {
  #api = new DeskAPI({
    signedOut: () => this.#showSignIn(SESSION_ENDED, { keepsDraft: true }),
    reached: (isReached) => this.#offline.show(!isReached),
    used: () => this.#clock.used(),
  });
  #messages = new Messages(document.body);
  #offline = new OfflineNotice(() => this.#holder.refresh());
  #form = new SignInForm((token) => this.#signIn({ token }));
  #holder = new RoomHolder(this.#api);
  #navigation = new Navigation(rooms, (room, path, note) => this.#holder.open(room, path, note));
  #clock = new SessionClock(() => this.#showSignIn(SESSION_ENDED, { keepsDraft: true }));
  /** Tells the desk's other tabs that somebody has signed in or out. */
  #tabs = new BroadcastChannel("shelflife-desk");

  constructor() {
    found(".sign-out").addEventListener("click", () => this.#signOut());
    found(".skip").addEventListener("click", (event) => {
      // The page's address names the room, not a place in it.
      event.preventDefault();
      found("main").focus();
    });
    this.#tabs.addEventListener("message", () => this.#resume());
  }

  async start() {
    const code = takeCode();
    if (code) return this.#signIn({ code });
    await this.#resume();
  }

  /** Goes on with the session that the browser has, if there is one. */
  async #resume() {
    try {
      this.#enter(await this.#api.session());
    } catch (error) {
      const isSignedOut = error instanceof DeskError && error.isSignedOut;
      this.#showSignIn(isSignedOut ? "" : sentence(error), { keepsDraft: !isSignedOut });
    }
  }

  /** @param {{ token: string } | { code: string }} how */
  async #signIn(how) {
    try {
      const session = await this.#api.signIn(how);
      this.#tabs.postMessage("session");
      this.#enter(session);
    } catch (error) {
      this.#showSignIn(sentence(error), { keepsDraft: true });
    }
  }

  async #signOut() {
    this.#messages.endFault();
    try {
      await this.#api.signOut();
    } catch (error) {
      if (!(error instanceof DeskError && error.isSignedOut)) return this.#messages.fault(sentence(error));
    }
    this.#tabs.postMessage("session");
    this.#showSignIn("You have signed out.", { keepsDraft: false });
  }

  /** @param {Session} session */
  #enter(session) {
    document.documentElement.dataset.state = "signed-in";
    found(".wordmark-title").textContent = session.title;
    found(".account strong").textContent = session.admin;
    found(".account").hidden = false;
    this.#form.hide();
    this.#clock.start(session);
    this.#holder.enter(session);
    this.#navigation.show(session);
  }

  /**
   * @param {string} why
   * @param {{ keepsDraft: boolean }} how whether the person hasn't meant to leave, so that what was typed is kept
   */
  #showSignIn(why, { keepsDraft }) {
    document.documentElement.dataset.state = "signed-out";
    document.title = "Sign in – Desk";
    found(".account").hidden = true;
    this.#clock.stop();
    this.#navigation.hide();
    this.#holder.leave({ keepsDraft });
    this.#form.show(why);
  }
}

await new Desk().start();
