// @ts-check

import { button, element } from "../frame/element.js";

/** @typedef {import("../frame/messages.js").Messages} Messages */

/**
 * The word of a channel, which is on the page only after somebody has asked for it.
 * @param {string} channel
 * @param {string} word
 * @param {Messages} messages
 */
export function channelWord(channel, word, messages) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(word);
      messages.tell("The word is copied.");
    } catch {
      messages.fault("This browser doesn’t let the desk copy. Select the word, and copy it yourself.");
    }
  };
  const about = { "aria-label": `Copy the word of ${channel}` };
  const show = button("Show the word", () => {
    const copying = button("Copy", copy, about);
    shown.replaceChildren(element("code", {}, word), copying);
    copying.focus();
  }, { "aria-label": `Show the word of ${channel}` });
  const shown = element("span", { class: "channel-word" }, show);
  return shown;
}
