// @ts-check

import { found } from "./element.js";

/** Asks for an admin's token. */
export class SignInForm {
  #form = found(".sign-in");
  #why = found(".sign-in-why");
  #input = /** @type {HTMLInputElement} */ (found("#token"));
  #button = /** @type {HTMLButtonElement} */ (found(".sign-in button"));

  /** @param {(token: string) => Promise<void>} signIn */
  constructor(signIn) {
    this.#form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const token = this.#input.value.trim();
      if (!token) return this.show("Paste the token first.");
      this.#button.disabled = true;
      await signIn(token);
      this.#button.disabled = false;
    });
  }

  /** @param {string} why the person is asked, if they don't expect it */
  show(why) {
    found(".starting").hidden = true;
    this.#form.hidden = false;
    this.#why.textContent = why;
    this.#input.value = "";
    this.#input.focus();
  }

  hide() {
    found(".starting").hidden = true;
    this.#form.hidden = true;
    this.#input.value = "";
  }
}
