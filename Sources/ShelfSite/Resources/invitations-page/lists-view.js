// @ts-check
/** The lists beside the board: what came, what was sent, the matches, and who is blocked. */

import { button, element, found, showList } from "./element.js";
import { mayPlay } from "./board-view.js";
import { outcome, readGame } from "./noughts.js";
import { receivedInWords, sentInWords, time } from "./words.js";

/** @typedef {import("../shelf-invitations.js").Inbox} Inbox */
/** @typedef {import("../shelf-invitations.js").Match} Match */
/** @typedef {import("../shelf-invitations.js").PlayerBlock} PlayerBlock */
/** @typedef {(id: string, pressed: HTMLElement) => unknown} Pressed */
/**
 * @typedef {object} ListListener
 * @property {Pressed} accept
 * @property {Pressed} decline
 * @property {Pressed} block who sent this invitation
 * @property {Pressed} cancel
 * @property {Pressed} choose a match
 * @property {Pressed} unblock
 * @property {() => void} look at the link that was opened
 */

export class ListsView {
  #listener;

  /** @param {ListListener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /**
   * @param {Inbox} inbox
   * @param {boolean} hasLink whether a link was opened and isn't answered
   */
  showInbox({ received, sent }, hasLink) {
    const { accept, decline, block, cancel, look } = this.#listener;
    const link = entry("A link that you have opened.", button("link", "Look at it", look));
    const came = received.map((one) => {
      const { id } = one;
      const buttons = [
        button(`accept ${id}`, "Accept", (pressed) => accept(id, pressed)),
        button(`decline ${id}`, "Decline", (pressed) => decline(id, pressed)),
        button(`block ${id}`, "Block", (pressed) => block(id, pressed)),
      ];
      return entry(receivedInWords(one), ...(one.state === "open" ? buttons : []));
    });
    showList(found(".received"), [...(hasLink ? [link] : []), ...came]);
    found(".inbox-empty").hidden = hasLink || came.length > 0;
    found(".sent-card").hidden = sent.length === 0;
    showList(found(".sent"), sent.map((one) => {
      const { id, state } = one;
      const taken = button(`cancel ${id}`, "Take back", (pressed) => cancel(id, pressed));
      return entry(sentInWords(one), ...(state === "sent" ? [taken] : []));
    }));
  }

  /**
   * @param {readonly Match[]} matches
   * @param {string | null} chosen
   */
  showMatches(matches, chosen) {
    found(".matches-card").hidden = matches.length < 2;
    showList(found(".matches"), matches.map((match) => {
      const made = button(match.id, `From ${time(match.createdAtMs)}: ${standing(match)}`, (pressed) => this.#listener.choose(match.id, pressed));
      made.classList.add("entry-button");
      if (match.id === chosen) made.setAttribute("aria-current", "true");
      return element("li", "", made);
    }));
  }

  /** @param {readonly PlayerBlock[]} blocks */
  showBlocks(blocks) {
    found(".blocks-card").hidden = blocks.length === 0;
    showList(found(".blocks"), blocks.map(({ id, atMs }) =>
      entry(`Somebody, blocked at ${time(atMs)}.`, button(id, "Unblock", (pressed) => this.#listener.unblock(id, pressed)))));
  }
}

/**
 * @param {string} words
 * @param {...HTMLElement} buttons
 */
function entry(words, ...buttons) {
  return element("li", "entry", element("span", "entry-words", words), ...(buttons.length > 0 ? [element("span", "controls", ...buttons)] : []));
}

/** @param {Match} match */
function standing(match) {
  const game = readGame(match.payload);
  if (match.state === "ended") return "over";
  if (match.places.some(({ state }) => state !== "taken")) return "a place is free";
  if (game && outcome(game)) return "played";
  return mayPlay(match, game) ? "your turn" : "your friend’s turn";
}
