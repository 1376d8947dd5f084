// @ts-check
/** Sends the packs of levels of a folder, and lists them as a content version does. */

import { digest } from "./digest.js";
import { bundleOf } from "./pack-bundle.js";
import { MASTERS } from "./picture-list.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./pack-bundle.js").PackFile} PackFile */
/** @typedef {{ name: string, files: PackFile[] }} PackFolder */
/** @typedef {{ name: string, digest: string, bytes: Blob }} Named a line of the list, and what it names */

/** The list of a version’s packs, as `sha256sum` writes it. */
export const PACK_LIST = "packs/SHA256SUMS";

const FOLDER = "packs";
const PACK_FILE = "pack.yaml";
const PICTURE = /\.(?:png|jpe?g|webp|gif)$/i;
/** How many digests are asked for at a time. */
const ASKED = 200;

/**
 * @param {File[]} files of a folder that somebody has chosen: the folder of the packs, or the one that it is in
 * @returns {PackFolder[]} those with a `pack.yaml`
 */
export function packsIn(files) {
  /** @type {Map<string, PackFile[]>} */
  const folders = new Map();
  for (const file of files) {
    const parts = file.webkitRelativePath.split("/");
    const [name, ...path] = parts.slice(parts[0] === FOLDER ? 1 : parts[1] === FOLDER ? 2 : parts.length);
    if (path.length === 0 || [name, ...path].some((part) => part.startsWith("."))) continue;
    folders.set(name, [...(folders.get(name) ?? []), { path: path.join("/"), bytes: file }]);
  }
  return [...folders].map(([name, files]) => ({ name, files }))
    .filter(({ files }) => files.some(({ path }) => path === PACK_FILE));
}

/**
 * @param {DeskAPI} api
 * @param {PackFolder[]} packs
 * @returns {Promise<string>} their list
 */
export async function sendPacks(api, packs) {
  const bundles = await Promise.all(packs.map(async ({ name, files }) =>
    named(name, await bundleOf(files.filter(({ path }) => !PICTURE.test(path))))));
  const masters = (await Promise.all(packs.map(mastersOf))).flat();
  await send(api, "/v1/admin/missing-bundles", "bundles", "/v1/admin/pack-bundles/", bundles);
  await send(api, "/v1/admin/pictures/missing", "masters", MASTERS, masters);
  const lines = [...bundles, ...masters].sort((one, other) => one.name < other.name ? -1 : 1);
  return lines.map(({ name, digest }) => `${digest}  ${name}\n`).join("");
}

/**
 * The pictures that are backgrounds: those that `pack.yaml` names.
 * @param {PackFolder} pack
 */
async function mastersOf({ name, files }) {
  const list = await files.find(({ path }) => path === PACK_FILE)?.bytes.text() ?? "";
  const pictures = files.filter(({ path }) => PICTURE.test(path) && list.includes(path));
  return Promise.all(pictures.map(({ path, bytes }) => named(`${name}/${path}`, bytes)));
}

/**
 * @param {string} name
 * @param {Blob} bytes
 * @returns {Promise<Named>}
 */
async function named(name, bytes) {
  return { name, digest: await digest(bytes), bytes };
}

/**
 * Sends what the server lacks.
 * @param {DeskAPI} api
 * @param {string} question where to ask for what is missing
 * @param {"bundles" | "masters"} member what the question calls it
 * @param {string} target where to send it, before its digest
 * @param {Named[]} all
 */
async function send(api, question, member, target, all) {
  const bytesOf = new Map(all.map(({ digest, bytes }) => [digest, bytes]));
  const digests = [...bytesOf.keys()];
  for (let at = 0; at < digests.length; at += ASKED) {
    /** @type {{ missing: string[] }} */
    const { missing } = await api.send("POST", question, { body: { [member]: digests.slice(at, at + ASKED) } });
    for (const digest of missing) await api.send("PUT", target + digest, { body: bytesOf.get(digest) });
  }
}
