// @ts-check
/** The wallet in the header: the balance in the shown store's currency. It counts up or down to a new balance. */

import { write } from "../shelf-store/text.js";
import { ProblemError } from "../shelflife/transport/transport-errors.js";
import { found } from "./element.js";
import { amount } from "./format.js";
import { motionIsReduced } from "./motion.js";

/** @typedef {import("../shelflife/purchase/player.js").Player} Player */

const COUNT_MS = 700;
/**
 * While the page is visible, the wallet is asked for again at a random moment after this time, so that a grant shows
 * soon.
 */
const AGAIN_LEAST_MS = 10_000;
const AGAIN_MOST_MS = 15_000;
const RETRY_MS = 4000;
const CHANNEL = "shelflife-wallet";

/** Fires `change` when the balance has changed. */
export class Wallet extends EventTarget {
  /** Whether this server sells. A server that only shows its shelf has no players. */
  trading = true;
  /** Whether grants are told, so that nobody needs to ask. */
  isTold = false;
  #player;
  #button = found(".wallet");
  #amount = found(".wallet-amount");
  #label = found(".wallet-currency");
  #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  #currency = "";
  /** @type {number | null} the number that the header shows at this moment */
  #shown = null;
  #frame = 0;
  #asking = false;
  #listening = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Player} player
   * @param {() => void} open
   */
  constructor(player, open) {
    super();
    this.#player = player;
    this.#button.addEventListener("click", open);
    this.#channel?.addEventListener("message", () => document.hidden || this.look());
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    globalThis.addEventListener("focus", () => this.look());
    player.addEventListener("wallet", () => {
      this.#draw(true);
      this.dispatchEvent(new Event("change"));
    });
  }

  /** @param {string} currency of the store that is shown */
  select(currency) {
    this.#currency = currency;
    this.#label.textContent = currency;
    this.#draw(false);
  }

  /** @param {string} currency */
  purse(currency) {
    const { balances } = this.#player;
    const { [currency]: balance = 0 } = balances ?? { [currency]: null };
    return { balance, trading: this.trading };
  }

  /** Lets other tabs, which have the same wallet, ask for it again. */
  tellOthers() {
    this.#channel?.postMessage("changed");
  }

  /** Asks the server for the wallet, and again after a while as long as the page is visible. */
  async look() {
    if (this.#asking || !this.trading) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    try {
      await this.#player.wallet();
      this.#button.removeAttribute("title");
      this.#lookIn(AGAIN_LEAST_MS + Math.random() * (AGAIN_MOST_MS - AGAIN_LEAST_MS));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = false;
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof ProblemError && (error.status === 404 || error.status === 405)) {
      this.trading = false;
      document.documentElement.dataset.trading = "off";
      this.dispatchEvent(new Event("change"));
      return;
    }
    if (error instanceof Error) this.#button.title = error.message;
    const afterMs = Math.max(RETRY_MS, (error instanceof ProblemError && error.retryAfterMs) || 0);
    this.#lookIn(afterMs * (1 + Math.random() / 2));
  }

  /** @param {number} ms */
  #lookIn(ms) {
    this.#timer = setTimeout(() => {
      if (document.hidden || this.isTold) return;
      this.#listen();
      this.look();
    }, ms);
  }

  /** Lets the player's stream tell of grants, where the server has one. */
  #listen() {
    const { news } = document.querySelector("a[data-news]")?.dataset ?? {};
    if (!news || this.#listening) return;
    this.#listening = true;
    import(news).then(({ follow }) => follow(this)).catch(() => (this.#listening = false));
  }

  /** @param {boolean} counting */
  #draw(counting) {
    const { balance } = this.purse(this.#currency);
    const text = balance === null ? "not known" : `${amount(balance)} ${this.#currency}`;
    this.#button.setAttribute("aria-label", `Wallet: ${text}. Shows what you own`);
    cancelAnimationFrame(this.#frame);
    delete this.#button.dataset.way;
    if (!counting || balance === null || this.#shown === null || balance === this.#shown || motionIsReduced()) return this.#write(balance);
    this.#button.dataset.way = balance < this.#shown ? "down" : "up";
    this.#count(this.#shown, balance, performance.now());
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {number} startMs
   */
  #count(from, to, startMs) {
    const done = Math.min(1, (performance.now() - startMs) / COUNT_MS);
    this.#write(Math.round(to + (from - to) * (1 - done) ** 3));
    if (done < 1) this.#frame = requestAnimationFrame(() => this.#count(from, to, startMs));
    else delete this.#button.dataset.way;
  }

  /** @param {number | null} balance */
  #write(balance) {
    this.#shown = balance;
    write(this.#amount, amount(balance));
  }
}
