// @ts-check
/** What the server says in the words of its routes, in words for somebody who has never seen one. */

/**
 * A code, what the server says with it, and what the desk says instead.
 * @type {[string, RegExp, string][]}
 */
const WORDS = [
  ["content_conflict", /than base:/, "Somebody has published since you read the plan, so nothing was changed. Read it again, then try once more."],
  ["content_conflict", /^This would undo |^What is scheduled would undo /, "Nothing was changed, because something would be undone:"],
  ["content_conflict", /^This would bring early /, "Nothing was changed, because something that is scheduled would come early:"],
  ["content_conflict", /^This and version (\d+) have both changed the same lines of (.*), so nothing was changed;/s,
    "Nothing was changed, because this and version $1 have both changed the same lines of $2. To have both, export version $1, make the "
    + "change there by hand, and publish its files for the same instant. Or go on and leave version $1 as it is."],
  ["content_conflict", /^The changes of this and of version (\d+) can't be put together/,
    "Nothing was changed, because the changes of this and of version $1 can’t be put together. To have both, export version $1, make the "
    + "change there by hand, and publish its files for the same instant. Or go on and leave version $1 as it is."],
  ["bad_request", /^Version (\d+), which was to get the same changes, won't take effect/, "Nothing was changed, because version $1 isn’t scheduled any more. Try again."],
  ["content_refused", /^(.*); problems names each[^.]*\.$/s, "$1:"],
  ["content_refused", /^(.*); problems names some\.$/s, "$1. These are some of them:"],
  ["server_owns_content", /^/, "Nothing was read: the server’s files have only started this shop. To put files in force, publish them."],
  ["not_found", /appearance with this index/, "The plan doesn’t have this appearance any more. Read it again."],
  ["bad_request", /^A version can take effect /, "A version takes effect now or within a year, not in the past. Leave the time empty to publish at once."],
  ["bad_request", /^hours is .* from 1 to (\d+)\.$/, "This store has so many listings that at most $1 h can be shown at once. Choose a closer zoom."],
  ["bad_request", /^This store's future .* up to (\S+)T(\d\d:\d\d)\S*;/, "This store’s future can be shown up to $1, $2 in UTC. Go to an earlier day, or choose a closer zoom."],
  ["bad_request", /^from must be neither before 1970/, "There are no numbers of this day: it is still to come, or before 1970."],
  ["bad_request", /^reason must /, "The reason must say something, in at most 500 characters without line breaks."],
  ["idempotency_key_reused", /^/, "This was sent before with something else in it. Close this question, and ask again."],
  ["rate_limited", /^Ask again in (\d+) s\.$/, "This was asked for too often. Try again in $1 s."],
  ["forbidden", /CSRF token/, "Somebody has signed in again since this page was loaded. Load the page again, then try once more."],
];

/**
 * @param {string} code of the problem
 * @param {string} detail what the server says
 * @returns {string}
 */
export function faultWords(code, detail) {
  const [, pattern, words] = WORDS.find(([known, pattern]) => known === code && pattern.test(detail)) ?? [];
  const match = pattern?.exec(detail);
  return match && words !== undefined ? words.replace(/\$(\d)/g, (_, index) => match[Number(index)]) : detail;
}
