// @ts-check
/** What differs between two releases of a pack, level by level. */

import { element } from "./element.js";
import { counted } from "./format.js";
import { table } from "./table.js";

/**
 * @typedef {object} LevelChange
 * @property {string} level its id
 * @property {"added" | "removed" | "changed" | "moved"} kind
 * @property {string[]} [fields] what is changed
 * @property {number} [from] the place before, counted from 1
 * @property {number} [to] the place after, counted from 1
 */
/** @typedef {{ before: number, after: number }} EngineChange */

/**
 * @typedef {object} PackChanges
 * @property {EngineChange} [engine] of the least version of the game’s engine; missing while it is the same
 * @property {LevelChange[]} levels
 * @property {number} [more] how many changed levels aren't in the list
 */

/**
 * @param {string} title what the table is called
 * @param {PackChanges} changes
 * @returns {HTMLElement[]} none where nothing differs
 */
export function packChanges(title, { engine, levels, more = 0 }) {
  const lines = levels.map((change) => [change.level, words(change), change.fields?.join(", ") ?? ""]);
  const last = `${counted(more, "more change")} ${more === 1 ? "isn’t" : "aren’t"} shown here.`;
  return [
    ...(engine ? [element("p", {}, engineWords(engine))] : []),
    ...(lines.length ? [table(title, ["Level", "Change", "Fields"], lines)] : []),
    ...(more ? [element("p", { class: "quiet" }, last)] : []),
  ];
}

/** @param {EngineChange} engine */
function engineWords({ before, after }) {
  const who = after > before ? " Apps with an older engine keep the release that they have." : "";
  return `It asks for engine ${after} in place of ${before}.${who}`;
}

/** @param {LevelChange} change */
function words({ kind, from, to }) {
  if (kind === "added") return `added at place ${to}`;
  if (kind === "removed") return `removed from place ${from}`;
  return kind === "moved" ? `moved from place ${from} to ${to}` : "changed";
}
