// @ts-check
/** Brings invitations to the screen, one dialog at a time, as the coordinator says. */

import { InviteCoordinator } from "../shelf-invitations.js";

/** @typedef {import("../shelf-invitations.js").DropReason} DropReason */
/** @typedef {import("../shelf-invitations.js").InviteEvent} InviteEvent */
/** @typedef {import("../shelf-invitations.js").InviteEffect} InviteEffect */

export class Presenter {
  #coordinator = new InviteCoordinator();
  #player = "";
  /** @type {string | null} what the dialog shows */
  shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #dialog;
  #listener;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {{ show: (id: string) => void, dropped: (id: string, reason: DropReason) => void, closed: (id: string) => void }}
   *   listener `show`: fill the dialog, which is opened then; `closed`: it has left the screen
   */
  constructor(dialog, listener) {
    this.#dialog = dialog;
    this.#listener = listener;
    dialog.addEventListener("close", () => this.#closed());
    document.addEventListener("visibilitychange", () => this.#turned());
    this.#tell({ type: "launched" });
    this.#turned();
  }

  /** @param {string} player who has signed in */
  authenticated(player) {
    this.#player = player;
    this.#turned();
  }

  /** @param {string} id of an invitation, or of a link that was opened */
  offer(id) {
    this.#tell({ type: "invited", invite: { id, player: this.#player, kind: "accepted" } });
  }

  /** @param {string} id of one that is no longer good */
  withdraw(id) {
    this.#tell({ type: "cancelled", id });
  }

  /** Closes the dialog for the player. */
  close() {
    this.#dialog.close();
  }

  #turned() {
    if (document.visibilityState !== "visible") return this.#tell({ type: "didEnterBackground" });
    this.#tell({ type: "willEnterForeground" });
    if (this.#player !== "") this.#tell({ type: "playerChanged", player: this.#player });
  }

  #closed() {
    const id = this.shown;
    this.shown = null;
    if (id === null) return;
    this.#listener.closed(id);
    this.#tell({ type: "dismissed", id });
  }

  /** @param {InviteEvent} event */
  #tell(event) {
    for (const effect of this.#coordinator.handle(event, Date.now())) this.#do(effect);
  }

  /** @param {InviteEffect} effect */
  #do(effect) {
    if (effect.do === "drop") this.#listener.dropped(effect.invite.id, effect.reason);
    // The dialog tells that it is closed a moment later, and what is next follows then.
    if (effect.do === "dismiss") this.#dialog.close();
    if (effect.do === "present") {
      const { id } = effect.invite;
      this.shown = id;
      this.#listener.show(id);
      this.#dialog.showModal();
      queueMicrotask(() => this.#tell({ type: "presented", id }));
    }
    if (effect.do !== "wake") return;
    clearTimeout(this.#timer);
    if (effect.atMs === null) return;
    this.#timer = setTimeout(() => this.#tell({ type: "timerDue" }), Math.max(0, effect.atMs - Date.now()));
  }
}
