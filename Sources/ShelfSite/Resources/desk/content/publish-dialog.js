// @ts-check
/** Publishes files as the next version, now or at an instant. */

import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { counted, duration, zoneName } from "../frame/format.js";
import { titleOf } from "../frame/store-title.js";
import { TRY, VERSIONS, filesOf } from "../frame/versions.js";
import { BASE_NAME, baseIn } from "./base-file.js";
import { PACK_LIST, packsIn, sendPacks } from "./pack-sending.js";
import { PICTURE_LIST } from "./picture-list.js";
import { NO_BASE, askToPublish } from "./publication-question.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./publication-question.js").Proposal} Proposal */
/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */
/** @typedef {import("../frame/versions.js").Publication} Publication */
/** @typedef {import("../frame/versions.js").ContentTrial} ContentTrial */
/** @typedef {import("../frame/versions.js").Version} Version */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */

const TEXT = "Choose content.yaml, every catalogue file that it names, and plan.yaml if there is one, out of one folder. "
  + "Leave shelflife.yaml out: it has the settings, which stay on the server. What is "
  + "published already stays; nothing is changed by files with an error. Items keep the pictures that they have in the "
  + "version in force, unless you choose a SHA256SUMS too. Level packs stay as they are there, unless you choose the "
  + "folder packs, or the one that it is in.";

const UNKNOWN = "what .shelflife-base says; without that file it is unknown";

/** How the list of pictures is called in its folder. */
const LIST_NAME = "SHA256SUMS";
/** That the instant is when shelves show it, which is some minutes after it takes effect. */
const SHOWN = "shown";
/** The server's settings, and what `shelflife split` keeps of a file that had them and the content. */
const SETTINGS_NAMES = ["shelflife.yaml", "shelflife.yaml.before-split"];

/**
 * @param {Place} place
 * @param {Version[]} versions those that the files may have been made from
 * @param {(publication: Publication, notes: string[]) => Promise<void>} done is told what else there is to say, too
 */
export function publish({ api, nowMs, session }, versions, done) {
  const files = element("input", { id: "publish-files", type: "file", multiple: true, required: true });
  const folder = element("input", { id: "publish-packs", type: "file", webkitdirectory: true });
  const made = element("select", { id: "publish-base" }, element("option", { value: "" }, UNKNOWN), ...versions.map(optionOf));
  const from = element("input", { id: "publish-from", type: "datetime-local" });
  const means = element("select", { id: "publish-means" }, element("option", { value: "effect" }, "it takes effect"),
    element("option", { value: SHOWN }, "shelves show it"));
  let isKept = false;
  askToPublish({
    api,
    titleOf: (store) => titleOf(session, store),
    title: "Publish content",
    text: TEXT,
    action: "Publish",
    fields: [
      field("Files to publish", files), field("Made from", made),
      field("Folder of the level packs (empty: they stay as they are)", folder),
      field(`From, in this browser’s time zone, ${zoneName(nowMs())} (empty: at once)`, from), field("What happens then", means),
    ],
    propose: async () => {
      const all = [...(files.files ?? [])];
      refuseSettings(all);
      const bases = [...all, ...(folder.files ?? [])].filter(({ name }) => name === BASE_NAME);
      const chosen = await read(all.filter(({ name }) => name !== BASE_NAME));
      const packs = packsIn([...(folder.files ?? [])]);
      const sent = packs.length ? [{ path: PACK_LIST, text: await sendPacks(api, packs) }] : [];
      const kept = await keptLists(api, [...chosen, ...sent]);
      isKept = kept.some(({ path }) => path === PACK_LIST);
      const proposal = {
        files: [...chosen, ...kept, ...sent], fromMs: from.value ? new Date(from.value).getTime() : undefined,
        base: made.value ? Number(made.value) : bases.length ? await baseIn(api, bases[0]) : NO_BASE,
      };
      return means.value === SHOWN ? shownFrom(api, proposal, nowMs()) : proposal;
    },
    ticks: ({ droppedAppearances }) => droppedAppearances ? [dropTick(droppedAppearances)] : [],
    done: (publication, notes) => done(publication, [...notes, ...(isKept ? ["The level packs stay as they are in the version in force."] : [])]),
  });
}

/** @param {Version} version */
function optionOf({ number, author, reason }) {
  return element("option", { value: number }, `version ${number}, by ${author}${reason && `: ${reason}`}`);
}

/**
 * @param {DeskAPI} api
 * @param {Proposal} proposal its `fromMs` says when shelves show it
 * @param {number} nowMs
 * @returns {Promise<Proposal>} one that takes effect earlier, by the time that the last shelf needs to follow
 */
async function shownFrom(api, proposal, nowMs) {
  const { fromMs } = proposal;
  if (fromMs === undefined) return proposal;
  /** @type {ContentTrial} */
  const { stores = [] } = await api.send("POST", TRY, { body: proposal });
  const leadMs = Math.max(0, ...stores.map(({ drawnUntilMs }) => drawnUntilMs - fromMs));
  if (fromMs - leadMs < nowMs) throw new DeskError(`Shelves need ${duration(leadMs)} to follow, so they can’t show it by then. Choose a later time.`);
  return { ...proposal, fromMs: fromMs - leadMs };
}

/** @param {number} count how many planned appearances would go */
function dropTick(count) {
  return element("label", { class: "publication-tick" }, element("input", { type: "checkbox", required: true }),
    `These files have no plan.yaml, so ${counted(count, "planned appearance")} ${count === 1 ? "goes" : "go"}. To keep what is planned, choose plan.yaml too; `
      + "Files has that of each version.");
}

/**
 * Settings may have secrets, so they aren't even sent to be refused.
 * @param {File[]} files
 */
function refuseSettings(files) {
  const settings = files.find(({ name }) => SETTINGS_NAMES.includes(name));
  if (!settings) return;
  throw new DeskError(`${settings.name} has the server’s settings. They stay on the server, so nothing was sent. Leave this `
    + "file out, and choose content.yaml with the files that it names. If shelflife.yaml still has the stores, run "
    + "shelflife split, which makes content.yaml of them.");
}

/**
 * @param {DeskAPI} api
 * @param {ContentFile[]} files what is published
 * @returns {Promise<ContentFile[]>} the lists of pictures and packs of the version in force, where the files have none
 */
async function keptLists(api, files) {
  const lacking = [PICTURE_LIST, PACK_LIST].filter((list) => !files.some(({ path }) => path === list));
  if (lacking.length === 0) return [];
  /** @type {VersionsAnswer} */
  const { inForce } = await api.get(VERSIONS, { limit: 1 });
  const present = inForce === undefined ? [] : await filesOf(api, inForce);
  return present.filter(({ path, text }) => lacking.includes(path) && text);
}

/**
 * @param {File[]} list
 * @returns {Promise<ContentFile[]>}
 */
async function read(list) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Promise.all(list.map(async (file) => {
    try {
      return { path: file.name === LIST_NAME ? PICTURE_LIST : file.name, text: decoder.decode(await file.arrayBuffer()) };
    } catch {
      throw new DeskError(`${file.name} can’t be read as text in UTF-8.`);
    }
  }));
}
