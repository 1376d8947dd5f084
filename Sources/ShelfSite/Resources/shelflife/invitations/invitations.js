// @ts-check
/** The player's matches on one server, and what brings players together in them: invitations, links, friend codes. */

import { deviceClock } from "../clock/local-clock.js";
import { browserPlayerArchive } from "../purchase/player-archive.js";
import { Player } from "../purchase/player.js";
import { RetryDelays } from "../purchase/retry-delays.js";
import { toBase64url } from "../seal/base64url.js";
import { randomText } from "../seal/crypto.js";
import { checkStorage, described, isObject, OptionError } from "../store/option-error.js";
import { browserPageLife } from "../store/page-life.js";
import { answer, liveTrade } from "../transport/trade-transport.js";
import { ProblemError, RequestError } from "../transport/transport-errors.js";
import { array, readBlock, readInbox, readLink, readMatch, readSent, text } from "./match.js";
import { Waits } from "./waits.js";

/** @typedef {import("./match.js").Inbox} Inbox */
/** @typedef {import("./match.js").LinkLook} LinkLook */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").MatchLink} MatchLink */
/** @typedef {import("./match.js").PlayerBlock} PlayerBlock */
/** @typedef {import("./match.js").SentInvitation} SentInvitation */
/** @typedef {import("../transport/trade-transport.js").Request} Request */
/**
 * @typedef {import("../transport/transport-errors.js").ProblemError
 *   | import("../transport/transport-errors.js").RequestError} SendingError why a request has failed that is sent again
 */
/**
 * @typedef {object} InvitationParts what tests and games may replace
 * @property {Player} [player] that of a `ShelfServer` from the same package, so that both share its tokens
 * @property {import("../purchase/player-archive.js").PlayerArchive} [playerArchive] keeps the player's credential
 * @property {import("../store/page-life.js").PageLife} [pageLife]
 */
/**
 * @typedef {object} Sending
 * @property {AbortSignal} [signal] ends the sending; the promise is then rejected with its reason
 * @property {(error: SendingError) => void} [delayed] called each time that it has failed and will be sent again
 */
/** @typedef {{ code: string } | { match: string, place: number }} Addressee by friend code, or who has or had a place */
/** @typedef {{ invitation: string } | { match: string, place: number }} Blocked who sent an invitation, or has or had a place */

/** Of an idempotency key. */
const KEY_BYTES = 16;

/**
 * Each request is sent again until the server has judged it. What makes something has one idempotency key for all its
 * sendings, so it is made once. All promises reject as those of `Player` do.
 */
export class Invitations {
  #waits = new Waits();

  /**
   * @param {string | URL} server such as "https://shop.example"
   * @param {InvitationParts} [parts]
   * @throws {OptionError}
   */
  constructor(server, parts = {}) {
    if (!isObject(parts)) throw new OptionError("options", `The parts are an object, and ${described(parts)} was given.`);
    /** The server's address as it is used. The player is kept by it. */
    this.url = address(server);
    /** The player of this device. */
    this.player = parts.player ?? devicePlayer(this.url, parts.playerArchive);
    (parts.pageLife ?? browserPageLife()).watch({ shown: () => this.hurry(), hidden: () => {}, online: () => this.hurry() });
  }

  /** Sends at once what waits to be sent again. */
  hurry() {
    this.#waits.hurry();
  }

