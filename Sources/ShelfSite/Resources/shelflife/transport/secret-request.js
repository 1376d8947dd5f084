// @ts-check
/**
 * Sends every request that carries a secret: a credential, a token, an order's key, a link's secret. It follows no
 * redirect: the address where it leads would get the secret.
 */

import { leave } from "./answer-body.js";
import { RedirectError } from "./transport-errors.js";

/**
 * @param {string} url
 * @param {RequestInit} asked
 * @returns {Promise<Response>}
 * @throws {RedirectError} when the answer is a redirect; nothing was sent on
 */
export async function secretRequest(url, asked) {
  const response = await fetch(url, { ...asked, credentials: "omit", cache: "no-store", redirect: "manual" });
  // A browser doesn't show a redirect's status, and Node does.
  if (response.type !== "opaqueredirect" && (response.status < 300 || response.status > 399)) return response;
  leave(response);
  throw new RedirectError();
}
