// @ts-check
/** Publishes files as the next version, now or at an instant. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { VERSIONS, filesOf } from "../frame/versions.js";
import { PICTURE_LIST, listOf } from "./picture-list.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */
/** @typedef {import("../frame/versions.js").Publication} Publication */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */

/** How the list of pictures is called in its folder. */
const LIST_NAME = "SHA256SUMS";

/**
 * @param {DeskAPI} api
 * @param {number | undefined} newest the newest version that the person has seen
 * @param {(publication: Publication) => void} done
 */
export function publish(api, newest, done) {
  const files = element("input", { id: "publish-files", type: "file", multiple: true, required: true });
  const from = element("input", { id: "publish-from", type: "datetime-local" });
  confirm({
    title: "Publish content",
    text: "Choose shelflife.yaml and every catalogue file that it names, out of one folder. What is published already stays; nothing is changed by files with an error. Settings, such as server and admin, belong to the server’s own file: leave them out here (shelflife publish does that by itself). Items keep the pictures that they have in the version in force, unless you choose a SHA256SUMS too.",
    action: "Publish",
    fields: [field("Files to publish", files), field("In force from, in this browser’s time zone (empty: at once)", from)],
    act: async ({ reason }) => done(await api.send("POST", VERSIONS, {
      body: { files: await withList(api, await read(files.files)), reason, fromMs: from.value ? new Date(from.value).getTime() : undefined, after: newest },
    })),
  });
}

/**
 * @param {DeskAPI} api
 * @param {ContentFile[]} files
 * @returns {Promise<ContentFile[]>} with the list of pictures of the version in force, where they have none
 */
async function withList(api, files) {
  if (files.some(({ path }) => path === PICTURE_LIST)) return files;
  /** @type {VersionsAnswer} */
  const { inForce } = await api.get(VERSIONS, { limit: 1 });
  const text = inForce === undefined ? "" : listOf(await filesOf(api, inForce));
  return text ? [...files, { path: PICTURE_LIST, text }] : files;
}

/**
 * @param {FileList | null} list
 * @returns {Promise<ContentFile[]>}
 */
async function read(list) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Promise.all([...(list ?? [])].map(async (file) => {
    try {
      return { path: file.name === LIST_NAME ? PICTURE_LIST : file.name, text: decoder.decode(await file.arrayBuffer()) };
    } catch {
      throw new DeskError(`${file.name} can’t be read as text in UTF-8.`);
    }
  }));
}