  /** @param {Sending} [sending] @returns {Promise<string>} the code by which friends invite this player */
  async friendCode(sending) {
    return text((await this.#send("player/friend-code", {}, sending)).code);
  }

  /** @param {Sending} [sending] @returns {Promise<string>} a new code; the one before ends */
  async renewFriendCode(sending) {
    return text((await this.#send("player/friend-code", { method: "POST" }, sending)).code);
  }

  /** @param {Sending} [sending] @returns {Promise<Match[]>} those in which the player has a place, the newest first */
  async matches(sending) {
    return array((await this.#send("player/matches", {}, sending)).matches).map(readMatch);
  }

  /** @param {string} match @param {Sending} [sending] @returns {Promise<Match>} also one that the player has left */
  async match(match, sending) {
    return readMatch(await this.#send(`player/matches/${match}`, {}, sending));
  }

  /**
   * @param {number} size how many places it has, from 2 to 16
   * @param {Sending} [sending]
   * @returns {Promise<Match>} a new match, in which the player has the first place
   */
  async newMatch(size, sending) {
    return readMatch(await this.#send("player/matches", made({ size }), sending));
  }

  /**
   * Replaces the payload. When another move came first it rejects with the code `match_conflict`: read the match again.
   * @param {string} match
   * @param {{ version: number, payload: Uint8Array, state?: Match["state"] }} move `version`: that of the payload which
   *   the player has seen; `state`: what the match becomes, left out to leave it
   * @param {Sending} [sending]
   * @returns {Promise<Match>}
   */
  async move(match, { version, payload, state }, sending = {}) {
    if (!(payload instanceof Uint8Array)) {
      throw new OptionError("options", `The payload is a Uint8Array, and ${described(payload)} was given.`);
    }
    const body = { version, payload: toBase64url(payload), state };
    let delays = 0;
    const counting = { ...sending, delayed: (/** @type {SendingError} */ error) => (delays++, sending.delayed?.(error)) };
    try {
      return readMatch(await this.#send(`player/matches/${match}/moves`, { body }, counting));
    } catch (error) {
      if (delays === 0 || !(error instanceof ProblemError) || error.code !== "match_conflict") throw error;
      // It may be our own move that came first, and its answer that was lost.
      const now = await this.match(match, sending);
      if (now.version === version + 1 && toBase64url(now.payload) === body.payload) return now;
      throw error;
    }
  }

  /** @param {string} match @param {Sending} [sending] @returns {Promise<Match>} it ends when nobody is left */
  async leave(match, sending) {
    return readMatch(await this.#send(`player/matches/${match}/leave`, { method: "POST" }, sending));
  }

  /** @param {Sending} [sending] @returns {Promise<Inbox>} what is open, and what has ended within a day */
  async inbox(sending) {
    return readInbox(await this.#send("player/invitations", {}, sending));
  }

  /**
   * @param {string} match
   * @param {Addressee} addressee
   * @param {Sending & { expiresIn?: number }} sending `expiresIn`: for how many seconds it is good, an hour unless given
   * @returns {Promise<SentInvitation>} the same whether or not it reaches anybody
   */
  async invite(match, addressee, { expiresIn, ...sending } = {}) {
    return readSent(await this.#send(`player/matches/${match}/invitations`, made({ ...addressee, expiresIn }), sending));
  }

  /** @param {string} invitation @param {Sending} [sending] @returns {Promise<Match>} */
  async accept(invitation, sending) {
    return readMatch(await this.#send(`player/invitations/${invitation}/accept`, { method: "POST" }, sending));
  }

  /** @param {string} invitation one that came @param {Sending} [sending] */
  async decline(invitation, sending) {
    await this.#send(`player/invitations/${invitation}/decline`, { method: "POST" }, sending);
  }

  /** @param {string} invitation one that the player has sent @param {Sending} [sending] */
  async cancel(invitation, sending) {
    await this.#send(`player/invitations/${invitation}/cancel`, { method: "POST" }, sending);
  }

  /**
   * @param {string} match
   * @param {Sending & { expiresIn?: number }} sending `expiresIn`: for how many seconds it is good, an hour unless given
   * @returns {Promise<MatchLink>} a link for as many as there are places
   */
  async newLink(match, { expiresIn, ...sending } = {}) {
    return readLink(await this.#send(`player/matches/${match}/links`, made({ expiresIn }), sending));
  }

  /** @param {string} link @param {Sending} [sending] */
  async endLink(link, sending) {
    await this.#send(`player/links/${link}`, { method: "DELETE" }, sending);
  }

  /**
   * Looks where a link leads. It needs no player, and joins nothing.
   * @param {string} secret
   * @param {Sending} [sending]
   * @returns {Promise<LinkLook>}
   */
  look(secret, sending) {
    return this.#judged(() => answer(`${this.url}/v1/links`, { body: { secret } }), sending);
  }

  /** @param {string} secret a link's @param {Sending} [sending] @returns {Promise<Match>} */
  async join(secret, sending) {
    return readMatch(await this.#send("player/links", { body: { secret } }, sending));
  }

  /** @param {Sending} [sending] @returns {Promise<PlayerBlock[]>} the newest first */
  async blocks(sending) {
    return array((await this.#send("player/blocks", {}, sending)).blocks).map(readBlock);
  }

  /** @param {Blocked} who @param {Sending} [sending] @returns {Promise<PlayerBlock>} */
  async block(who, sending) {
    return readBlock(await this.#send("player/blocks", { body: who }, sending));
  }

  /** @param {string} block @param {Sending} [sending] */
  async unblock(block, sending) {
    await this.#send(`player/blocks/${block}`, { method: "DELETE" }, sending);
  }

  /**
   * @param {string} path
   * @param {Request} request
   * @param {Sending} [sending]
   * @returns {Promise<any>}
   */
  #send(path, request, sending) {
    return this.#judged(() => this.player.ask((token) => answer(`${this.url}/v1/${path}`, { ...request, token })), sending);
  }

  /**
   * @param {() => Promise<any>} send
   * @param {Sending} sending
   */
  async #judged(send, { signal, delayed } = {}) {
    const delays = new RetryDelays(Math.random);
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      try {
        return await send();
      } catch (error) {
        if (!isPassing(error)) throw error;
        delayed?.(error);
        await this.#waits.wait(delays.nextMs(error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0), signal);
      }
    }
  }
}

/**
 * What makes something: its key is made once, for all sendings.
 * @param {unknown} body
 * @returns {Request}
 */
function made(body) {
  return { body, key: randomText(KEY_BYTES) };
}

/** @param {unknown} error @returns {error is SendingError} */
function isPassing(error) {
  if (error instanceof ProblemError) return error.passing;
  return error instanceof RequestError && (error.status === null || error.status >= 500);
}

/**
 * @param {string} server
 * @param {import("../purchase/player-archive.js").PlayerArchive} [playerArchive]
 */
function devicePlayer(server, playerArchive) {
  if (!playerArchive) checkStorage("the player", "playerArchive", "memoryPlayerArchive");
  const clock = deviceClock();
  const archive = playerArchive ?? browserPlayerArchive();
  return new Player({ server, trade: liveTrade(server), archive, localMs: () => clock.nowUs() / 1000 });
}

/**
 * @param {unknown} server
 * @returns {string} written in one way, because the player is kept by it
 */
function address(server) {
  try {
    const { protocol, username, password, search, hash, href } = new URL(String(server));
    const isPlain = username + password + search + hash === "";
    if (isPlain && ["http:", "https:"].includes(protocol)) return href.replace(/\/+$/, "");
  } catch {
    // The error below covers what isn't an address at all.
  }
  throw new OptionError("address", "The server's address can't be right. Write it like https://shop.example.");
}
