// @ts-check

import { element } from "../frame/element.js";
import { size } from "../frame/format.js";
import { table } from "../frame/table.js";

/** @typedef {import("./packs.js").ReleaseAnswer} ReleaseAnswer */

/**
 * The levels of a release, in the order in which they are played.
 * @param {ReleaseAnswer} answer
 */
export function levelList({ release: { release, content }, levels }) {
  const lines = levels.map(({ place, id, title, author = "–", tags, background = "–", mapBytes }) =>
    [String(place), id, title, author, tags.join(", ") || "–", background, size(mapBytes)]);
  const heads = ["Place", "Id", "Title", "Author", "Tags", "Background", "Map"];
  return element("section", { class: "panel levels-part", "aria-label": "Levels of a release" },
    element("h2", { tabindex: -1 }, `Levels of release ${release}`),
    element("p", { class: "quiet" }, "Its content is ", element("code", {}, content), "."),
    table("In the order in which they are played", heads, lines));
}
