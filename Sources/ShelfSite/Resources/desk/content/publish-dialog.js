// @ts-check
/** Publishes files as the next version, now or at an instant. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { VERSIONS } from "../frame/versions.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/versions.js").Publication} Publication */

/**
 * @param {DeskAPI} api
 * @param {number | undefined} newest the newest version that the person has seen
 * @param {(publication: Publication) => void} done
 */
export function publish(api, newest, done) {
  const files = element("input", { id: "publish-files", type: "file", multiple: true, accept: ".yaml,.yml,.csv", required: true });
  const from = element("input", { id: "publish-from", type: "datetime-local" });
  confirm({
    title: "Publish content",
    text: "Choose shelflife.yaml and every catalogue file that it names, out of one folder. What is published already stays; nothing is changed by files with an error. Settings, such as server and admin, belong to the server’s own file: leave them out here (shelflife publish does that by itself).",
    action: "Publish",
    fields: [field("Files to publish", files), field("In force from, in this browser’s time zone (empty: at once)", from)],
    act: async ({ reason }) => done(await api.send("POST", VERSIONS, {
      body: { files: await read(files.files), reason, fromMs: from.value ? new Date(from.value).getTime() : undefined, after: newest },
    })),
  });
}

/**
 * @param {FileList | null} list
 * @returns {Promise<{ path: string, text: string }[]>}
 */
async function read(list) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Promise.all([...(list ?? [])].map(async (file) => {
    try {
      return { path: file.name, text: decoder.decode(await file.arrayBuffer()) };
    } catch {
      throw new DeskError(`${file.name} can’t be read as text in UTF-8.`);
    }
  }));
}
