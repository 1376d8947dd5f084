// @ts-check
/**
 * Shelflife in the browser: a live store in any page, from any origin, without a build step.
 *
 *     import { ShelfServer } from "https://shop.example/shelflife.js";
 *
 *     const server = new ShelfServer("https://shop.example");
 *     const store = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });
 *     const list = document.querySelector("ol");
 *
 *     store.addEventListener("change", () => {
 *       list.replaceChildren(...store.shelf().map(({ phase, card, remainingMs }) => {
 *         const item = document.createElement("li");
 *         item.className = phase; // empty, arriving, onSale, leaving or sealed
 *         item.textContent = card ? `${card.glyph} ${card.name}, ${card.price}` : phase;
 *         return item;
 *       }));
 *     });
 *     store.addEventListener("status", () => {
 *       const { connection, clock, error } = store.status;
 *       document.title = error?.message ?? `${connection}, in step ±${Math.ceil(clock.uncertaintyUs / 1000)} ms`;
 *     });
 *     store.buy(0).then((receipt) => alert(`Yours, number ${receipt.number}`), (error) => alert(error.message));
 *     store.start(); // works only while the page is visible; `store.stop()` ends it
 */

export { ShelfServer, insecureOrigin } from "./shelflife/shelf-server.js";
export { ShelfStore } from "./shelflife/shelf-store.js";
export { SyncClock } from "./shelflife/sync-clock.js";
export { Playback } from "./shelflife/playback.js";
export { openReceipt } from "./shelflife/receipt.js";
export { Player } from "./shelflife/player.js";
export { browserPlayerArchive, memoryPlayerArchive } from "./shelflife/player-archive.js";
export { readWindow } from "./shelflife/window-file.js";
export { KeyRing } from "./shelflife/key-ring.js";
export { browserArchive, noArchive } from "./shelflife/window-archive.js";
export {
  AppSecretError,
  CardError,
  InsecureOriginError,
  KeyError,
  OldBrowserError,
  OptionError,
  RequestError,
  WindowError,
} from "./shelflife/errors.js";
export {
  NotBuyableError,
  NotKeptError,
  ProblemError,
  PurchaseError,
  ReceiptError,
} from "./shelflife/purchase-errors.js";
