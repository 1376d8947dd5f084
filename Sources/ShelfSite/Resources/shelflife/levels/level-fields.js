// @ts-check
/**
 * A pack's values as its content digest and its deltas have them: each is a byte for its type, 8 bytes for its length,
 * most significant first, and its bytes.
 */

import { ascii, be64 } from "../seal/bytes.js";
import { PackFault } from "./level-problem.js";

/**
 * @typedef {object} Level a level of a game: its map, and what players read of it
 * @property {string} id 1 to 64 of a-z, 0-9 and -. Progress hangs on it, since a level's place may change.
 * @property {string} title
 * @property {string | null} author
 * @property {readonly string[]} tags
 * @property {string | null} background the name of the picture behind it
 * @property {Uint8Array} map what only the game understands, at most 64 KiB
 */

const NONE = 0x00;
const INTEGER = 0x01;
const TEXT = 0x02;
const BLOB = 0x03;
const NOTHING = new Uint8Array();
/** Of a value: its type and its length. */
const HEAD_BYTES = 1 + 8;

/** Writes values. */
export class LevelFields {
  /** @type {Uint8Array[]} */
  #parts = [];

  /** @returns {Uint8Array} all that was written */
  bytes() {
    // A pack has more parts than a function takes arguments.
    const whole = new Uint8Array(this.#parts.reduce((length, part) => length + part.length, 0));
    let offset = 0;
    for (const part of this.#parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  /** @param {string | null} text */
  text(text) {
    this.#write(text === null ? NONE : TEXT, text === null ? NOTHING : ascii(text));
  }

  /** @param {Uint8Array} bytes */
  blob(bytes) {
    this.#write(BLOB, bytes);
  }

  /** @param {number} number a whole one from 0 on */
  number(number) {
    this.#write(INTEGER, be64(number));
  }

  /** @param {Level} level */
  level({ id, title, author, tags, background, map }) {
    for (const text of [id, title, author, tags.join(" "), background]) this.text(text);
    this.blob(map);
  }

  /**
   * @param {number} kind
   * @param {Uint8Array} value
   */
  #write(kind, value) {
    this.#parts.push(Uint8Array.of(kind), be64(value.length), value);
  }
}

/** Reads what `LevelFields` has written, and nothing else: it throws a `PackFault` with the code `unreadable`. */
export class LevelFieldReader {
  #bytes;
  #view;
  #at = 0;
  // A byte order mark is a character like others, and not left out.
  #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd() {
    return this.#at === this.#bytes.length;
  }

  get isTextNext() {
    return this.#bytes[this.#at] === TEXT;
  }

  /** @returns {string} */
  text() {
    const text = this.optionalText();
    if (text === null) throw new PackFault("unreadable");
    return text;
  }

  /** @returns {string | null} */
  optionalText() {
    const { kind, value } = this.#value();
    if (kind === NONE && value.length === 0) return null;
    if (kind !== TEXT) throw new PackFault("unreadable");
    try {
      return this.#decoder.decode(value);
    } catch {
      throw new PackFault("unreadable");
    }
  }

  /** @returns {Uint8Array} a copy */
  blob() {
    const { kind, value } = this.#value();
    if (kind !== BLOB) throw new PackFault("unreadable");
    return value.slice();
  }

  /** @returns {number} a whole one from 0 on */
  number() {
    const { kind, value } = this.#value();
    if (kind !== INTEGER || value.length !== 8) throw new PackFault("unreadable");
    return this.#whole(this.#at - 8);
  }

  /** @returns {Level} */
  level() {
    const [id, title, author] = [this.text(), this.text(), this.optionalText()];
    const [tags, background, map] = [this.text(), this.optionalText(), this.blob()];
    return { id, title, author, tags: tags.split(" ").filter((tag) => tag !== ""), background, map };
  }

  /** @returns {{ kind: number, value: Uint8Array }} */
  #value() {
    const rest = this.#bytes.length - this.#at;
    if (rest < HEAD_BYTES) throw new PackFault("unreadable");
    const kind = this.#bytes[this.#at];
    const length = this.#whole(this.#at + 1);
    if (kind > BLOB || length > rest - HEAD_BYTES) throw new PackFault("unreadable");
    const start = this.#at + HEAD_BYTES;
    this.#at = start + length;
    return { kind, value: this.#bytes.subarray(start, this.#at) };
  }

  /** @param {number} at where its 8 bytes begin */
  #whole(at) {
    const number = Number(this.#view.getBigUint64(at));
    if (!Number.isSafeInteger(number)) throw new PackFault("unreadable");
    return number;
  }
}
