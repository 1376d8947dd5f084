// @ts-check
/** Functions of whole numbers, which give the same on every machine and in every language. */

/** The parts of a bit in which logarithms are given. */
export const BIT = 1024;

/**
 * @param {number} dividend
 * @param {number} divisor
 * @returns {number} the quotient, rounded towards zero
 */
export function over(dividend, divisor) {
  return Math.trunc(dividend / divisor);
}

/**
 * @param {number} number a positive one below 2³²
 * @returns {number} its logarithm to base 2 in parts of a `BIT`, linear between powers of two
 */
export function log2(number) {
  const bits = 31 - Math.clz32(number);
  return bits * BIT + over(number * BIT, 2 ** bits) - BIT;
}

/**
 * @param {number} power in parts of a `BIT`
 * @returns {number} 2 to the power of minus that, linear between powers of a half; 2²¹ for zero
 */
export function half(power) {
  return power >= 21 * BIT ? 0 : ((2 * BIT - (power % BIT)) * 1024) >> over(power, BIT);
}

/**
 * @param {number} square below 2⁵²
 * @returns {number} its square root, rounded down
 */
export function root(square) {
  return Math.floor(Math.sqrt(square));
}

/**
 * @param {number} dividend
 * @param {number} factor
 * @param {number} divisor
 * @returns {number} `dividend · factor / divisor`, where only the quotient and `divisor · factor` fit 53 bits
 */
export function scaled(dividend, factor, divisor) {
  const whole = over(dividend, divisor);
  return whole * factor + over((dividend - whole * divisor) * factor, divisor);
}

/** @param {number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
export function clamped(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
