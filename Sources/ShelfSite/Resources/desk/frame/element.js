// @ts-check

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | undefined>} attributes `true` sets an attribute without a value;
 *   `false` and `undefined` leave it out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function found(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return element;
}

/**
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, string | number | boolean | undefined>} attributes
 */
export function button(label, press, attributes = {}) {
  const made = element("button", { type: "button", class: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}

/**
 * A control with its label above it.
 * @param {string} title
 * @param {HTMLElement} control which has an id
 */
export function field(title, control) {
  return element("div", { class: "field" }, element("label", { for: control.id }, title), control);
}
