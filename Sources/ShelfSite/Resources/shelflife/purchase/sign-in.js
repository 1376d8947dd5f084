// @ts-check
/**
 * Keeps a player signed in: one token for all requests, renewed shortly before it ends and when the server refuses it.
 */

import { ProblemError } from "../transport/transport-errors.js";

/** @typedef {import("../transport/trade-transport.js").PlayerTokens} PlayerTokens */
/**
 * @typedef {object} SignInParts
 * @property {() => Promise<string>} credential the player's, which is made when there is none
 * @property {(credential: string) => Promise<PlayerTokens>} signIn
 * @property {(refreshToken: string) => Promise<PlayerTokens>} refresh
 * @property {() => number} localMs this device's clock
 * @property {(player: string) => void} signedIn
 */

/**
 * A token is renewed this long before its end, so that it doesn't end on the way; a short-lived one when a tenth is
 * left.
 */
const RESERVE_MS = 30_000;
const RESERVE_SHARE = 0.1;
/** A longer life is cut to this. */
const SECONDS_AT_MOST = 86_400;

/**
 * Tokens are kept in memory only. On the next visit the credential brings new ones. And tabs can't share a refresh
 * token: it is good once, and the server takes its second use for theft.
 */
export class SignIn {
  #parts;
  #token = "";
  #refreshToken = "";
  #untilMs = -Infinity;
  /** @type {Promise<string> | null} */
  #renewing = null;

  /** @param {SignInParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {Promise<string>} a token that won't end within the next moments */
  token() {
    if (this.#parts.localMs() < this.#untilMs) return Promise.resolve(this.#token);
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** @param {string} token one that the server has refused; a newer one stays in use */
  refused(token) {
    if (token === this.#token) this.#untilMs = -Infinity;
  }

  /** Forgets the tokens, because another credential counts from now on. */
  forget() {
    this.#refreshToken = "";
    this.#untilMs = -Infinity;
  }

  async #renew() {
    const askedMs = this.#parts.localMs();
    const { player, token, refreshToken, expiresIn } = (await this.#refreshed()) ?? (await this.#signedIn());
    const lifeMs = Math.min(expiresIn, SECONDS_AT_MOST) * 1000;
    this.#token = token;
    this.#refreshToken = refreshToken;
    this.#untilMs = askedMs + lifeMs - Math.min(RESERVE_MS, lifeMs * RESERVE_SHARE);
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
