// @ts-check
/** A pack’s folder as one file, as `ShelfPacks/PackBundle` reads it. */

/** @typedef {{ path: string, bytes: Blob }} PackFile a path is relative to the pack’s folder */

const MARK = "SHELFLF1";
/** How each field begins: with what it is. */
const TEXT = 2;
const BYTES = 3;
const LENGTH = 8;

/**
 * @param {PackFile[]} files
 * @returns {Promise<Blob>}
 */
export async function bundleOf(files) {
  const sorted = files.map(({ path, bytes }) => ({ path: new TextEncoder().encode(path), bytes }))
    .sort((one, other) => order(one.path, other.path));
  const fields = new Blob(sorted.flatMap(({ path, bytes }) =>
    [head(TEXT, path.length), path, head(BYTES, bytes.size), bytes]));
  // What the stream calls deflate is zlib’s format.
  const packed = await new Response(fields.stream().pipeThrough(new CompressionStream("deflate"))).blob();
  return new Blob([MARK, number(fields.size), packed]);
}

/**
 * @param {number} kind
 * @param {number} length
 */
function head(kind, length) {
  return new Blob([Uint8Array.of(kind), number(length)]);
}

/** @param {number} value written with its most significant byte first */
function number(value) {
  const bytes = new DataView(new ArrayBuffer(LENGTH));
  bytes.setBigUint64(0, BigInt(value));
  return bytes.buffer;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function order(one, other) {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
}
