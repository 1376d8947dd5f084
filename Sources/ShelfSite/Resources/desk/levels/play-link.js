// @ts-check

import { button, element } from "../frame/element.js";

/** @typedef {import("./packs.js").Channel} Channel */

/**
 * The address of the shop's page that plays the levels of a channel.
 * @param {string} origin the shop's
 * @param {string} pack
 * @param {Channel} channel
 * @param {string} publicKey
 */
export function playAddress(origin, pack, { channel, word }, publicKey) {
  return `${origin}/levels.html#${new URLSearchParams({ pack, channel: word ?? channel, key: publicKey })}`;
}

/**
 * Opens the page. The address of a channel that has a word isn't on the desk's page, as the word isn't.
 * @param {Channel} channel
 * @param {string} address
 */
export function playLink({ channel, word }, address) {
  const about = { "aria-label": `Play it: ${channel}` };
  if (word !== undefined) return button("Play it", () => open(address, "_blank", "noopener,noreferrer"), about);
  return element("a", { class: "button", href: address, target: "_blank", rel: "noopener noreferrer", ...about }, "Play it");
}
