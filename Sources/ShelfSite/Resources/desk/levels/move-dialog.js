// @ts-check
/** Asks which release a channel shall point at, for which devices, and shows what changes for them before. */

import { confirm } from "../frame/confirmation.js";
import { DeskError } from "../frame/desk-error.js";
import { MoveForm } from "./move-form.js";
import { differenceLines } from "./pack-difference.js";
import { differenceOf, move, pointerWords } from "./packs.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./packs.js").Channel} Channel */
/** @typedef {import("./packs.js").MoveRequest} MoveRequest */
/** @typedef {import("./packs.js").Pack} Pack */

/**
 * @typedef {object} MoveTask
 * @property {DeskAPI} api
 * @property {Pack} pack
 * @property {string} channel which is chosen first; empty for a new one
 * @property {boolean} isBack whether an earlier release is to come back
 * @property {(answer: { channel: Channel, isNew: boolean }) => Promise<void>} done
 * @property {() => Promise<Pack>} renew reads the pack again, and shows it
 */

/** @param {MoveTask} task */
export function askToMove({ api, pack, channel, isBack, done, renew }) {
  const form = new MoveForm(pack, channel, isBack, async (from, to) =>
    differenceLines(await differenceOf(api, pack.pack, from, to)));
  const what = isBack
    ? "The earlier release comes back to the devices that follow the channel"
    : "Devices that follow the channel take the release";
  confirm({
    title: isBack ? `Roll ${channel} back` : `Move a channel of ${pack.pack}`,
    text: `${what} when they ask the next time. Caches may give them the former answer for a minute more.`,
    action: isBack ? "Roll back" : "Move",
    kind: "is-wide",
    fields: form.fields,
    act: async ({ reason }) => {
      const order = form.order;
      await done(await moved(api, pack.pack, { ...order, reason }, async () => {
        const renewed = await renew();
        form.renew(renewed, order.channel);
        return renewed;
      }));
    },
  });
}

/**
 * @param {DeskAPI} api
 * @param {Channel} channel
 * @param {Omit<MoveTask, "api" | "channel" | "isBack">} task
 */
export function askForNewWord(api, channel, { pack, done, renew }) {
  const { channel: name, release, share } = channel;
  let { sequence } = channel;
  confirm({
    title: `A new word for ${name}`,
    text: "The channel gets a new word, and stays where it points. Apps that have the old word get nothing any more: "
      + "they play on with the levels that they have, until they are given the new word.",
    action: "Draw a new word",
    act: async ({ reason }) => {
      const order = /** @type {const} */ ({ channel: name, release, share, reach: "newWord", reason, after: sequence });
      await done(await moved(api, pack.pack, order, async () => {
        const renewed = await renew();
        sequence = renewed.channels.find((one) => one.channel === name)?.sequence ?? 0;
        return renewed;
      }));
    },
  });
}

/**
 * @param {DeskAPI} api
 * @param {string} pack
 * @param {MoveRequest} order
 * @param {() => Promise<Pack>} renew is called when somebody has moved the channel since it was read
 */
async function moved(api, pack, order, renew) {
  try {
    return await move(api, pack, order);
  } catch (error) {
    if (!(error instanceof DeskError && error.isConflict)) throw error;
    const { channels } = await renew();
    const channel = channels.find((one) => one.channel === order.channel);
    const now = channel ? `It points at ${pointerWords(channel)} now. ` : "";
    throw new DeskError(`Somebody else has moved ${order.channel} meanwhile, so nothing was changed. `
      + `${now}Look at it again, then try once more.`);
  }
}
