// @ts-check
/** One `ShelfServer` for each address, so that the elements of a page share its clock and its player. */

import { ShelfServer } from "../shelflife.js";
import { serverAddress } from "../shelflife/store/shelf-server.js";

/** @type {Map<string, ShelfServer>} by the address as it is used */
const servers = new Map();
/** Tells elements that the page has given a server of its own; the event is named by the server's address. */
const given = new EventTarget();

/**
 * @param {string} address
 * @returns {ShelfServer}
 */
export function serverAt(address) {
  const url = serverAddress(address);
  const known = servers.get(url);
  if (known) return known;
  const made = new ShelfServer(url);
  servers.set(url, made);
  return made;
}

/**
 * Lets all elements of a server's address use this one, also those that are in the page already. A page calls it whose
 * server needs parts of its own, such as an archive where the browser keeps nothing.
 * @param {ShelfServer} server
 */
export function useServer(server) {
  if (servers.get(server.url) === server) return;
  servers.set(server.url, server);
  given.dispatchEvent(new Event(server.url));
}

/**
 * @param {string} url a server's address as it is used
 * @param {() => void} listener is called when the page has given another server for it
 * @param {AbortSignal} signal ends that
 */
export function whenGiven(url, listener, signal) {
  given.addEventListener(url, listener, { signal });
}
