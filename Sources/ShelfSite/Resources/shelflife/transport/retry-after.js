// @ts-check

/**
 * Reads how long the server asks to be left alone. The body says it too, because pages of other origins can't read the
 * header.
 * @param {Response} response
 * @param {any} problem
 */
export function retryAfterMs(response, problem) {
  const seconds = Number(response.headers.get("Retry-After") ?? problem.retryAfter ?? NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}
