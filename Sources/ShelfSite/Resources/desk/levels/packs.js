// @ts-check
/** Packs of levels, as the admin routes answer them, and in words. */

import { counted, number, percent } from "../frame/format.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/pack-changes.js").PackChanges} PackChanges */

/**
 * What a channel points at.
 * @typedef {object} Pointer
 * @property {number} release for all devices, or for those in the share
 * @property {number} [share] in ten-thousandths of the devices; missing when the release is for all
 * @property {number} [others] the release that the other devices keep
 */

/** @typedef {Pointer & { channel: string, sequence: number, reason: string, by: string, atMs: number }} Moved */
/** @typedef {Moved & { word?: string }} Channel one that has a word isn’t public */
/** @typedef {Moved & { isPublic: boolean }} Move */

/**
 * @typedef {object} Release
 * @property {number} release its number
 * @property {string} content
 * @property {number} engine
 * @property {number} levels how many
 * @property {number} [bareLevels] how many of them lack the background that the pack gives them
 * @property {number} snapshotBytes
 * @property {number} version the content version with which it first came
 * @property {number} atMs
 */

/** @typedef {{ pack: string, inForce?: number, newest: number }} PackEntry */
/** @typedef {{ publicKey?: string, packs: PackEntry[] }} PacksAnswer */
/** @typedef {{ pack: string, inForce?: number, releases: Release[], channels: Channel[], moves: Move[] }} Pack */

/**
 * @typedef {object} Level
 * @property {number} place counted from 1
 * @property {string} id
 * @property {string} title
 * @property {string} [author]
 * @property {string[]} tags
 * @property {string} [background]
 * @property {number} mapBytes
 */

/** @typedef {{ release: Release, levels: Level[] }} ReleaseAnswer */
/** @typedef {{ from: number, to: number } & PackChanges} PackDifference */

/**
 * @typedef {object} MoveRequest
 * @property {string} channel
 * @property {number} release
 * @property {number} [share]
 * @property {"public" | "newWord"} [reach] missing to leave it as it is
 * @property {string} reason
 * @property {number} after the channel’s sequence, as the person has seen it; 0 for a channel that is new
 */

export const PACKS = "/v1/admin/packs";

/** How many releases and how many moves of a pack the server answers with at most. */
export const MOST_RELEASES = 50;
export const MOST_MOVES = 100;

/** How many ten-thousandths are one hundredth. */
export const PARTS_OF_A_PERCENT = 100;
const PARTS = 10_000;

/** @param {string} pack */
export function packPath(pack) {
  return `${PACKS}/${encodeURIComponent(pack)}`;
}

/**
 * @param {DeskAPI} api
 * @param {string} pack
 * @param {number} from
 * @param {number} to
 * @returns {Promise<PackDifference>}
 */
export function differenceOf(api, pack, from, to) {
  return api.get(`${packPath(pack)}/difference`, { from, to });
}

/**
 * @param {DeskAPI} api
 * @param {string} pack
 * @param {MoveRequest} body
 * @returns {Promise<{ channel: Channel, isNew: boolean }>}
 */
export function move(api, pack, body) {
  return api.send("POST", `${packPath(pack)}/moves`, { body });
}

/**
 * @param {Pointer} pointer
 * @returns {string} such as: release 5 for 10% of the devices, release 4 for the others
 */
export function pointerWords({ release, share, others }) {
  return share === undefined
    ? `release ${release}`
    : `release ${release} for ${percent(share / PARTS)} of the devices, release ${others} for the others`;
}

/**
 * @param {Release[]} releases the newest first
 * @param {number} release
 * @returns {number | undefined} the release before it
 */
export function releaseBefore(releases, release) {
  return releases.find((one) => one.release < release)?.release;
}

/**
 * @param {Pack} pack
 * @returns {string} what to say of a pack that no channel points at
 */
export function noChannelWords({ releases }) {
  return `No channel points at any of its ${counted(releases.length, "release")}, so no device gets it yet.`;
}

/**
 * @param {Release} release
 * @returns {string} what follows how many levels it has, where some lack their background; else empty
 */
export function bareWords({ bareLevels = 0 }) {
  return bareLevels ? `, ${number(bareLevels)} without ${bareLevels === 1 ? "its" : "their"} background` : "";
}
