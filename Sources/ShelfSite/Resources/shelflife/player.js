// @ts-check
/** The player of this device on one server. Nothing is asked, and no player made, before somebody wants to know or to buy. */

import { randomText } from "./crypto.js";
import { Tokens } from "./player-tokens.js";
import { NotKeptError, ProblemError } from "./purchase-errors.js";

/** @typedef {import("./trade-transport.js").TradeTransport} TradeTransport */
/** @typedef {import("./trade-transport.js").HistoryPart} HistoryPart */
/** @typedef {Record<string, number>} Balances whole numbers, by currency */
/**
 * @typedef {object} PlayerParts
 * @property {string} server
 * @property {TradeTransport} trade
 * @property {import("./player-archive.js").PlayerArchive} archive
 * @property {() => number} localMs
 */

const CREDENTIAL_BYTES = 32;
const UNAUTHORIZED = 401;

/** Fires `wallet` whenever `balances` are new. */
export class Player extends EventTarget {
  /** @type {string | null} the server's name for the player, once it is known */
  id = null;
  /** @type {Readonly<Balances> | null} as they were last heard of */
  balances = null;
  #parts;
  #tokens;
  /** How often a purchase has told a balance: what was asked before it is older than it. */
  #told = 0;

  /** @param {PlayerParts} parts */
  constructor(parts) {
    super();
    const { server, archive, trade, localMs } = parts;
    this.#parts = parts;
    this.#tokens = new Tokens({
      credential: () => archive.credential(server, randomText(CREDENTIAL_BYTES)).catch((error) => {
        throw new NotKeptError(error);
      }),
      signIn: trade.signIn,
      refresh: trade.refresh,
      localMs,
      signedIn: (player) => (this.id = player),
    });
  }

  /** @returns {Promise<Readonly<Balances>>} what is in the wallet now */
  async wallet() {
    for (;;) {
      const told = this.#told;
      const { balances } = await this.ask((token) => this.#parts.trade.wallet(token));
      if (told === this.#told) return this.#show(balances);
    }
  }

  /** What the player owns. */
  inventory() {
    return this.ask((token) => this.#parts.trade.inventory(token));
  }

  /**
   * What the player bought or was refused, the newest first.
   * @param {HistoryPart} [part] `before` is the `next` of the page before
   */
  history(part = {}) {
    return this.ask((token) => this.#parts.trade.history(token, part));
  }

  /**
   * Asks as this player. A token that isn't taken is replaced once: the server may have forgotten it,
   * or this device slept through its end.
   * @template T
   * @param {(token: string) => Promise<T>} question
   * @returns {Promise<T>}
   */
  async ask(question) {
    const token = await this.#tokens.good();
    try {
      return await question(token);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== UNAUTHORIZED) throw error;
      this.#tokens.refused(token);
    }
    return question(await this.#tokens.good());
  }

  /**
   * For the purchases of this player.
   * @param {string} currency
   * @param {number} balance what is left
   */
  paid(currency, balance) {
    this.#told++;
    this.#show({ ...this.balances, [currency]: balance });
  }

  /** @param {Balances} balances */
  #show(balances) {
    this.balances = Object.freeze(balances);
    this.dispatchEvent(new Event("wallet"));
    return this.balances;
  }
}
