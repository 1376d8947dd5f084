// @ts-check
/** What a library remembers from one start to the next, as a value, and how it changes. */

import { toBase64url } from "../seal/base64url.js";
import { isDigest } from "./pack-content.js";

/**
 * @typedef {object} LevelState
 * @property {string} device random bytes in base64url, by which the device knows whether a rollout is for it
 * @property {number} engine the version of the game's engine when the app was there last
 * @property {Record<string, { sequence: number, goodUntilMs: number, release: string }>} seen the newest document, by
 *   channel and public key, with the content of the release that it names for all devices or for a part of them
 * @property {string | null} current the content of the release that is there; null for the empty pack
 * @property {string | null} former that of the one before
 * @property {string[]} [partial] the SHA-256 of files on their way, whose beginnings are kept, the newest first
 * @property {Record<string, string>} failed why contents aren't taken again: what the app has reported since the channel
 *   points at the release that its newest document names
 */

const DEVICE_BYTES = 128 / 8;
/** A release is made of one file, or of another where that one isn't what it should be. */
const MOST_PARTIAL = 2;
/** How many failures are remembered. */
const MOST_FAILED = 20;

/**
 * @param {number} engine
 * @returns {LevelState} of a device that was never here
 */
export function newState(engine) {
  const device = toBase64url(crypto.getRandomValues(new Uint8Array(DEVICE_BYTES)));
  return { device, engine, seen: {}, current: null, former: null, failed: {} };
}

/**
 * @param {LevelState | null} kept
 * @param {number} engine another one is an update of the app, which may have mended what failed
 * @returns {LevelState}
 */
export function begun(kept, engine) {
  if (!isState(kept)) return newState(engine);
  return kept.engine === engine ? kept : { ...kept, engine, failed: {} };
}

/**
 * @param {any} kept
 * @returns {kept is LevelState}
 */
function isState(kept) {
  const isRelease = (/** @type {unknown} */ content) => content === null || isDigest(content);
  const hasObjects = typeof kept?.seen === "object" && typeof kept.failed === "object" && kept.seen && kept.failed;
  return Boolean(hasObjects) && typeof kept.device === "string" && isRelease(kept.current) && isRelease(kept.former);
}

/**
 * Notes a document. One that names another release than the document before is news of the designers, who know what
 * failed; a change of the share alone tries nothing again.
 * @param {LevelState} state
 * @param {string} key
 * @param {import("./pack-document.js").PackDocument} document
 * @returns {LevelState | null} null when a newer document was seen
 */
export function withSeen(state, key, { sequence, goodUntilMs, release: { content } }) {
  const before = state.seen[key];
  if (sequence < (before?.sequence ?? 0)) return null;
  const failed = before?.release === content ? state.failed : {};
  return { ...state, failed, seen: { ...state.seen, [key]: { sequence, goodUntilMs, release: content } } };
}

/**
 * Nothing is on its way any more.
 * @param {LevelState} state
 * @param {string | null} content of a release that is whole and checked; null for the empty pack
 * @returns {LevelState}
 */
export function withTaken(state, content) {
  const settled = { ...state, partial: [] };
  return content === state.current ? settled : { ...settled, current: content, former: state.current };
}

/**
 * @param {LevelState} state
 * @param {string} file the SHA-256 of a file; the device has kept another part of it
 * @returns {LevelState}
 */
export function withPartial(state, file) {
  const { partial } = withoutPartial(state, file);
  return { ...state, partial: [file, ...partial].slice(0, MOST_PARTIAL) };
}

/**
 * @param {LevelState} state
 * @param {string} file
 * @returns {LevelState & { partial: string[] }}
 */
export function withoutPartial(state, file) {
  return { ...state, partial: (state.partial ?? []).filter((other) => other !== file) };
}

/**
 * Goes back to the release before; from that to the empty pack.
 * @param {LevelState} state
 * @param {string} content which can't be read or played
 * @returns {LevelState}
 */
export function withoutRelease(state, content) {
  if (state.current === content) return { ...state, current: state.former, former: null };
  return state.former === content ? { ...state, former: null } : state;
}

/**
 * Goes back, and doesn't take the release again.
 * @param {LevelState} state
 * @param {string} content
 * @param {string} why
 * @returns {LevelState}
 */
export function withFailed(state, content, why) {
  const failed = Object.keys(state.failed).length >= MOST_FAILED ? {} : state.failed;
  return withoutRelease({ ...state, failed: { ...failed, [content]: why } }, content);
}
