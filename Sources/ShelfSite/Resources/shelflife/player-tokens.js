// @ts-check
/** Keeps a player signed in: one token for all who ask, renewed when it is about to run out or was refused. */

import { ProblemError } from "./purchase-errors.js";

/** @typedef {import("./trade-transport.js").PlayerTokens} PlayerTokens */
/**
 * @typedef {object} TokenParts
 * @property {() => Promise<string>} credential
 * @property {(credential: string) => Promise<PlayerTokens>} signIn
 * @property {(refreshToken: string) => Promise<PlayerTokens>} refresh
 * @property {() => number} localMs this device's clock
 * @property {(player: string) => void} signedIn
 */

/** A token is renewed when a fifth of its life is left, and at the latest a minute before its end. */
const RESERVE = 0.2;
const RESERVE_MOST_MS = 60_000;

/**
 * Tokens stay in memory: the credential finds the same player on the next visit, and two tabs
 * that shared a refresh token would each take the other for a thief.
 */
export class Tokens {
  #parts;
  #token = "";
  #refreshToken = "";
  #untilMs = -Infinity;
  /** @type {Promise<string> | null} */
  #renewing = null;

  /** @param {TokenParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {Promise<string>} a token that is good for a while */
  good() {
    if (this.#parts.localMs() < this.#untilMs) return Promise.resolve(this.#token);
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** @param {string} token which the server doesn't take; a newer one isn't blamed for it */
  refused(token) {
    if (token === this.#token) this.#untilMs = -Infinity;
  }

  async #renew() {
    const askedMs = this.#parts.localMs();
    const { player, token, refreshToken, expiresIn } = (await this.#refreshed()) ?? (await this.#signedIn());
    const lifeMs = expiresIn * 1000;
    this.#token = token;
    this.#refreshToken = refreshToken;
    this.#untilMs = askedMs + lifeMs - Math.min(RESERVE_MOST_MS, lifeMs * RESERVE);
    this.#parts.signedIn(player);
    return token;
  }

  /** @returns {Promise<PlayerTokens | null>} null when there is nothing to refresh with */
  async #refreshed() {
    if (this.#refreshToken === "") return null;
    try {
      return await this.#parts.refresh(this.#refreshToken);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429) throw error;
      this.#refreshToken = "";
      return null;
    }
  }

  async #signedIn() {
    return this.#parts.signIn(await this.#parts.credential());
  }
}
