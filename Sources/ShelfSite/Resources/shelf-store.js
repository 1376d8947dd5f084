// @ts-check
/**
 * A live store as an element, for pages that want no code:
 *
 *     <script type="module" src="https://shop.example/shelf-store.js"></script>
 *     <shelf-store server="https://shop.example" store="main"
 *   key="cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4"></shelf-store>
 *
 * docs/javascript.md names its attributes, events and parts. It exports the SDK as well, so that a page has one copy of
 * it.
 */

import { useServer } from "./shelf-store/servers.js";
import { ShelfStoreElement } from "./shelf-store/shelf-store-element.js";

/**
 * @typedef {import("./shelf-store/shelf-store-element.js").ElementEvents} ElementEvents
 * @typedef {import("./shelf-store/shelf-store-element.js").ElementProblem} ElementProblem
 */

export * from "./shelflife.js";
export { ShelfStoreElement, useServer };

if (!customElements.get("shelf-store")) customElements.define("shelf-store", ShelfStoreElement);
