// @ts-check
/** Finds and makes elements. */

/**
 * @param {string} selector
 * @returns {any} the element, which is in the page
 */
export function found(selector) {
  return document.querySelector(selector);
}

/**
 * @param {string} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @param {number} count
 * @param {string} one the word for one
 * @returns {string} such as “1 level” or “3 levels”
 */
export function counted(count, one) {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
