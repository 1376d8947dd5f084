// @ts-check

/** @type {Record<string, string>} what was done, by route */
const DEEDS = {
  "POST /desk/sign-in": "Signed in to the desk",
  "POST /desk/sign-out": "Signed out of the desk",
  "GET /v1/admin/audit": "Looked at the audit log",
  "GET /v1/admin/players": "Looked at the list of players",
  "GET /v1/admin/players/{player}": "Looked at a player’s wallet",
  "GET /v1/admin/players/{player}/inventory": "Looked at what a player owns",
  "GET /v1/admin/players/{player}/purchases": "Looked at a player’s purchases",
  "GET /v1/admin/players/{player}/journal": "Looked at a player’s journal",
  "POST /v1/admin/players/{player}/postings": "Changed a wallet",
  "GET /v1/admin/players/{player}/invitations": "Looked at a player’s invitations",
  "POST /v1/admin/players/{player}/invitations/end": "Ended a player’s invitations",
  "GET /v1/admin/purchases/{purchase}": "Looked at a purchase",
  "POST /v1/admin/purchases/{purchase}/reversal": "Took a purchase back",
  "GET /v1/admin/items/{item}/purchases": "Looked at who bought an item",
  "GET /v1/admin/stores/{store}/listings/{chain}/{slot}/{position}/{revision}/purchases": "Looked at who bought from a listing",
  "POST /v1/admin/receipts": "Checked a receipt",
  "GET /v1/admin/future/{store}": "Looked at a store’s future",
  "GET /v1/admin/plan/{store}": "Looked at a store’s plan",
  "POST /v1/admin/plan/{store}/try": "Tried a change of a store’s plan",
  "POST /v1/admin/plan/{store}": "Changed a store’s plan",
  "GET /v1/admin/numbers": "Looked at the numbers",
  "GET /v1/admin/content/versions": "Looked at content versions",
  "GET /v1/admin/content/versions/{number}": "Looked at a content version",
  "GET /v1/admin/content/versions/{number}/files": "Looked at a content version’s files",
  "GET /v1/admin/content/items": "Looked at the catalogue",
  "GET /v1/admin/content/difference": "Compared content versions",
  "GET /v1/admin/content/drafts": "Looked at drafts",
  "GET /v1/admin/content/drafts/{name}": "Looked at a draft",
  "POST /v1/admin/content/try": "Tried a publication or a roll-back",
  "POST /v1/admin/content/versions": "Published content",
  "POST /v1/admin/content/drafts/{name}/publish": "Published a draft",
  "PUT /v1/admin/content/drafts/{name}": "Saved a draft",
  "DELETE /v1/admin/content/drafts/{name}": "Deleted a draft",
  "POST /v1/admin/content/roll-back": "Rolled the content back",
  "GET /v1/admin/pauses": "Looked at which stores are paused",
  "POST /v1/admin/pauses": "Paused or resumed a store",
  "POST /v1/admin/content/cancel": "Cancelled a scheduled version",
  "POST /v1/admin/content/reload": "Had the files read again",
  "GET /v1/admin/files": "Looked at what files take",
  "POST /v1/admin/pictures/missing": "Asked which pictures are missing",
  "PUT /v1/admin/masters/{master}": "Sent a picture",
  "GET /v1/admin/pictures/{master}/{file}": "Looked at a picture",
  "GET /v1/admin/pictures/removals": "Looked at the removed pictures",
  "POST /v1/admin/pictures/removals": "Removed a picture",
  "POST /v1/admin/missing-bundles": "Asked which level packs are missing",
  "PUT /v1/admin/pack-bundles/{bundle}": "Sent a level pack",
  "GET /v1/admin/pack-bundles/{bundle}": "Fetched a level pack",
  "GET /v1/admin/packs": "Looked at the level packs",
  "GET /v1/admin/packs/{pack}": "Looked at a level pack",
  "GET /v1/admin/packs/{pack}/releases/{release}": "Looked at a release of a level pack",
  "GET /v1/admin/packs/{pack}/difference": "Compared releases of a level pack",
  "POST /v1/admin/packs/{pack}/moves": "Moved a level pack’s channel",
  "GET /v1/admin/withdrawals": "Looked at what was withdrawn",
  "POST /v1/admin/withdrawals": "Withdrew from sale, or lifted that",
  "POST /v1/admin/replacements": "Replaced a card",
  "POST /v1/admin/redraws": "Had the coming shelf drawn anew",
};

/**
 * @param {string | undefined} route as the log has it; it has none of entries that are older than routes in it
 * @returns {string} what was done, in words; empty where that isn't known here
 */
export function deed(route) {
  return route === undefined ? "" : (DEEDS[route] ?? "");
}
