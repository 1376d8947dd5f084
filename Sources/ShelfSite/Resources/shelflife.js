// @ts-check
/**
 * Shelflife in the browser: a live store in any page, from any origin, without a build step.
 *
 *     import { ShelfServer } from "https://shop.example/shelflife.js";
 *
 *     const server = new ShelfServer("https://shop.example");
 *     const store = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });
 *     const shelf = document.querySelector("#shelf");
 *
 *     store.addEventListener("change", () => {
 *       shelf.replaceChildren(...store.shelf().map((position) => {
 *         const { phase, card, tapGuarded } = position;
 *         const button = document.createElement("button");
 *         button.className = phase; // empty, arriving, onSale, leaving or sealed
 *         button.textContent = card ? `${card.glyph} ${card.name}, ${card.price}` : phase;
 *         button.disabled = tapGuarded || !card; // a card that has only just appeared takes no tap
 *         button.onclick = () => store.buy(position).then(({ item }) => alert(item), ({ message }) => alert(message));
 *         return button;
 *       }));
 *     });
 *     store.addEventListener("status", () => {
 *       const { connection, clock, error } = store.status;
 *       document.title = error?.message ?? `${connection}, in step ±${Math.ceil(clock.uncertaintyUs / 1000)} ms`;
 *     });
 *     store.start(); // works only while the page is visible; `store.stop()` ends it
 *
 * docs/javascript.md names everything that is exported here, with units, events and errors.
 */

export { SyncClock } from "./shelflife/clock/sync-clock.js";
export { Playback } from "./shelflife/playback/playback.js";
export { TAP_GUARD_MS } from "./shelflife/playback/tap-guard.js";
export { browserPlayerArchive, memoryPlayerArchive } from "./shelflife/purchase/player-archive.js";
export { Player } from "./shelflife/purchase/player.js";
export { NotKeptError, PurchaseError, ReceiptError } from "./shelflife/purchase/purchase-errors.js";
export { openReceipt } from "./shelflife/purchase/receipt.js";
export {
  AppSecretError,
  CardError,
  InsecureOriginError,
  KeyError,
  OldBrowserError,
  WindowError,
} from "./shelflife/seal/errors.js";
export { KeyRing } from "./shelflife/seal/key-ring.js";
export { readWindow } from "./shelflife/seal/window-file.js";
export { browserArchive, noArchive } from "./shelflife/session/store-archive.js";
export { OptionError } from "./shelflife/store/option-error.js";
export { ShelfServer, insecureOrigin } from "./shelflife/store/shelf-server.js";
export { CLOCK_PATIENCE_MS, ShelfStore } from "./shelflife/store/shelf-store.js";
export { GoneError, OriginError, ProblemError, RequestError } from "./shelflife/transport/transport-errors.js";
