// @ts-check
/**
 * Where players reach the shop. It isn't the desk's origin, and behind a proxy the server doesn't know it, so a person
 * enters it once, and this browser remembers it.
 */

import { element, field } from "../frame/element.js";

/** @typedef {import("../frame/messages.js").Messages} Messages */

const KEPT = "shelflife-desk-shop";

export class ShopAddress {
  /** Such as `https://shop.example`; empty when it isn't known. */
  origin = remembered();
  #input = element("input", {
    id: "levels-shop", type: "url", placeholder: "https://shop.example", autocomplete: "off", value: this.origin,
  });
  element = field("The shop’s address, to play levels at", this.#input);

  /**
   * @param {Messages} messages
   * @param {() => void} changed
   */
  constructor(messages, changed) {
    this.#input.addEventListener("change", () => {
      const given = this.#input.value.trim();
      const origin = originOf(given);
      if (given && !origin) return messages.fault(`“${given}” is no address. Write it like https://shop.example.`);
      this.origin = this.#input.value = origin;
      remember(origin);
      changed();
    });
  }
}

/**
 * @param {string} address
 * @returns {string} empty when it is no address of a server
 */
function originOf(address) {
  try {
    const { protocol, origin } = new URL(address);
    return ["http:", "https:"].includes(protocol) ? origin : "";
  } catch {
    return "";
  }
}

function remembered() {
  try {
    return originOf(localStorage.getItem(KEPT) ?? "");
  } catch {
    // A browser that keeps nothing is asked again in the next visit.
    return "";
  }
}

/** @param {string} origin */
function remember(origin) {
  try {
    localStorage.setItem(KEPT, origin);
  } catch {
    // As above.
  }
}
