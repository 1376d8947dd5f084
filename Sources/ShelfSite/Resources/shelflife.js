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
 *       const step = clock.uncertaintyUs === null ? "" : `, in step ±${Math.ceil(clock.uncertaintyUs / 1000)} ms`;
 *       document.title = error?.message ?? connection + step;
 *     });
 *     store.start(); // works only while the page is visible; `store.stop()` ends it
 *
 * docs/javascript.md names everything that is exported here, with units, events and errors.
 */

// The shapes that docs/javascript.md names, for TypeScript.
/**
 * @typedef {import("./shelflife/transport/trade-transport.js").Balances} Balances
 * @typedef {import("./shelflife/store/shelf-store.js").BuyingError} BuyingError
 * @typedef {import("./shelflife/seal/card.js").Card} Card
 * @typedef {import("./shelflife/clock/sync-clock.js").ClockDetails} ClockDetails
 * @typedef {import("./shelflife/clock/clock-estimate.js").ClockReading} ClockReading
 * @typedef {import("./shelflife/session/store-session.js").Connection} Connection
 * @typedef {import("./shelflife/purchase/purchase-queue.js").DelayError} DelayError
 * @typedef {import("./shelflife/purchase/purchase-queue.js").FailError} FailError
 * @typedef {import("./shelflife/transport/trade-transport.js").HistoryPage} HistoryPage
 * @typedef {import("./shelflife/seal/window-records.js").Listing} Listing
 * @typedef {import("./shelflife/clock/local-clock.js").LocalClock} LocalClock
 * @typedef {import("./shelflife/pictures/thumb-hash.js").MeanColour} MeanColour
 * @typedef {import("./shelflife/transport/trade-transport.js").OwnedItem} OwnedItem
 * @typedef {import("./shelflife/store/page-life.js").PageLife} PageLife
 * @typedef {import("./shelflife/transport/trade-transport.js").PastPurchase} PastPurchase
 * @typedef {import("./shelflife/playback/playback.js").Phase} Phase
 * @typedef {import("./shelflife/pictures/picture.js").Picture} Picture
 * @typedef {import("./shelflife/purchase/player-archive.js").PlayerArchive} PlayerArchive
 * @typedef {import("./shelflife/purchase/player.js").PlayerEvents} PlayerEvents
 * @typedef {import("./shelflife/transport/transport-errors.js").ProblemCode} ProblemCode
 * @typedef {import("./shelflife/purchase/purchase-errors.js").PurchaseErrorCode} PurchaseErrorCode
 * @typedef {import("./shelflife/purchase/purchase.js").PurchaseIntent} PurchaseIntent
 * @typedef {import("./shelflife/purchase/purchase-queue.js").PurchaseState} PurchaseState
 * @typedef {import("./shelflife/purchase/receipt.js").Receipt} Receipt
 * @typedef {import("./shelflife/store/shelf-server.js").ServerParts} ServerParts
 * @typedef {import("./shelflife/errors/every-error.js").ShelfErrorCode} ShelfErrorCode
 * @typedef {import("./shelflife/playback/playback.js").ShelfPosition} ShelfPosition
 * @typedef {import("./shelflife/seal/window-file.js").ShelfWindow} ShelfWindow
 * @typedef {import("./shelflife/pictures/thumb-hash.js").SmallPicture} SmallPicture
 * @typedef {import("./shelflife/session/store-archive.js").StoreArchive} StoreArchive
 * @typedef {import("./shelflife/transport/transport.js").StoreDescription} StoreDescription
 * @typedef {import("./shelflife/session/session-runner.js").StoreError} StoreError
 * @typedef {import("./shelflife/store/shelf-store.js").StoreEvents} StoreEvents
 * @typedef {import("./shelflife/store/shelf-store.js").StoreOptions} StoreOptions
 * @typedef {import("./shelflife/store/shelf-store.js").StoreStatus} StoreStatus
 * @typedef {import("./shelflife/transport/trade-transport.js").TradeTransport} TradeTransport
 * @typedef {import("./shelflife/transport/transport.js").Transport} Transport
 * @typedef {import("./shelflife/transport/transport-errors.js").Unreachable} Unreachable
 */

export { SyncClock } from "./shelflife/clock/sync-clock.js";
export { PICTURE_WIDTHS, pictureAddress, pictureSources, readPicture } from "./shelflife/pictures/picture.js";
export { thumbHashColour, thumbHashPixels, thumbHashRatio } from "./shelflife/pictures/thumb-hash.js";
export { Playback } from "./shelflife/playback/playback.js";
export { TAP_GUARD_MS } from "./shelflife/playback/tap-guard.js";
export { timeLeftText } from "./shelflife/playback/time-left.js";
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
export { ShelfError } from "./shelflife/errors/every-error.js";
export { KeyRing } from "./shelflife/seal/key-ring.js";
export { readWindow } from "./shelflife/seal/window-file.js";
export { browserArchive, noArchive } from "./shelflife/session/store-archive.js";
export { OptionError } from "./shelflife/store/option-error.js";
export { ShelfServer, insecureOrigin } from "./shelflife/store/shelf-server.js";
export { CLOCK_PATIENCE_MS, ShelfStore } from "./shelflife/store/shelf-store.js";
export { GoneError, OriginError, ProblemError, RedirectError, RequestError, UnreachableError } from "./shelflife/transport/transport-errors.js";
