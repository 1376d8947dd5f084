// @ts-check
/** What a publication would undo, or what will undo it, in the server's words and in a person's. */

/**
 * @param {string | undefined} detail of a refusal
 * @returns {number | undefined} what has to be sent as `over` to mean what would be undone
 */
export function overIn(detail = "") {
  const [, over] = /\bsend over: (\d+) /.exec(detail) ?? [];
  return over === undefined ? undefined : Number(over);
}

/**
 * @param {string} text such as `found item lamp: price: 100, expected 90; so has it version 4 by anna`
 * @param {(ms: number) => string} at says when a version takes effect
 * @returns {string}
 */
export function undoneWords(text, at) {
  const [, found, expected, version] = /^found (.*), expected (.*); so has it (version \d+ by .*)$/s.exec(text) ?? [];
  if (version) return `${found}. In ${version}: ${expected}.`;
  const [, own, next, from, later] = /^found (.*), expected the same in (version \d+); that one takes its place at (\S+) with (.*)$/s.exec(text) ?? [];
  return next ? `${own}, until ${at(Date.parse(from))}. Then ${next} has: ${later}.` : text;
}
