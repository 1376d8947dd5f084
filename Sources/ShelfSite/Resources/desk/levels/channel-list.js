// @ts-check
/** The channels of a pack: where each points, who reaches it, and what can be done with it. */

import { button, element } from "../frame/element.js";
import { capitalized, dateAndTime } from "../frame/format.js";
import { channelWord } from "./channel-word.js";
import { pointerWords } from "./packs.js";
import { playLink } from "./play-link.js";

/** @typedef {import("../frame/messages.js").Messages} Messages */
/** @typedef {import("./packs.js").Channel} Channel */

/**
 * @typedef {object} ChannelActs
 * @property {(channel: Channel) => void} move
 * @property {(channel: Channel) => void} rollBack
 * @property {(channel: Channel) => boolean} hasEarlier whether there is a release to roll back to
 * @property {(channel: Channel) => void} renewWord
 */

const CAPTION = "Devices follow a channel, and take the release that it points at when they ask the next time.";
const HEADS = ["Channel", "Points at", "Who reaches it", "Last move"];

/**
 * @param {Channel[]} channels
 * @param {Messages} messages
 * @param {ChannelActs | undefined} acts `undefined` where the token doesn’t allow them
 * @param {(channel: Channel) => string | null} address where its levels are played; null where that isn’t known
 */
export function channelList(channels, messages, acts, address) {
  const heads = (acts ? [...HEADS, "Actions"] : HEADS).map((name) => element("th", { scope: "col" }, name));
  return element("table", { class: "table is-stacked channels" },
    element("caption", {}, CAPTION),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...channels.map((channel) => row(channel, messages, acts, address(channel)))));
}

/**
 * @param {Channel} channel
 * @param {Messages} messages
 * @param {ChannelActs | undefined} acts
 * @param {string | null} address
 */
function row(channel, messages, acts, address) {
  const { channel: name, word, reason, by, atMs } = channel;
  const words = pointerWords(channel);
  const reached = word === undefined ? ["everybody, by its name"] : ["only who has its word", channelWord(name, word, messages)];
  const play = address === null ? [] : [playLink(channel, address)];
  return element("tr", {},
    element("th", { scope: "row", "data-label": "Channel" }, name),
    element("td", { "data-label": "Points at" }, capitalized(words)),
    element("td", { "data-label": "Reach" }, element("div", { class: "acts" }, ...reached, ...play)),
    element("td", { "data-label": "Last move" },
      element("span", {}, reason, element("span", { class: "quiet origin" }, `${by}, ${dateAndTime(atMs)}`))),
    ...(acts ? [element("td", { "data-label": "Actions" }, buttons(channel, acts))] : []));
}

/**
 * @param {Channel} channel
 * @param {ChannelActs} acts
 */
function buttons(channel, { move, rollBack, hasEarlier, renewWord }) {
  const act = (/** @type {string} */ title, /** @type {(channel: Channel) => void} */ does) =>
    button(`${title}…`, () => does(channel), { "aria-label": `${title}: ${channel.channel}` });
  return element("div", { class: "acts" }, act("Move", move),
    ...(hasEarlier(channel) ? [act("Roll back", rollBack)] : []),
    ...(channel.word === undefined ? [] : [act("New word", renewWord)]));
}
