// @ts-check
/** What somebody may mean by a change that would be undone, and the buttons of the question that say it. */

import { offer } from "./confirmation.js";

/**
 * @typedef {object} Offer
 * @property {string} action what the button says that means it
 * @property {number} [over] what it sends to mean what would be undone; missing where nothing would be
 * @property {number} [scheduled] the scheduled version that alone would undo it, so that it may be changed as well
 */

export class UndoneChoice {
  /** @type {Offer} */
  #offer = { action: "" };
  /** @type {HTMLDialogElement | undefined} */
  #dialog;

  /**
   * @param {HTMLDialogElement | undefined} dialog
   * @param {Offer} made
   */
  offer(dialog, made) {
    this.#dialog = dialog;
    this.#offer = made;
    offer(dialog, made.action, made.scheduled === undefined ? undefined : alsoIn(made.scheduled, made.action));
  }

  /** Offers only to go on without the scheduled version, which can't be changed as well. */
  offerWithout() {
    this.offer(this.#dialog, { ...this.#offer, scheduled: undefined });
  }

  /**
   * @param {boolean} isOther whether the scheduled version shall be changed as well
   * @returns {{ over?: number, alsoIn?: number }} what is sent with the change
   */
  meant(isOther) {
    const { over, scheduled } = this.#offer;
    return isOther ? { alsoIn: scheduled } : { over };
  }
}

/**
 * @param {number} scheduled
 * @param {string} without the action that lets that version undo it
 */
function alsoIn(scheduled, without) {
  const action = `Change version ${scheduled} as well`;
  return {
    action,
    text: `“${action}” makes the same changes in what is scheduled, too: a new version takes the place of version ${scheduled}, at the same time. `
      + `“${without}” leaves version ${scheduled} as it is.`,
  };
}
