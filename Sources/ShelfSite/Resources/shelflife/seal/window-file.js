// @ts-check
/** Reads a window file and checks all of it, in the order that the wire format gives. */

import { ascii } from "./bytes.js";
import { subtle } from "./crypto.js";
import { WindowError } from "./errors.js";
import { readHeader } from "./window-header.js";
import { readRecords, recordLength } from "./window-records.js";

/** @typedef {import("./window-header.js").WindowHeader} WindowHeader */
/** @typedef {import("./window-header.js").ChainHeader} ChainHeader */
/** @typedef {import("./window-records.js").Listing} Listing */
/** @typedef {{ earliestMs: number, latestMs: number }} TrueTime the bounds between which the true time lies */
/** @typedef {{ bytes: Uint8Array, header: WindowHeader, shelves: Listing[][] }} ShelfWindow */
/**
 * @typedef {object} Expectations
 * @property {CryptoKey} publicKey
 * @property {string} store
 * @property {number | null} [incarnationMs] the latest known incarnation; the known windows and chains belong to it
 * @property {number} [sequence] of the window in use
 * @property {TrueTime | null} [time] null until the clock has an estimate
 * @property {Iterable<ChainHeader>} [chains] all that are known
 */

export const LARGEST_WINDOW = 4 * 1024 * 1024;

const MAGIC = ascii("SHELFLF2");
const HEADER_AT = 12;
const LARGEST_HEADER = 65_536;
const SIGNATURE_LENGTH = 64;
const FUTURE_TOLERANCE_MS = 2000;

/**
 * @param {Uint8Array} bytes
 * @param {Expectations} expected
 * @returns {Promise<ShelfWindow>}
 */
export async function readWindow(bytes, expected) {
  if (bytes.length > LARGEST_WINDOW) throw new WindowError("tooLarge");
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) throw new WindowError("magic");
  const recordsAt = HEADER_AT + headerLength(bytes);
  await checkSignature(bytes, expected.publicKey);
  const header = readHeader(bytes.subarray(HEADER_AT, recordsAt));
  const recordsEnd = recordsAt + header.count * recordLength(header);
  if (bytes.length !== recordsEnd + SIGNATURE_LENGTH) throw new WindowError("length");
  if (header.store !== expected.store) throw new WindowError("store", `${header.store} instead of ${expected.store}`);
  const known = expected.incarnationMs ?? null;
  if (begunMs(header.incarnationMs) < begunMs(known)) throw new WindowError("incarnation");
  const ofKnown = header.incarnationMs === known;
  if (ofKnown && header.sequence < (expected.sequence ?? 0)) throw new WindowError("sequence");
  if (expected.time) checkTime(header, expected.time);
  if (ofKnown) checkKnownChains(header.chains, expected.chains ?? []);
  return { bytes, header, shelves: readRecords(bytes.subarray(recordsAt, recordsEnd), header) };
}

/**
 * @param {number | null} incarnationMs
 * @returns {number} when an incarnation began; for a store's first one, an instant before all others
 */
function begunMs(incarnationMs) {
  return incarnationMs ?? -Infinity;
}

/** @param {Uint8Array} bytes */
function headerLength(bytes) {
  if (bytes.length < HEADER_AT) throw new WindowError("headerLength");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length);
  const fits = length <= LARGEST_HEADER && HEADER_AT + length + SIGNATURE_LENGTH <= bytes.length;
  if (!fits) throw new WindowError("headerLength");
  return length;
}

/**
 * @param {Uint8Array} bytes
 * @param {CryptoKey} publicKey
 */
async function checkSignature(bytes, publicKey) {
  const end = bytes.length - SIGNATURE_LENGTH;
  const genuine = await subtle().verify("Ed25519", publicKey, bytes.subarray(end), bytes.subarray(0, end));
  if (!genuine) throw new WindowError("signature");
}

/**
 * Checks a window's time. A window that was accepted before the clock had an estimate is checked again afterwards.
 * @param {WindowHeader} header
 * @param {TrueTime} time
 */
export function checkTime(header, time) {
  if (header.issuedAtMs > time.latestMs + FUTURE_TOLERANCE_MS) throw new WindowError("time", "from the future");
  if (header.untilMs <= time.earliestMs) throw new WindowError("time", "run out");
}

/**
 * @param {ChainHeader[]} chains
 * @param {Iterable<ChainHeader>} known
 */
function checkKnownChains(chains, known) {
  for (const chain of chains) {
    for (const other of known) {
      const changed =
        other.epochMs !== chain.epochMs ||
        other.slots !== chain.slots ||
        other.anchor !== chain.anchor ||
        other.leadMs !== chain.leadMs;
      if (other.id === chain.id && changed) throw new WindowError("chains", chain.id);
    }
  }
}
