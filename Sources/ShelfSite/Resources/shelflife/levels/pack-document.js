// @ts-check
/**
 * What a pack's channel points at, signed: the same document for every device. It is 8 bytes that say what it is, 4
 * bytes for the length of the JSON, the JSON, and an Ed25519 signature of all that comes before it.
 */

import { ascii } from "../seal/bytes.js";
import { subtle } from "../seal/crypto.js";
import { PackFault } from "./level-problem.js";

/** @typedef {{ sha256: string, bytes: number }} PackFile a file by the SHA-256 of its bytes, and their number */
/**
 * @typedef {object} PackRelease a frozen pack
 * @property {string} content SHA-256 of all that is in it, in hexadecimal
 * @property {number} engine the least version of the game's engine
 * @property {PackFile} snapshot an SQLite database, which isn't used here
 * @property {{ from: string, file: PackFile }[]} deltas from earlier releases; the last is from the empty pack
 */
/**
 * @typedef {object} PackDocument
 * @property {string} pack
 * @property {string} channel
 * @property {number} sequence it only grows, so an old document is known
 * @property {number} goodUntilMs in milliseconds since the epoch
 * @property {PackRelease} release for every device, or for those in the share
 * @property {{ share: number, others: PackRelease } | null} rollout the share in ten-thousandths of the devices
 */

const MARK = ascii("SHELFLP1");
const HEAD_BYTES = MARK.length + 4;
const SIGNATURE_LENGTH = 64;
/** More than any document needs. */
export const MOST_DOCUMENT_BYTES = 64 * 1024;

/**
 * @param {Uint8Array} bytes
 * @param {{ pack: string, channel: string, publicKey: CryptoKey }} expected
 * @returns {Promise<PackDocument>}
 * @throws {PackFault} for anything but a document of this pack and channel that this key has signed
 */
export async function readDocument(bytes, { pack, channel, publicKey }) {
  const end = bytes.length - SIGNATURE_LENGTH;
  const hasForm =
    bytes.length <= MOST_DOCUMENT_BYTES &&
    end > HEAD_BYTES &&
    MARK.every((byte, index) => bytes[index] === byte) &&
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(MARK.length) === end - HEAD_BYTES;
  if (!hasForm) throw new PackFault("unreadable");
  const genuine = await subtle().verify("Ed25519", publicKey, bytes.subarray(end), bytes.subarray(0, end));
  if (!genuine) throw new PackFault("unreadable");
  const document = readMembers(parsed(bytes.subarray(HEAD_BYTES, end)));
  if (document.pack !== pack || document.channel !== channel) throw new PackFault("unreadable");
  return document;
}

/** @param {Uint8Array} bytes */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new PackFault("unreadable");
  }
}

/**
 * @param {any} raw
 * @returns {PackDocument}
 */
function readMembers(raw) {
  const rollout = raw?.rollout ?? null;
  return {
    pack: text(raw?.pack),
    channel: text(raw.channel),
    sequence: whole(raw.sequence),
    goodUntilMs: whole(raw.goodUntilMs),
    release: readRelease(raw.release),
    rollout: rollout && { share: whole(rollout.share), others: readRelease(rollout.others) },
  };
}

/**
 * @param {any} raw
 * @returns {PackRelease}
 */
function readRelease(raw) {
  if (!Array.isArray(raw?.deltas)) throw new PackFault("unreadable");
  return {
    content: text(raw.content),
    engine: whole(raw.engine),
    snapshot: readFile(raw.snapshot),
    deltas: raw.deltas.map((/** @type {any} */ delta) => ({ from: text(delta?.from), file: readFile(delta.file) })),
  };
}

/**
 * @param {any} raw
 * @returns {PackFile}
 */
function readFile(raw) {
  return { sha256: text(raw?.sha256), bytes: whole(raw.bytes) };
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function text(value) {
  if (typeof value !== "string") throw new PackFault("unreadable");
  return value;
}

/**
 * @param {any} value
 * @returns {number}
 */
function whole(value) {
  if (!Number.isSafeInteger(value)) throw new PackFault("unreadable");
  return value;
}
