// @ts-check
/** A window's header: JSON whose every type and range is checked before anything relies on it. */

import { fromBase64url } from "./base64url.js";
import { WindowError } from "./errors.js";
import { readReleasedKey } from "./released-key.js";

/** @typedef {{ id: string, idBytes: Uint8Array, epochMs: number, slots: number, anchor: string, anchorBytes: Uint8Array, leadMs: number }} ChainHeader */
/** @typedef {import("./released-key.js").ReleasedKey} ReleasedKey */
/**
 * @typedef {object} WindowHeader
 * @property {string} store
 * @property {number} sequence
 * @property {string} previous
 * @property {number | null} incarnationMs when the window's incarnation began; null in a store's first incarnation
 * @property {number} issuedAtMs
 * @property {number} fromMs
 * @property {number} untilMs
 * @property {number} positions
 * @property {number} columns
 * @property {number} cardBytes
 * @property {number} count
 * @property {ChainHeader[]} chains
 * @property {ReleasedKey[]} released
 * @property {[chain: number, slot: number, position: number][]} withdrawn records that are no longer for sale, whose
 * keys are public; notices name others
 */

const MINUTE_MS = 60_000;
const SPAN_MS = 600_000;
const DAY_MS = 86_400_000;
/** More than a header has room for. */
const LARGEST_LIST = 65_536;
/** The latest accepted instant. It is far in the future, and sums with it don't overflow. */
const INSTANTS_MS = 2 ** 52 - 1;

/**
 * @param {Uint8Array} bytes
 * @returns {WindowHeader}
 */
export function readHeader(bytes) {
  const raw = parsed(bytes);
  const header = {
    store: must("store", raw.store, isStoreId(raw.store)),
    sequence: whole(raw, "sequence", 0),
    previous: must("previous", raw.previous, typeof raw.previous === "string" && /^[0-9a-f]{64}$/.test(raw.previous)),
    incarnationMs: raw.incarnationMs == null ? null : whole(raw, "incarnationMs", 0, raw.issuedAtMs),
    issuedAtMs: whole(raw, "issuedAtMs", 0, INSTANTS_MS),
    fromMs: whole(raw, "fromMs", 0),
    untilMs: whole(raw, "untilMs", 0, INSTANTS_MS),
    positions: whole(raw, "positions", 1, 65_536),
    columns: whole(raw, "columns", 1, raw.positions),
    cardBytes: whole(raw, "cardBytes", 2, 65_535),
    count: whole(raw, "count", 0, 2 ** 32 - 1),
    chains: list(raw, "chains", 1, 2).map(readChain),
    released: list(raw, "released", 0, 2).map(readReleased),
    withdrawn: raw.withdrawn == null ? [] : list(raw, "withdrawn", 0, LARGEST_LIST).map(readPlace),
  };
  checkTimes(header);
  checkChains(header);
  checkWithdrawn(header);
  return header;
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export function isStoreId(value) {
  return typeof value === "string" && /^[a-z0-9-]{1,32}$/.test(value);
}

/** @param {Uint8Array} bytes */
function parsed(bytes) {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Continue to the error below, which covers every unreadable header.
  }
  throw new WindowError("header", "not a JSON object");
}

/**
 * @template T
 * @param {string} name
 * @param {T} value
 * @param {boolean} holds
 * @returns {T}
 */
function must(name, value, holds) {
  if (!holds) throw new WindowError("header", name);
  return value;
}

/**
 * @param {any} raw
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function whole(raw, name, least, most = Number.MAX_SAFE_INTEGER) {
  const value = raw?.[name];
  return must(name, value, Number.isSafeInteger(value) && value >= least && value <= most);
}

/**
 * @param {any} raw
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {any[]}
 */
function list(raw, name, least, most) {
  const value = raw[name];
  return must(name, value, Array.isArray(value) && value.length >= least && value.length <= most);
}

/**
 * @param {string} name
 * @param {any} text
 * @param {number} length
 */
function bytesOf(name, text, length) {
  const bytes = fromBase64url(text);
  if (bytes?.length !== length) throw new WindowError("header", name);
  return bytes;
}

/**
 * @param {any} raw
 * @returns {ChainHeader}
 */
function readChain(raw) {
  const epochMs = whole(raw, "epochMs", 0, INSTANTS_MS);
  return {
    id: raw.id,
    idBytes: bytesOf("id", raw.id, 16),
    epochMs: must("epochMs", epochMs, epochMs % 1000 === 0),
    slots: whole(raw, "slots", 1, 86_400),
    anchor: raw.anchor,
    anchorBytes: bytesOf("anchor", raw.anchor, 32),
    leadMs: whole(raw, "leadMs", 0, DAY_MS),
  };
}

/**
 * @param {any} raw
 * @returns {ReleasedKey}
 */
function readReleased(raw) {
  const released = readReleasedKey(raw);
  if (!released) throw new WindowError("header", "released");
  return released;
}

/**
 * @param {any} raw
 * @returns {[number, number, number]}
 */
function readPlace(raw) {
  const whole = Array.isArray(raw) && raw.length === 3 && raw.every((number) => Number.isSafeInteger(number) && number >= 0);
  return must("withdrawn", /** @type {[number, number, number]} */ (raw), whole);
}

/** @param {WindowHeader} header */
function checkTimes(header) {
  const { incarnationMs, issuedAtMs, fromMs, untilMs, sequence } = header;
  must("incarnationMs", incarnationMs, incarnationMs === null || incarnationMs % MINUTE_MS === 0);
  must("issuedAtMs", issuedAtMs, issuedAtMs % MINUTE_MS === 0);
  must("sequence", sequence, sequence === issuedAtMs / MINUTE_MS);
  must("fromMs", fromMs, fromMs === issuedAtMs);
  must("untilMs", untilMs, untilMs >= issuedAtMs + SPAN_MS);
}

/** @param {WindowHeader} header */
function checkChains({ chains, released, issuedAtMs }) {
  const [first, second] = chains;
  must("chains", second, !second || (second.epochMs === first.epochMs + 1000 * first.slots && second.id !== first.id));
  const due = chains.map((chain) => ({ id: chain.id, slot: newestPublic(chain, issuedAtMs) })).filter(({ slot }) => slot >= 1);
  const told = due.every(({ id, slot }) => released.some((key) => key.chain === id && key.slot === slot));
  must("released", released, told && released.length === due.length);
}

/**
 * Refuses a header that names a place whose key isn't public, which would give something sealed away.
 * @param {WindowHeader} header
 */
function checkWithdrawn({ chains, positions, withdrawn, issuedAtMs }) {
  const sound = withdrawn.every(([index, slot, position]) => {
    const chain = chains[index];
    return chain && position < positions && slot >= 1 && slot <= newestPublic(chain, issuedAtMs);
  });
  must("withdrawn", withdrawn, sound);
}

/**
 * @param {ChainHeader} chain
 * @param {number} instantMs
 * @returns {number} the newest slot whose key is public at an instant; below 1 before the first
 */
function newestPublic({ slots, epochMs, leadMs }, instantMs) {
  return Math.min(slots, Math.floor((instantMs + leadMs - epochMs) / 1000));
}
