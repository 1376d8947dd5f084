// @ts-check
const BILLION = 1e9;

/**
 * @param {number} ageUs any length; the product is computed in two parts, because days times a rate don't fit a double
 * @param {number} ppb
 * @returns {number} by how much a clock with this rate moves in a time
 */
export function moved(ageUs, ppb) {
  const rest = ageUs % BILLION;
  return ((ageUs - rest) / BILLION) * ppb + Math.trunc((rest * ppb) / BILLION);
}
