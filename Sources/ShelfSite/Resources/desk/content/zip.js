// @ts-check
/** Files of text as one ZIP, uncompressed, as APPNOTE.TXT of PKWARE describes it. */

/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** The version of the format that a reader needs, 2.0. */
const NEEDED = 20;
/** That names are in UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, which is the format's first day: the files of a version have no times. */
const DATE = 0x21;

/**
 * @param {ContentFile[]} files
 * @returns {Blob}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  /** @type {BlobPart[]} */
  const parts = [];
  /** @type {BlobPart[]} */
  const directory = [];
  let [at, directoryBytes] = [0, 0];
  for (const { path, text } of files) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    // What both headers say: flags, no compression, time and date, checksum, sizes, the name's length, nothing extra.
    const about = [[2, UTF8], [2, 0], [2, 0], [2, DATE], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    parts.push(fields([4, LOCAL], [2, NEEDED], ...about), name, bytes);
    directory.push(fields([4, CENTRAL], [2, NEEDED], [2, NEEDED], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    at += 30 + name.length + bytes.length;
    directoryBytes += 46 + name.length;
  }
  const end = fields([4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, directoryBytes], [4, at], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** @param {...number[]} given how many bytes each field has, and its value, the lowest byte first */
function fields(...given) {
  return new Uint8Array(given.flatMap(([length, value]) => Array.from({ length }, (_, index) => (value >>> (8 * index)) & 0xff)));
}

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
