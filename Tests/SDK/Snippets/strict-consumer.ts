// What a strict program relies on, and what it can't do. Each line below an expected error is that error and no other.
import { ShelfServer, UnreachableError } from "shelflife";
import type { BuyingError, PlayerArchive, ShelfErrorCode, StoreError } from "shelflife";

const server = new ShelfServer("https://shop.example");
const store = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });

// Every error has a code of a closed union, and the code tells which error it is.
const code: StoreError["code"] | undefined = store.status.error?.code;
const { error } = store.status;
if (error?.code === "unreachable") {
  const since: number = error.sinceMs;
  const of: "server" | "store" | "time" = error.of;
  const same: UnreachableError = error;
  void [since, of, same];
}
if (error?.code === "gone") error.stores.map((id) => id.toUpperCase());
const any: ShelfErrorCode | undefined = code;
const why = ({ code }: BuyingError): string => (code === "origin" || code === "sold_out" ? code : code.toUpperCase());
// @ts-expect-error TS2367
if (error?.code === "no such code") void error;
// @ts-expect-error TS2322
const wrong: ShelfErrorCode = "no such code";

// Events are known by their names, and each has its detail.
store.addEventListener("purchase", ({ detail }) => {
  const next: number | null = detail.retryAtMs;
  if (detail.error) void why(detail.error);
  void next;
});
const target: EventTarget = store;
// @ts-expect-error TS2345
store.addEventListener("purchases", () => {});
// @ts-expect-error TS2345
server.player.addEventListener("status", () => {});

// What the SDK's own modules tell each other isn't there.
// @ts-expect-error TS2339
store.notice("shown");
// @ts-expect-error TS2339
store.busyMs(true);
// @ts-expect-error TS2339
server.attach(store);
// @ts-expect-error TS2339
server.transport.stores();
// @ts-expect-error TS2339
server.purchases.hurry();
// @ts-expect-error TS2339
server.player.paid("coins", 1);

// What isn't known yet is null.
const uncertainty: number | null = store.status.clock.uncertaintyUs;
const purchase = store.purchaseOf(0);
// @ts-expect-error TS2531
purchase.stage.toUpperCase();
// @ts-expect-error TS2741
const archive: PlayerArchive = { credential: async () => "", intents: async () => [], keep: async () => {} };

void [any, wrong, target, uncertainty, archive];
