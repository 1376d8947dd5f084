// @ts-check
/** What the server answers about matches and invitations, checked, with payloads as bytes. */

import { fromBase64url } from "../seal/base64url.js";
import { RequestError } from "../transport/transport-errors.js";

/** @typedef {{ place: number, state: "free" | "taken" | "left" }} MatchPlace */
/**
 * @typedef {object} Match a match, as one of its players sees it
 * @property {string} id
 * @property {number} size how many places it has
 * @property {"open" | "closed" | "ended"} state
 * @property {number | null} place the player's own place, from 1 on; null after leaving
 * @property {MatchPlace[]} places
 * @property {number} version how often the payload was replaced
 * @property {Uint8Array} payload what the game keeps in it, at most 4096 bytes
 * @property {number} createdAtMs
 * @property {number} changedAtMs
 */
/** @typedef {"open" | "accepted" | "declined" | "expired" | "superseded" | "full" | "closed" | "inviter_gone"} ReceivedState */
/**
 * @typedef {object} ReceivedInvitation
 * @property {string} id
 * @property {ReceivedState} state it can be accepted while it is `open`
 * @property {number | null} size how many places the match has; null where it is gone
 * @property {number | null} free how many of them are free
 * @property {number} atMs
 * @property {number} expiresAtMs
 */
/**
 * @typedef {object} SentInvitation it looks the same whether or not it reaches anybody
 * @property {string} id
 * @property {string} match the id of the match to which it invites
 * @property {"sent" | "accepted" | "declined" | "cancelled" | "superseded" | "expired"} state
 * @property {number} atMs
 * @property {number} expiresAtMs
 */
/** @typedef {{ received: ReceivedInvitation[], sent: SentInvitation[] }} Inbox the newest first */
/** @typedef {{ id: string, secret: string, expiresAtMs: number }} MatchLink `secret`: it belongs into the fragment of an address */
/** @typedef {{ size: number, free: number, state: ReceivedState, expiresAtMs: number }} LinkLook */
/** @typedef {{ id: string, atMs: number }} PlayerBlock */

/** @param {any} found @returns {Match} */
export function readMatch(found) {
  const payload = typeof found.payload === "string" ? fromBase64url(found.payload) : null;
  const { match: id, size, state, place, places, version, createdAtMs, changedAtMs } = found;
  const isComplete = typeof id === "string" && Array.isArray(places) && Number.isSafeInteger(version) && payload;
  if (!isComplete) throw unreadable();
  return { id, size, state, place: place ?? null, places, version, payload, createdAtMs, changedAtMs };
}

/** @param {any} found @returns {Inbox} */
export function readInbox(found) {
  const received = array(found.received).map((one) => {
    const { invitation: id, state, size, free, atMs, expiresAtMs } = one;
    return { id, state, size: size ?? null, free: free ?? null, atMs, expiresAtMs };
  });
  return { received, sent: array(found.sent).map(readSent) };
}

/** @param {any} found @returns {SentInvitation} */
export function readSent({ invitation: id, match, state, atMs, expiresAtMs }) {
  return { id, match, state, atMs, expiresAtMs };
}

/** @param {any} found @returns {MatchLink} */
export function readLink({ link: id, secret, expiresAtMs }) {
  return { id, secret, expiresAtMs };
}

/** @param {any} found @returns {PlayerBlock} */
export function readBlock({ block: id, atMs }) {
  return { id, atMs };
}

/** @param {any} found @returns {any[]} */
export function array(found) {
  if (!Array.isArray(found)) throw unreadable();
  return found;
}

/** @param {any} found @returns {string} */
export function text(found) {
  if (typeof found !== "string") throw unreadable();
  return found;
}

function unreadable() {
  return new RequestError("The server's answer can't be read. Something in between may have changed it.", 200);
}
