// @ts-check
/** Pictures of numbers as bars, in plain SVG. Each stands beside a table of the same numbers. */

import { element } from "./element.js";
import { number } from "./format.js";

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {string} [id] of what has a name, where it is needed
 * @property {number} value not negative
 */
/** @typedef {{ name: string, id?: string }} Name what a line of a table begins with */

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 180;
const FOOT = 24;
const HEAD = 10;
const LINE = 34;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The smallest of 1, 2 and 5 times a power of ten that isn't smaller than a number.
 * @param {number} value
 */
export function niceCeiling(value) {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= value) ?? value;
}

/**
 * @param {string} title
 * @param {Bar[]} bars one beside the other, such as the hours of a day
 * @param {{ every: number }} names how many bars there are to each name that is written below
 */
export function columns(title, bars, { every }) {
  const top = niceCeiling(Math.max(0, ...bars.map(({ value }) => value)));
  const ground = HEIGHT - FOOT;
  const y = (/** @type {number} */ value) => ground - (value / top) * (ground - HEAD);
  const step = 100 / bars.length;
  const lines = [0, top / 2, top].filter(Number.isInteger).flatMap((value) => [
    shape("line", { class: "bars-line", x1: 0, x2: "100%", y1: y(value), y2: y(value) }),
    shape("text", { class: "bars-scale", x: 0, y: y(value) - 4 }, value === 0 ? "" : number(value)),
  ]);
  const drawn = bars.map(({ name, value }, index) => shape(
    "rect", { class: "bars-bar", x: `${(index + 0.12) * step}%`, width: `${0.76 * step}%`, y: y(value), height: ground - y(value), rx: 3 },
    shape("title", {}, `${name}: ${number(value)}`),
  ));
  const names = bars.flatMap(({ name }, index) => index % every ? [] : [
    shape("text", { class: "bars-name", x: `${(index + 0.5) * step}%`, y: HEIGHT - 6, "text-anchor": "middle" }, name),
  ]);
  return shape("svg", { class: "bars", role: "img", "aria-label": `${title}. The table below has the numbers.`, height: HEIGHT }, ...lines, ...drawn, ...names);
}

/**
 * @param {string} title
 * @param {Bar[]} bars one below the other, each with its name
 */
export function rows(title, bars) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.flatMap(({ name, id, value }, index) => [
    shape("text", { class: "bars-label", x: 0, y: index * LINE + 13 }, name, ...(id && id !== name ? [shape("title", {}, id)] : [])),
    shape("text", { class: "bars-value", x: "100%", y: index * LINE + 13, "text-anchor": "end" }, number(value)),
    shape("rect", { class: "bars-track", x: 0, width: "100%", y: index * LINE + 18, height: 8, rx: 4 }),
    shape("rect", { class: "bars-bar", x: 0, width: `${(value / top) * 100}%`, y: index * LINE + 18, height: 8, rx: 4 }),
  ]);
  return shape("svg", { class: "bars", role: "img", "aria-label": `${title}. The table below has the numbers.`, height: bars.length * LINE }, ...drawn);
}

/**
 * A picture, and the same numbers as a table that unfolds.
 * @param {string} title
 * @param {Element} picture
 * @param {string[]} heads
 * @param {(Name | string | number)[][]} lines
 */
export function figure(title, picture, heads, lines) {
  const cells = (/** @type {(Name | string | number)[]} */ line) => line.map((value, index) => {
    const { name, id } = typeof value === "object" ? value : { name: typeof value === "number" && index ? number(value) : String(value), id: undefined };
    return index === 0 ? element("th", { scope: "row", title: id === name ? undefined : id }, name) : element("td", { class: "amount" }, name);
  });
  const table = element(
    "table", { class: "table" }, element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...heads.map((head, index) => element("th", { scope: "col", class: index ? "amount" : undefined }, head)))),
    element("tbody", {}, ...lines.map((line) => element("tr", {}, ...cells(line)))),
  );
  const details = element("details", {}, element("summary", {}, "As a table"), element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, table));
  return element("figure", { class: "panel" }, element("figcaption", {}, element("h2", {}, title)), picture, details);
}
