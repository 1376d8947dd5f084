// @ts-check
/** Ends a request that takes too long. */

/**
 * Debian's TypeScript doesn't know these two yet.
 * @type {{ any: (signals: AbortSignal[]) => AbortSignal, timeout: (ms: number) => AbortSignal }}
 */
const Signals = /** @type {any} */ (AbortSignal);

/**
 * @param {number} ms
 * @param {AbortSignal} [signal] ends it as well
 * @returns {AbortSignal} that of the time, or of both
 */
export function timeLimit(ms, signal) {
  const limit = Signals.timeout(ms);
  return signal ? Signals.any([signal, limit]) : limit;
}
