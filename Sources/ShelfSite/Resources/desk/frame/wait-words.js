// @ts-check

/**
 * What a request brings, by the beginning of its path; the first that fits counts.
 * @type {[string, string][]}
 */
const WORDS = [
  ["/desk/sign-in", "the sign-in"],
  ["/desk/sign-out", "the sign-out"],
  ["/desk/session", "the stores"],
  ["/v1/admin/audit", "the audit log"],
  ["/v1/admin/content/cancel", "the cancellation"],
  ["/v1/admin/content/difference", "what differs"],
  ["/v1/admin/content/items", "the catalogue"],
  ["/v1/admin/content/reload", "the server to read its files"],
  ["/v1/admin/content/roll-back", "the roll-back"],
  ["/v1/admin/content/try", "what would change"],
  ["/v1/admin/content/versions", "the content’s versions"],
  ["/v1/admin/files", "the space for files"],
  ["/v1/admin/future", "what the store will show"],
  ["/v1/admin/masters", "the picture to arrive"],
  ["/v1/admin/missing-bundles", "which packs the server lacks"],
  ["/v1/admin/numbers", "the numbers"],
  ["/v1/admin/pack-bundles", "the packs to arrive"],
  ["/v1/admin/packs", "the level packs"],
  ["/v1/admin/pauses", "the paused stores"],
  ["/v1/admin/pictures/missing", "which pictures the server lacks"],
  ["/v1/admin/plan", "the plan"],
  ["/v1/admin/redraws", "the listings to be drawn anew"],
  ["/v1/admin/replacements", "the other item"],
  ["/v1/admin/withdrawals", "the withdrawals"],
];
const PUBLICATION = "POST /v1/admin/content/versions";

/**
 * @param {string} method
 * @param {string} path
 * @returns {string} what somebody waits for, to follow “Waiting for”
 */
export function waitWords(method, path) {
  if (`${method} ${path}` === PUBLICATION) return "the publication";
  return WORDS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? "the server";
}
