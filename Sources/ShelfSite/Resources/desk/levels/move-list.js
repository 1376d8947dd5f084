// @ts-check

import { element } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";
import { MOST_MOVES, pointerWords } from "./packs.js";

/** @typedef {import("./packs.js").Move} Move */

const HEADS = ["When", "Channel", "Pointed at", "By", "Reason"];

/**
 * The last moves of a pack's channels.
 * @param {Move[]} moves the newest first
 */
export function moveList(moves) {
  const heads = HEADS.map((name) => element("th", { scope: "col" }, name));
  const isAll = moves.length < MOST_MOVES;
  const caption = isAll ? "Every move of a channel, the last one first." : `The last ${MOST_MOVES} moves of channels.`;
  return element("table", { class: "table is-stacked moves" },
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...moves.map(row)));
}

/** @param {Move} move */
function row(move) {
  const { channel, isPublic, by, reason, atMs } = move;
  const name = isPublic ? channel : `${channel} (with a word)`;
  const time = element("time", { datetime: new Date(atMs).toISOString() }, dateAndTime(atMs));
  return element("tr", {},
    element("td", { "data-label": "When" }, time),
    element("th", { scope: "row", "data-label": "Channel" }, name),
    element("td", { "data-label": "Pointed at" }, pointerWords(move)),
    element("td", { "data-label": "By" }, by),
    element("td", { "data-label": "Reason" }, reason));
}
