// @ts-check
/** What a publication would undo or bring early, or what will undo it, in the server's words and in a person's. */

const EARLIER = /^found (.*), expected (.*); (version \d+) has that$/s;
const EARLY = /^found (.*), expected (.*) until (\S+); (version \d+) brings it then$/s;
const LATER = /^found (.*), expected the same in (version \d+); that one takes its place at (\S+) with (.*)$/s;

/**
 * @param {string} text
 * @returns {boolean} whether a scheduled version undoes the publication, rather than that what was there before
 */
export function isUndoneLater(text) {
  return LATER.test(text);
}

/**
 * @param {string} text
 * @returns {boolean} whether the publication brings what the version that it was made from brings later
 */
export function isEarly(text) {
  return EARLY.test(text);
}

/**
 * @param {string} text such as `found item lamp: price: 100, expected 90; version 4 has that`
 * @param {(ms: number) => string} at says when a version takes effect
 * @returns {string}
 */
export function undoneWords(text, at) {
  // What has one value only names it twice.
  const short = text.replace(/^found the title: title: /, "found the title: ");
  const [, own, next, from, later] = LATER.exec(short) ?? [];
  if (next) return `${own}, until ${at(Date.parse(from))}. Then ${next} has: ${later}.`;
  const [, early, , then, base] = EARLY.exec(short) ?? [];
  if (base) return `${early}. ${base.replace("v", "V")} brings it at ${at(Date.parse(then))}.`;
  const [, found, expected, version] = EARLIER.exec(short) ?? [];
  return version ? `${found}. In ${version}: ${expected}.` : text;
}
