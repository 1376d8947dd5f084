// @ts-check
/** Lets a coming listing show another item, or draws anew what a store shows from it on. */

import { catalogue } from "../frame/catalogue.js";
import { confirm } from "../frame/confirmation.js";
import { counted } from "../frame/format.js";
import { ItemSearch } from "../frame/item-search.js";
import { storeMoment } from "../frame/zone.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {{ listings: number, givenOutUntilMs: number }} Confirmation */

/**
 * @typedef {object} Subject
 * @property {Place} place
 * @property {string} store its id
 * @property {import("../frame/zone.js").Zone} zone the store’s
 * @property {Listing} listing
 * @property {(told: string) => Promise<void>} done shows what has become of it
 */

/** @param {Subject} subject */
export async function askToReplace({ place, store, zone, listing, done }) {
  const items = await catalogue(place.api);
  const search = new ItemSearch(items, "", () => {});
  const { name, position, startMs } = listing;
  confirm({
    title: `Show another item in place of ${name}`,
    text: `Position ${position} shows the other item from ${storeMoment(startMs, zone)}, for as long. It is possible until a few seconds before that.`,
    action: "Show it",
    fields: [search.element],
    act: async ({ reason, key }) => {
      const told = await send(place, "replacements", { store, position, startMs, item: search.value, reason }, key);
      await done([`Position ${position} shows another item then.`, ...doubts(told, zone)].join(" "));
    },
  });
}

/** @param {Subject} subject */
export function askToRedraw({ place, store, zone, listing: { startMs }, done }) {
  confirm({
    title: "Draw the coming listings anew",
    text: `Everything that this store shows from ${storeMoment(startMs, zone)} on is drawn again, on all positions, by the content in force. What is planned stays.`,
    action: "Draw anew",
    act: async ({ reason, key }) => {
      const told = await send(place, "redraws", { store, fromMs: startMs, reason }, key);
      await done([`${counted(told.listings, "decided listing")} ${told.listings === 1 ? "is" : "are"} drawn anew.`, ...doubts(told, zone)].join(" "));
    },
  });
}

/**
 * @param {Place} place
 * @param {"replacements" | "redraws"} route
 * @param {Record<string, unknown>} body
 * @param {string} key the same however often it is tried
 * @returns {Promise<Confirmation>}
 */
function send({ api }, route, body, key) {
  return api.send("POST", `/v1/admin/${route}`, { body, headers: { "Idempotency-Key": key } });
}

/**
 * @param {Confirmation} told
 * @param {import("../frame/zone.js").Zone} zone
 */
function doubts({ listings, givenOutUntilMs }, zone) {
  if (listings === 0) return [];
  return [`Players’ devices already hold the former cards of what starts before ${storeMoment(givenOutUntilMs, zone)}, still sealed: nobody can buy them, but somebody may read one when its time comes.`];
}
