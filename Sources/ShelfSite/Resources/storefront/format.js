// @ts-check
/** Numbers and names as people read them. */

const numbers = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const shortClock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} value */
export function number(value) {
  return numbers.format(value);
}

/** @param {number | null} balance null while it isn't known */
export function amount(balance) {
  return balance === null ? "–" : number(balance);
}

/**
 * @param {number} price
 * @param {string} currency
 * @returns {string} such as 1,250 coins, or free
 */
export function cost(price, currency) {
  return price === 0 ? "free" : `${number(price)} ${currency}`;
}

/** @param {number} ms since the epoch */
export function timeOfDay(ms) {
  return clock.format(ms);
}

/** @param {number} ms since the epoch */
export function hourAndMinute(ms) {
  return shortClock.format(ms);
}

/** @param {number} ms since the epoch */
export function dateAndTime(ms) {
  return calendar.format(ms);
}

/** @param {number} us */
export function milliseconds(us) {
  const ms = us / 1000;
  return `${ms < 10 ? ms.toFixed(1) : number(Math.round(ms))} ms`;
}

/** @param {string} id such as face-smiling */
export function setLabel(id) {
  return id.replaceAll("-", " ");
}

/**
 * A hue of its own for each set, the same on every screen.
 * @param {string} id
 */
export function setHue(id) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (hash * 137) % 360;
}
