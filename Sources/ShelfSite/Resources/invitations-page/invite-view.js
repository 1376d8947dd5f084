// @ts-check
/** Invites somebody to the match in play: by a link, or by a friend code. */

import { asksFirst, copy } from "./acts.js";
import { found } from "./element.js";
import { plainCode, time } from "./words.js";

/** @typedef {import("../shelf-invitations.js").Match} Match */
/** @typedef {import("../shelf-invitations.js").MatchLink} MatchLink */

export class InviteView {
  ownCode = "";
  /** @type {Match | null} */
  #match = null;
  /** @type {Record<string, MatchLink>} by match; the server keeps no secrets, so this window does */
  #links;
  #parts;

  /**
   * @param {object} parts
   * @param {import("../shelf-invitations.js").Invitations} parts.invitations
   * @param {import("./acts.js").Acts} parts.acts
   * @param {(text: string) => void} parts.say
   * @param {string} parts.as which player of this browser it is
   * @param {() => void} parts.sent
   */
  constructor(parts) {
    this.#parts = parts;
    this.#links = JSON.parse(sessionStorage.getItem(`shelflife-links${parts.as}`) ?? "{}");
    found(".make-link").addEventListener("click", () => this.#make());
    found(".copy-link").addEventListener("click", () => copy(found(".link-address").value, parts.say, "The link is copied. Send it to a friend."));
    found(".link-address").addEventListener("focus", () => found(".link-address").select());
    asksFirst(found(".end-link"), "Really end it?", () => this.#end());
    found(".by-code").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#send();
    });
  }

  /** @param {Match | null} match the one in play */
  show(match) {
    this.#match = match;
    const link = this.#links[match?.id ?? ""];
    found(".make-link").hidden = Boolean(link);
    found(".link").hidden = !link;
    if (!link) return;
    found(".link-address").value = `${location.origin}${location.pathname}#join=${link.secret}`;
    found(".link-life").textContent = `Who opens it can join until ${time(link.expiresAtMs)}.`;
    found(".as-second").href = `${location.pathname}?as=${this.#parts.as === "2" ? "3" : "2"}#join=${link.secret}`;
  }

  async #make() {
    const match = this.#match;
    if (!match) return;
    const { acts, say, invitations } = this.#parts;
    const told = await acts.run(found(".make-link"), say, (sending) => invitations.newLink(match.id, sending));
    if (!told || !("done" in told)) return;
    this.#keep({ ...this.#links, [match.id]: told.done });
    found(".copy-link").focus();
  }

  async #end() {
    const match = this.#match?.id ?? "";
    const { acts, say, invitations } = this.#parts;
    const told = await acts.run(found(".end-link"), say, (sending) => invitations.endLink(this.#links[match].id, sending));
    // What is no longer there has ended, too.
    if (!told) return;
    const { [match]: _, ...rest } = this.#links;
    this.#keep(rest);
    if ("done" in told) say("The link has ended. Nobody can join by it any more.");
    found(".make-link").focus();
  }

  async #send() {
    const match = this.#match;
    const input = found(".code-input");
    const { acts, say, sent, invitations } = this.#parts;
    if (!match) return;
    if (plainCode(input.value) === plainCode(this.ownCode)) return say("This is your own code. Ask your friend for theirs, and type that one.");
    const told = await acts.run(found(".by-code button"), say, (sending) => invitations.invite(match.id, { code: input.value }, sending));
    if (!told) return;
    if ("done" in told) {
      input.value = "";
      say("The invitation is sent. Below you see what becomes of it.");
      return sent();
    }
    const { code } = /** @type {{ code?: string }} */ (told.refused);
    if (code === "bad_request") say("This code is mistyped. Compare it with the one that your friend sees, character by character.");
    input.focus();
  }

  /** @param {Record<string, MatchLink>} links */
  #keep(links) {
    this.#links = links;
    sessionStorage.setItem(`shelflife-links${this.#parts.as}`, JSON.stringify(links));
    this.show(this.#match);
  }
}
