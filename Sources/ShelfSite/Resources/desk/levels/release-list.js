// @ts-check
/** The releases of a pack, the newest first. */

import { button, element } from "../frame/element.js";
import { dateAndTime, number, size } from "../frame/format.js";
import { MOST_RELEASES, bareWords } from "./packs.js";

/** @typedef {import("./packs.js").Channel} Channel */
/** @typedef {import("./packs.js").Pack} Pack */
/** @typedef {import("./packs.js").Release} Release */

/**
 * @typedef {object} ReleaseActs
 * @property {(release: Release) => void} compare
 * @property {(release: Release) => void} showLevels
 */

const HEADS = ["Release", "Levels", "Engine", "Size", "Version", "Since", "Channels", "Actions"];

/**
 * @param {Pack} pack
 * @param {ReleaseActs} acts
 */
export function releaseList({ releases, channels, inForce }, acts) {
  const heads = HEADS.map((name) => element("th", { scope: "col" }, name));
  const isAll = releases.length < MOST_RELEASES;
  const caption = "A release is frozen. A new one is made when a content version is published whose levels differ.";
  return element("table", { class: "table is-stacked releases" },
    element("caption", {}, isAll ? caption : `${caption} Only the newest ${MOST_RELEASES} are listed.`),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...releases.map((release) => row(release, channels, inForce, acts))));
}

/**
 * @param {Release} release
 * @param {Channel[]} channels
 * @param {number | undefined} inForce
 * @param {ReleaseActs} acts
 */
function row(release, channels, inForce, { compare, showLevels }) {
  const { release: name, levels, engine, snapshotBytes, version, atMs } = release;
  const badge = name === inForce ? [" ", element("span", { class: "state is-in-force" }, "in force")] : [];
  const act = (/** @type {string} */ title, /** @type {(release: Release) => void} */ does) =>
    button(title, () => does(release), { "aria-label": `${title}: release ${name}` });
  const time = element("time", { datetime: new Date(atMs).toISOString() }, dateAndTime(atMs));
  return element("tr", {},
    element("th", { scope: "row", "data-label": "Release" }, element("span", {}, String(name), ...badge)),
    element("td", { "data-label": "Levels" }, number(levels) + bareWords(release)),
    element("td", { "data-label": "Engine" }, String(engine)),
    element("td", { "data-label": "Size" }, size(snapshotBytes)),
    element("td", { "data-label": "Version" }, String(version)),
    element("td", { "data-label": "Since" }, time),
    element("td", { "data-label": "Channels" }, channelsOf(name, channels) || "–"),
    element("td", { "data-label": "Actions" },
      element("div", { class: "acts" }, act("Compare", compare), act("Levels", showLevels))));
}

/**
 * @param {number} release
 * @param {Channel[]} channels
 * @returns {string} those that point at the release
 */
function channelsOf(release, channels) {
  return channels.flatMap((one) => {
    if (one.release === release) return [one.share === undefined ? one.channel : `${one.channel} (a share)`];
    return one.others === release ? [`${one.channel} (the others)`] : [];
  }).join(", ");
}
