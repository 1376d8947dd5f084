// @ts-check
/**
 * All windows of one player in a browser, of which one leads. The others wait for its end, and take over when it is
 * silent. Where there are no locks, as in Node, each leads alone.
 */

/**
 * @typedef {object} GroupPart what a window does
 * @property {(signal: AbortSignal) => Promise<void>} lead works until the signal ends it
 * @property {(message: any) => void} told another window has said this
 * @property {() => boolean} mayTakeOver whether this window is worth it, such as one that is seen
 */

/** How long a leader may be silent. It speaks whenever its stream does, which is every 15 seconds. */
const LEADER_SILENCE_MS = 45_000;
const TAKE_OVER = new Error("The leading window is silent.");

export class WindowGroup {
  /** Whether this window leads. */
  leads = false;
  #name;
  #part;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  #turn = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;

  /**
   * @param {string} name all windows with this name are one group
   * @param {GroupPart} part
   */
  constructor(name, part) {
    this.#name = name;
    this.#part = part;
  }

  /**
   * Says something to all other windows.
   * @param {unknown} message
   */
  tell(message) {
    this.#channel?.postMessage(message);
  }

  /** @param {AbortSignal} signal ends this window's part */
  async join(signal) {
    const locks = globalThis.navigator?.locks;
    if (!locks || !globalThis.BroadcastChannel) {
      this.leads = true;
      return this.#part.lead(signal);
    }
    const channel = (this.#channel = new BroadcastChannel(this.#name));
    channel.onmessage = ({ data }) => {
      this.#listen();
      this.#part.told(data);
    };
    const end = () => this.#turn.abort(signal.reason);
    signal.addEventListener("abort", end);
    this.#listen();
    try {
      while (!signal.aborted) await this.#takeTurn(locks);
    } finally {
      signal.removeEventListener("abort", end);
      clearTimeout(this.#silence);
      channel.close();
      this.#channel = null;
    }
  }

  /**
   * Waits for the lock, and leads while this window has it. It is lost when another one takes over.
   * @param {LockManager} locks
   */
  async #takeTurn(locks) {
    const takesOver = this.#turn.signal.reason === TAKE_OVER;
    const turn = (this.#turn = new AbortController());
    const lead = async () => {
      if (turn.signal.aborted) return;
      this.leads = true;
      await this.#part.lead(turn.signal);
    };
    const how = takesOver ? { steal: true } : { signal: turn.signal };
    await locks.request(this.#name, how, lead).catch(() => {});
    this.leads = false;
    turn.abort();
    this.#listen();
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!this.leads && this.#part.mayTakeOver()) this.#turn.abort(TAKE_OVER);
      this.#listen();
    }, LEADER_SILENCE_MS);
  }
}
