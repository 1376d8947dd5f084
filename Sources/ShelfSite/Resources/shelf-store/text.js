// @ts-check

/**
 * Writes a text where another one stands. The text node stays the same: a new one has the browser compute the styles of
 * what is around it anew, and a countdown is written each second.
 * @param {HTMLElement} element one that holds nothing but text
 * @param {string} text
 */
export function write(element, text) {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
