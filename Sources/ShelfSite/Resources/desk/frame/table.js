// @ts-check

import { element } from "./element.js";

/**
 * A table of texts, whose rows become cards where there is no room for columns.
 * @param {string} title
 * @param {string[]} heads
 * @param {string[][]} lines
 */
export function table(title, heads, lines) {
  const rows = lines.map((line) => element("tr", {}, ...line.map((text, index) =>
    element(index ? "td" : "th", { scope: index ? undefined : "row", "data-label": heads[index] }, text))));
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)));
  return element("table", { class: "table is-stacked" }, element("caption", {}, title),
    element("thead", {}, head), element("tbody", {}, ...rows));
}
