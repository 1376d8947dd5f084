// @ts-check
/**
 * The player of this device on one server. No request is sent, and no player made, before the page asks for the wallet
 * or buys.
 */

import { randomText } from "../seal/crypto.js";
import { ProblemError } from "../transport/transport-errors.js";
import { SignIn } from "./sign-in.js";
import { NotKeptError } from "./purchase-errors.js";
import { typedTarget } from "./typed-events.js";

/** @typedef {import("../transport/trade-transport.js").TradeTransport} TradeTransport */
/** @typedef {import("../transport/trade-transport.js").HistoryPart} HistoryPart */
/** @typedef {import("../transport/trade-transport.js").OwnedItem} OwnedItem */
/** @typedef {import("../transport/trade-transport.js").Balances} Balances */
/**
 * @typedef {object} PlayerParts
 * @property {string} server
 * @property {TradeTransport} trade
 * @property {import("./player-archive.js").PlayerArchive} archive
 * @property {() => number} localMs
 * @property {(paid: Paid) => void} [lend] called once with what takes the balances that purchases leave
 */
/** @typedef {(currency: string, balance: number | null) => void} Paid */

/** @typedef {{ wallet: CustomEvent<{ paid: boolean }> }} PlayerEvents */

/** @type {new () => import("./typed-events.js").TypedTarget<PlayerEvents>} */
const PlayerTarget = typedTarget();
const CREDENTIAL_BYTES = 32;
const UNAUTHORIZED = 401;

/** Fires `wallet` when an answer has brought `balances`; the event's `detail.paid` says whether it was a purchase's. */
export class Player extends PlayerTarget {
  /** @type {string | null} the player's number on the server; null until the player has signed in */
  id = null;
  /** @type {Readonly<Balances> | null} by the server's last answer; null before there was one */
  balances = null;
  #parts;
  #signIn;
  /** @type {string | null} what the player signs in with; null until then */
  #credential = null;
  /**
   * How often a purchase has brought a balance. An answer about the wallet that was requested before that is out of
   * date.
   */
  #payments = 0;

  /** @param {PlayerParts} parts */
  constructor(parts) {
    super();
    const { trade, localMs, lend } = parts;
    this.#parts = parts;
    lend?.((currency, balance) => this.#paid(currency, balance));
    this.#signIn = new SignIn({
      credential: () => this.#kept(),
      signIn: trade.signIn,
      refresh: trade.refresh,
      localMs,
      signedIn: (player) => (this.id = player),
    });
  }

  /**
   * Sees that this device keeps the credential with which the player has signed in, before something is bought: the
   * person may have cleared the site's data since. Where it is gone it is kept again, and where another one is kept, the
   * player is from now on that one.
   * @throws {NotKeptError}
   */
  async keep() {
    const before = this.#credential;
    if (before !== null && (await this.#kept()) !== before) this.#signIn.forget();
  }

  /** @returns {Promise<string>} the credential that is kept: the player's, or a new one, if there was none */
  async #kept() {
    const { server, archive } = this.#parts;
    const made = this.#credential ?? randomText(CREDENTIAL_BYTES);
    this.#credential = await archive.credential(server, made).catch((error) => {
      throw new NotKeptError(error);
    });
    return this.#credential;
  }

  /** @returns {Promise<Readonly<Balances>>} what is in the wallet now */
  async wallet() {
    for (;;) {
      const payments = this.#payments;
      const { balances } = await this.ask((token) => this.#parts.trade.wallet(token));
      if (payments === this.#payments) return this.#show(balances, false);
    }
  }

  /** @returns {Promise<OwnedItem[]>} what the player owns */
  inventory() {
    return this.ask((token) => this.#parts.trade.inventory(token));
  }

  /**
   * Asks for the player's purchases and refusals, the newest first.
   * @param {HistoryPart} [part] `before` is the `next` of the page before
   */
  history(part = {}) {
    return this.ask((token) => this.#parts.trade.history(token, part));
  }

  /**
   * Sends a request as this player. When the server refuses the token, a new one is tried once: the token may have
   * ended on the way.
   * @template T
   * @param {(token: string) => Promise<T>} request
   * @returns {Promise<T>}
   */
  async ask(request) {
    const token = await this.#signIn.token();
    try {
      return await request(token);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== UNAUTHORIZED) throw error;
      this.#signIn.refused(token);
    }
    return request(await this.#signIn.token());
  }

  /**
   * Takes the balance that a purchase has left.
   * @param {string} currency
   * @param {number | null} balance
   */
  #paid(currency, balance) {
    this.#payments++;
    this.#show({ ...this.balances, [currency]: balance }, true);
  }

  /**
   * @param {Balances} balances
   * @param {boolean} paid
   */
  #show(balances, paid) {
    this.balances = Object.freeze(balances);
    this.dispatchEvent(new CustomEvent("wallet", { detail: { paid } }));
    return this.balances;
  }
}
