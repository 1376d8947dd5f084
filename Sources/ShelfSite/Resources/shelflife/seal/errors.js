// @ts-check
/** What was sealed or signed and can't be taken, and what keeps a browser from checking it. */

import { ShelfError } from "./shelf-error.js";

/** @typedef {"tooLarge" | "magic" | "headerLength" | "signature" | "header" | "length" | "store" | "incarnation" | "sequence" | "time" | "chains" | "records"} WindowErrorCode */
/** @typedef {"chain" | "slot" | "early" | "walk" | "shut" | "forged"} KeyErrorCode */
/** @typedef {"missing" | "wrong"} AppSecretErrorCode */

/** @type {Record<WindowErrorCode, string>} */
const WINDOW_MESSAGES = {
  tooLarge: "The window is larger than 4 MiB. Check that the address serves a Shelflife store.",
  magic: "This is not a Shelflife window. Check the server's address, and any proxy in between.",
  headerLength: "The window is cut short or its header is too long. Fetch it again.",
  signature: "The window isn't signed with the key this app trusts. If the server's key was changed on purpose, give the app the new public key.",
  header: "The window's header can't be read. The server may be newer than this SDK.",
  length: "The window's length doesn't fit what its header says. Fetch it again.",
  store: "The window belongs to another store. Check the store's id and any cache in between.",
  incarnation: "The window is from before the store began anew. A cache in between may be serving old files.",
  sequence: "The window is older than the one in use. A cache in between may be serving old files.",
  time: "The window isn't of this time. Check the server's clock and any cache in between.",
  chains: "The window changes a key chain that is already known. The server's data must be looked at.",
  records: "The window's listings are out of order, overlap or leave a gap. The server's data must be looked at.",
};

/** @type {Record<KeyErrorCode, string>} */
const KEY_MESSAGES = {
  chain: "The key belongs to a chain that no window has named yet.",
  slot: "The key's slot is not one of its chain's.",
  early: "The key is for a moment too far ahead.",
  walk: "The key is too far from the newest one known. The next window brings a nearer one.",
  shut: "The key's box doesn't open. The app secret is missing, or this chain has another.",
  forged: "The key doesn't hash to its chain. Somebody made it up.",
};

/**
 * A window was refused. The window that was in use before stays in use.
 * @extends {ShelfError<WindowErrorCode>}
 */
export class WindowError extends ShelfError {
  /**
   * @param {WindowErrorCode} code
   * @param {string} [detail] what exactly was found
   */
  constructor(code, detail) {
    super("WindowError", code, detail ? `${WINDOW_MESSAGES[code]} (${detail})` : WINDOW_MESSAGES[code]);
  }
}

/**
 * A key that didn't come in a window was refused.
 * @extends {ShelfError<KeyErrorCode>}
 */
export class KeyError extends ShelfError {
  /** @param {KeyErrorCode} code */
  constructor(code) {
    super("KeyError", code, KEY_MESSAGES[code]);
  }
}

/**
 * A card can't be opened with its own key, or its content isn't a valid card.
 * @extends {ShelfError<"card">}
 */
export class CardError extends ShelfError {
  /** @param {string} detail */
  constructor(detail) {
    super("CardError", "card", `A listing's card can't be read: ${detail}. The server's data must be looked at.`);
  }
}

/**
 * The store needs an app secret, and none or a wrong one was given.
 * @extends {ShelfError<AppSecretErrorCode>}
 */
export class AppSecretError extends ShelfError {
  /** @param {AppSecretErrorCode} code */
  constructor(code) {
    super(
      "AppSecretError",
      code,
      code === "missing"
        ? "This store needs an app secret. Pass it as `appSecret` (32 bytes, base64url)."
        : "The app secret doesn't open this store's keys. Compare it with the server's configuration.",
    );
  }
}

/**
 * Browsers don't offer cryptography to pages at this address.
 * @extends {ShelfError<"insecureOrigin">}
 */
export class InsecureOriginError extends ShelfError {
  constructor() {
    super(
      "InsecureOriginError",
      "insecureOrigin",
      "This address isn't secure, and browsers offer no cryptography on it. " +
        "Open the page by https://, or on this machine at http://127.0.0.1 or http://localhost.",
    );
  }
}

/**
 * The browser lacks Ed25519.
 * @extends {ShelfError<"oldBrowser">}
 */
export class OldBrowserError extends ShelfError {
  constructor() {
    const message = "This browser can't check Ed25519 signatures. Update it, or open the page in another one.";
    super("OldBrowserError", "oldBrowser", message);
  }
}
