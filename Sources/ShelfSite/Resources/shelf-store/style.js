// @ts-check
/** The element's own look, which a page changes through its parts and custom properties. */

const TEXT = `
:host { display: block; font: inherit; color: inherit; --shelf-accent: light-dark(#c2255c, #ff8cb8); --shelf-gap: 1rem; --shelf-picture: 6rem }
:host([hidden]) { display: none }
ol { --asked: var(--shelf-columns, var(--columns, 1)); --even: calc((100% - (var(--asked) - 1) * var(--shelf-gap)) / var(--asked)); display: grid; gap: var(--shelf-gap); grid-template-columns: repeat(auto-fill, minmax(min(max(7rem, var(--even)), 100%), 1fr)); list-style: none; margin: 0; overflow-wrap: anywhere; padding: 0 }
li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; container-type: inline-size; display: flex; flex-direction: column; gap: .25rem; min-width: 0; padding: clamp(.5rem, 8%, 1rem); text-align: center; transition: opacity .5s }
li[data-phase=empty], li[data-phase=leaving] { opacity: 0 }
li[hidden] { display: none }
li.undrawn { box-sizing: border-box; content-visibility: auto; contain-intrinsic-size: auto var(--undrawn, 14rem); height: var(--undrawn, 14rem) }
.stage { display: grid; grid-template-columns: minmax(0, max-content); height: var(--shelf-picture); overflow: clip; place-content: center }
.glyph { font-size: calc(var(--shelf-picture) * .55); line-height: 1.2; overflow-x: clip; white-space: nowrap }
.picture { display: grid; height: var(--shelf-picture); max-width: 100%; place-items: center; width: var(--shelf-picture) }
.picture > * { grid-area: 1 / 1; height: 100%; min-height: 0; object-fit: contain; transition: opacity .25s; width: 100% }
.picture > canvas { transition-delay: .15s }
.picture > img { opacity: 0 }
.picture[data-state=shown] > img { opacity: 1 }
.picture[data-state=shown] > canvas { opacity: 0 }
.name { font-weight: 600; hyphens: auto }
.name, .set, .buy { unicode-bidi: plaintext }
.name::first-letter { text-transform: uppercase }
.name, .set { display: block }
.set, .timer, .status { font-size: .875em; opacity: .75 }
.timer { font-variant-numeric: tabular-nums }
button { background: var(--shelf-accent); border: 0; border-radius: .5rem; color: light-dark(#fff, #14131a); cursor: pointer; font: inherit; margin-top: auto; padding: .5rem }
button:disabled { cursor: default; opacity: .5 }
button[aria-busy=true] { cursor: default; opacity: .85 }
button.paused { background: color-mix(in srgb, currentColor 12%, transparent); color: inherit; cursor: default }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
@container (max-width: 9rem) { .name, button { font-size: .875em } button { padding-inline: .25rem } }
.status { margin: .75rem 0 0 }
.news { min-height: 1.5em }
.problem { margin: 0 }
.problem:not(:empty) { background: Canvas; border-inline-start: .25rem solid; bottom: 0; color: CanvasText; opacity: 1; padding: .5rem .75rem; position: sticky }
@media (prefers-reduced-motion: reduce) { li, .picture > * { transition: none } }
@media (forced-colors: active) { button, .problem:not(:empty) { border: 1px solid } button:is(:disabled, [aria-disabled=true]) { border-style: dashed; opacity: 1 } }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** @returns {CSSStyleSheet} one for all elements of a page */
export function style() {
  if (!sheet) {
    registerGap();
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}

/** Makes a length of the gap, so that a page may write 0 without a unit, with which columns couldn't be computed. */
function registerGap() {
  try {
    /** @type {any} */ (CSS).registerProperty({ name: "--shelf-gap", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // An old browser has no such call, and a page with two copies of this module has made the first one already.
  }
}
