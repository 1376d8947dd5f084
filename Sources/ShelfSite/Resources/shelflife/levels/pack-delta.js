// @ts-check
/**
 * How a release of a pack becomes another one: which levels stay, as runs of places, and which come new. As a file it is
 * 8 bytes that say what it is, 8 bytes for the length of what follows when it is inflated, and that in zlib's format.
 */

import { ascii } from "../seal/bytes.js";
import { inflated } from "./inflate.js";
import { LevelFieldReader } from "./level-fields.js";
import { PackFault } from "./level-problem.js";
import { checkPack, hexadecimal, MOST_BYTES, MOST_LEVELS, packContent } from "./pack-content.js";

/** @typedef {import("./pack-content.js").Pack} Pack */
/** @typedef {import("./level-fields.js").Level} Level */
/** @typedef {{ from: number, count: number } | { level: Level }} Step levels that stay, the first counted from 0; or one that is new */
/**
 * @typedef {object} PackDelta
 * @property {string} from the former release's content, in hexadecimal
 * @property {string} to
 * @property {number} engine the least engine version afterwards
 * @property {Step[]} steps the levels afterwards, in order
 */

const MARK = ascii("SHELFLD1");
const HEAD_BYTES = MARK.length + 8;
const DIGEST_BYTES = 256 / 8;
/** Of what is inflated: all levels of a pack, and what stands around them. */
const MOST_INFLATED = MOST_BYTES + MOST_LEVELS * 2048;

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<PackDelta>}
 * @throws {PackFault}
 */
export async function readDelta(bytes) {
  if (bytes.length <= HEAD_BYTES || MARK.some((byte, index) => bytes[index] !== byte)) throw new PackFault("unreadable");
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(MARK.length));
  if (length > MOST_INFLATED) throw new PackFault("tooLarge");
  const fields = await inflated(bytes.subarray(HEAD_BYTES), length);
  if (!fields) throw new PackFault("unreadable");
  return readFields(new LevelFieldReader(fields));
}

/** @param {LevelFieldReader} reader */
function readFields(reader) {
  const [from, to, engine] = [reader.blob(), reader.blob(), reader.number()];
  if (from.length !== DIGEST_BYTES || to.length !== DIGEST_BYTES) throw new PackFault("unreadable");
  /** @type {Step[]} */
  const steps = [];
  while (!reader.isAtEnd) steps.push(readStep(reader));
  return { from: hexadecimal(from), to: hexadecimal(to), engine, steps };
}

/**
 * @param {LevelFieldReader} reader
 * @returns {Step}
 */
function readStep(reader) {
  if (!reader.isTextNext) return { from: reader.number(), count: reader.number() };
  if (reader.text() !== "level") throw new PackFault("unreadable");
  return { level: reader.level() };
}

/**
 * @param {PackDelta} delta
 * @param {Pack} before
 * @returns {Promise<Pack>} what the delta names, to the last byte
 * @throws {PackFault}
 */
export async function appliedDelta(delta, before) {
  if ((await packContent(before)) !== delta.from) throw new PackFault("otherRelease");
  /** @type {Level[]} */
  const levels = [];
  for (const step of delta.steps) {
    if ("level" in step) {
      levels.push(step.level);
    } else {
      if (step.count > before.levels.length - step.from) throw new PackFault("unreadable");
      levels.push(...before.levels.slice(step.from, step.from + step.count));
    }
    if (levels.length > MOST_LEVELS) throw new PackFault("tooLarge");
  }
  const after = { id: before.id, engine: delta.engine, levels };
  checkPack(after);
  if ((await packContent(after)) !== delta.to) throw new PackFault("otherContent");
  return after;
}
