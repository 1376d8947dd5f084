// @ts-check
/** Bytes as the wire joins them: big-endian integers and ASCII without a terminator. */

const encoder = new TextEncoder();

/** @param {string} text */
export function ascii(text) {
  return encoder.encode(text);
}

/** @param {number} value */
export function be16(value) {
  return Uint8Array.of(value >>> 8, value);
}

/** @param {number} value */
export function be32(value) {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** @param {number} value a whole number below 2^53 */
export function be64(value) {
  return concat(be32(Math.floor(value / 2 ** 32)), be32(value % 2 ** 32));
}

/** @param {...Uint8Array} parts */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function sameBytes(left, right) {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
