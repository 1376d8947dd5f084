// @ts-check
/** What a player does: one thing at a time on each button, sent until it is judged, with refusals in words. */

import { refusal } from "./words.js";

/** @typedef {import("../shelf-invitations.js").Sending} Sending */

export class Acts {
  /** @type {Map<Sending, Error>} what has failed and will be sent again */
  #delayed = new Map();
  #changed;

  /** @param {() => void} changed called when `delayed` may be another */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @returns {string | null} why something isn't sent yet */
  get delayed() {
    const [first] = this.#delayed.values();
    return first?.message ?? null;
  }

  /**
   * @template T
   * @param {HTMLElement | null} pressed can't be pressed again meanwhile
   * @param {(text: string) => void} say tells a refusal; it is cleared first
   * @param {(sending: Sending) => Promise<T>} work
   * @returns {Promise<{ done: T } | { refused: unknown } | null>} null when it was under way already
   */
  async run(pressed, say, work) {
    if (pressed?.getAttribute("aria-disabled") === "true") return null;
    pressed?.setAttribute("aria-disabled", "true");
    say("");
    /** @type {Sending} */
    const sending = {
      delayed: (error) => {
        this.#delayed.set(sending, error);
        this.#changed();
      },
    };
    try {
      return { done: await work(sending) };
    } catch (error) {
      say(refusal(error));
      return { refused: error };
    } finally {
      this.#delayed.delete(sending);
      pressed?.removeAttribute("aria-disabled");
      this.#changed();
    }
  }
}

/**
 * Makes what is asked for several times at once happen once more at most.
 * @param {() => Promise<void>} work doesn't reject
 * @returns {() => Promise<void>}
 */
export function coalesced(work) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isWanted = false;
  const run = async () => {
    while (isWanted) {
      isWanted = false;
      await work();
    }
    running = null;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

/**
 * A button that asks first: what it does comes with the second press.
 * @param {HTMLElement} button
 * @param {string} question
 * @param {() => void} sure
 */
export function asksFirst(button, question, sure) {
  const label = button.textContent;
  const reset = () => {
    button.textContent = label;
    delete button.dataset.asks;
  };
  button.addEventListener("blur", reset);
  button.addEventListener("click", () => {
    if (button.dataset.asks) {
      reset();
      sure();
    } else {
      button.textContent = question;
      button.dataset.asks = "yes";
    }
  });
}

/**
 * @param {string} text
 * @param {(text: string) => void} say
 * @param {string} done what is told when it is copied
 */
export async function copy(text, say, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say("This browser doesn’t let the page copy. Mark the text and copy it by hand.");
  }
}
