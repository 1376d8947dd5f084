// @ts-check
/** A second player in the same browser, for trying things out: `?as=2`. */

import { browserPlayerArchive } from "../shelf-invitations.js";

/** @typedef {import("../shelf-invitations.js").PlayerArchive} PlayerArchive */

/** @returns {string} a number from 2 to 9, or nothing for the browser's own player */
export function givenPlayer() {
  const as = new URLSearchParams(location.search).get("as") ?? "";
  return /^[2-9]$/.test(as) ? as : "";
}

/**
 * @param {string} as
 * @returns {PlayerArchive} the browser's, in which the other player's credential has a name of its own
 */
export function archiveOf(as) {
  const archive = browserPlayerArchive();
  if (as === "") return archive;
  const named = (/** @type {string} */ server) => `${server} as ${as}`;
  return {
    credential: (server, made) => archive.credential(named(server), made),
    intents: (server) => archive.intents(named(server)),
    keep: (server, intent) => archive.keep(named(server), intent),
    forget: (server, key) => archive.forget(named(server), key),
  };
}
