// @ts-check

/** @type {[RegExp, string][]} */
const DEEDS = [
  [/^POST \/desk\/sign-in$/, "Signed in to the desk"],
  [/^POST \/desk\/sign-out$/, "Signed out of the desk"],
  [/^(GET|HEAD) \/v1\/admin\/audit$/, "Looked at the audit log"],
  [/^(GET|HEAD) \/v1\/admin\/players$/, "Looked at the list of players"],
  [/^(GET|HEAD) \/v1\/admin\/players\/[^/]+$/, "Looked at a player’s wallet"],
  [/^(GET|HEAD) \/v1\/admin\/players\/[^/]+\/inventory$/, "Looked at what a player owns"],
  [/^(GET|HEAD) \/v1\/admin\/players\/[^/]+\/purchases$/, "Looked at a player’s purchases"],
  [/^(GET|HEAD) \/v1\/admin\/players\/[^/]+\/journal$/, "Looked at a player’s journal"],
  [/^POST \/v1\/admin\/players\/[^/]+\/postings$/, "Changed a wallet"],
  [/^(GET|HEAD) \/v1\/admin\/purchases\/[^/]+$/, "Looked at a purchase"],
  [/^POST \/v1\/admin\/purchases\/[^/]+\/reversal$/, "Took a purchase back"],
  [/^(GET|HEAD) \/v1\/admin\/items\/[^/]+\/purchases$/, "Looked at who bought an item"],
  [/^(GET|HEAD) \/v1\/admin\/stores\/.+\/purchases$/, "Looked at who bought from a listing"],
  [/^POST \/v1\/admin\/receipts$/, "Checked a receipt"],
  [/^(GET|HEAD) \/v1\/admin\/future\/[^/]+$/, "Looked at a store’s future"],
  [/^(GET|HEAD) \/v1\/admin\/plan\/[^/]+$/, "Looked at a store’s plan"],
  [/^POST \/v1\/admin\/plan\/[^/]+\/try$/, "Tried a change of a store’s plan"],
  [/^POST \/v1\/admin\/plan\/[^/]+$/, "Changed a store’s plan"],
  [/^(GET|HEAD) \/v1\/admin\/numbers$/, "Looked at the numbers"],
  [/^(GET|HEAD) \/v1\/admin\/content\/versions/, "Looked at content versions"],
  [/^(GET|HEAD) \/v1\/admin\/content\/items$/, "Looked at the catalogue"],
  [/^(GET|HEAD) \/v1\/admin\/content\/difference$/, "Compared content versions"],
  [/^(GET|HEAD) \/v1\/admin\/content\/drafts/, "Looked at drafts"],
  [/^POST \/v1\/admin\/content\/versions$/, "Published content"],
  [/^POST \/v1\/admin\/content\/drafts\/[^/]+\/publish$/, "Published a draft"],
  [/^PUT \/v1\/admin\/content\/drafts\/[^/]+$/, "Saved a draft"],
  [/^DELETE \/v1\/admin\/content\/drafts\/[^/]+$/, "Deleted a draft"],
  [/^POST \/v1\/admin\/content\/roll-back$/, "Rolled the content back"],
  [/^POST \/v1\/admin\/content\/reload$/, "Had the files read again"],
  [/^(GET|HEAD) \/v1\/admin\/withdrawals$/, "Looked at what was withdrawn"],
  [/^POST \/v1\/admin\/withdrawals$/, "Withdrew from sale, or lifted that"],
  [/^POST \/v1\/admin\/replacements$/, "Replaced a card"],
  [/^POST \/v1\/admin\/redraws$/, "Had the coming shelf drawn anew"],
];

/**
 * @param {string} what a method and a path, as the log has them
 * @returns {string} what was done, in words; empty for a route that isn't known here
 */
export function deed(what) {
  const [route] = what.split("?");
  return DEEDS.find(([pattern]) => pattern.test(route))?.[1] ?? "";
}
