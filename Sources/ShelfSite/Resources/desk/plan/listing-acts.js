// @ts-check

import { confirm } from "../frame/confirmation.js";
import { withdraw } from "../frame/withdrawal.js";
import { local } from "../frame/zone.js";
import { askToRedraw, askToReplace } from "./listing-change.js";
import { appearanceOf, localText } from "./plan.js";

/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./future.js").Listing} Listing */
/** @typedef {import("./listing-details.js").ListingActs} ListingActs */
/** @typedef {import("./plan.js").Appearance} Appearance */
/** @typedef {import("./planning.js").Planning} Planning */

const MINUTE_MS = 60_000;

/**
 * @typedef {object} Subject
 * @property {Place} place
 * @property {Planning} planning
 * @property {string} store
 * @property {import("../frame/zone.js").Zone} zone the store’s
 * @property {(given: Partial<Appearance>) => void} add asks for a new appearance
 * @property {(told: string) => Promise<void>} done gets the words about what a change of listings has done
 * @property {() => Promise<void>} withdrawn is called after a withdrawal
 */

/**
 * What can be done with a listing.
 * @param {Listing} listing
 * @param {Subject} subject
 * @returns {ListingActs}
 */
export function listingActs(listing, { place, planning, store, zone, add, done, withdrawn }) {
  const { plan, mayChange } = planning;
  const index = mayChange && appearanceOf(plan, listing) ? listing.appearance : undefined;
  const { position, startMs } = listing;
  const from = localText(Math.ceil(local(startMs, zone) / MINUTE_MS) * MINUTE_MS);
  const nowMs = place.nowMs();
  const mayWrite = place.session.scopes.includes("content:write");
  const mayWithdraw = mayWrite && listing.decided && listing.endMs > nowMs;
  const isComing = mayWrite && startMs > nowMs;
  const subject = { place, store, zone, listing, done };
  return {
    withdraw: mayWithdraw ? () => askToWithdraw(listing, { place, store, withdrawn }) : undefined,
    replace: isComing && planning.mayRead ? () => place.trying(() => askToReplace(subject)) : undefined,
    redraw: isComing ? () => askToRedraw(subject) : undefined,
    change: index === undefined ? undefined : () => planning.change(index),
    remove: index === undefined ? undefined : () => planning.remove(index),
    planHere: mayChange && plan && index === undefined ? () => add({ position, from }) : undefined,
  };
}

/**
 * @param {Listing} listing
 * @param {Pick<Subject, "place" | "store" | "withdrawn">} subject
 */
function askToWithdraw({ name, position, startMs }, { place, store, withdrawn }) {
  confirm({
    title: `Withdraw ${name} from position ${position}`,
    text: "Nobody can buy this listing any more, and every connected player sees that within seconds of its start. This can’t be undone.",
    action: "Withdraw",
    act: async ({ reason, key }) => {
      await withdraw(place.api, { store, position, startMs, reason }, key);
      place.messages.tell("The listing is withdrawn.");
      await withdrawn();
    },
  });
}
