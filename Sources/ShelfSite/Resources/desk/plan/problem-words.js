// @ts-check

/** @typedef {import("./plan.js").Plan} Plan */

const PARTS = /** @type {Record<string, string>} */ ({ item: "Item", position: "Position", from: "From", at: "Times", days: "Days", until: "Last day", for: "For how long", within: "Later by up to" });

/**
 * What the server finds wrong with a plan, with names in place of indices.
 * @param {string} text such as `plan[2].from: found …, expected …`
 * @param {{ plan: Plan, index: number, nameOf: (item: string) => string }} about the appearance that is asked about
 * @returns {string}
 */
export function problemWords(text, { plan, index, nameOf }) {
  const name = (/** @type {string} */ other) => {
    const item = plan.appearances[Number(other)]?.item;
    return item ? nameOf(item) : `appearance ${Number(other) + 1}`;
  };
  const [, at, part, rest] = /^(?:plan\[(\d+)\]|appearance)\.(\w+)[^:]*: (.*)$/s.exec(text) ?? [];
  if (!rest) return text;
  const isOther = at !== undefined && Number(at) !== index;
  const subject = [isOther ? name(at) : "", PARTS[part] ?? part].filter(Boolean).join(", ");
  const words = `${subject}: ${rest.replace(/plan\[(\d+)\]/g, (_, other) => Number(other) === index ? "this one" : name(other))}`;
  return words.endsWith("?") ? words : `${words}.`;
}
