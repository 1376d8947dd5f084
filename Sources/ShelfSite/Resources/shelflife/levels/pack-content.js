// @ts-check
/** A pack, what it may be, and the digest of all that is in it. */

import { ascii, concat } from "../seal/bytes.js";
import { subtle } from "../seal/crypto.js";
import { LevelFields } from "./level-fields.js";
import { PackFault } from "./level-problem.js";

/** @typedef {import("./level-fields.js").Level} Level */
/** @typedef {{ id: string, engine: number, levels: Level[] }} Pack levels in the order in which they are played */

export const MOST_LEVELS = 10_000;
/** Of the maps of all levels together. */
export const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MAP_BYTES = 64 * 1024;
const MARK = "shelflife/v1/pack";

/**
 * @param {string} id
 * @returns {Pack} the pack with which every library in a browser begins
 */
export function emptyPack(id) {
  return { id, engine: 1, levels: [] };
}

/**
 * @param {Pack} pack
 * @returns {Promise<string>} SHA-256 of all that a release can change, in hexadecimal
 */
export async function packContent({ id, engine, levels }) {
  const fields = new LevelFields();
  fields.text(id);
  fields.number(engine);
  for (const level of levels) fields.level(level);
  return digestOf(concat(ascii(MARK), fields.bytes()));
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<string>} their SHA-256 in hexadecimal
 */
export async function digestOf(bytes) {
  return hexadecimal(new Uint8Array(await subtle().digest("SHA-256", bytes)));
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {unknown} text
 * @returns {text is string} whether it is a SHA-256 in hexadecimal
 */
export function isDigest(text) {
  return typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
}

/**
 * @param {unknown} text
 * @returns {text is string} whether it is 1 to 64 of a-z, 0-9 and -, as the ids of packs, levels and channels and tags are
 */
export function isPackId(text) {
  return typeof text === "string" && /^[a-z0-9-]{1,64}$/.test(text);
}

/**
 * Refuses levels that no pack has: too many or too large ones, two with one id, an id or a tag of another form.
 * @param {Pack} pack
 * @throws {PackFault}
 */
export function checkPack({ id, engine, levels }) {
  const bytes = levels.reduce((sum, { map }) => sum + map.length, 0);
  if (levels.length > MOST_LEVELS || bytes > MOST_BYTES) throw new PackFault("tooLarge");
  const isSound =
    isPackId(id) &&
    engine >= 1 &&
    new Set(levels.map((level) => level.id)).size === levels.length &&
    levels.every((level) => isPackId(level.id) && level.tags.every(isPackId) && level.map.length <= MOST_MAP_BYTES);
  if (!isSound) throw new PackFault("unreadable");
}
