// What a strict program relies on, and what it can't do. Each line below an expected error is that error and no other.
import { ShelfError, ShelfServer, UnreachableError } from "shelflife";
import type {
  Balances, BuyingError, DelayError, FailError, Phase, PlayerArchive, ProblemCode, PurchaseErrorCode, Receipt, ShelfErrorCode,
  StoreError, Unreachable,
} from "shelflife";
import { LevelProblem } from "shelflife/shelf-levels";
import { ShelfStoreElement } from "shelflife/shelf-store";

const server = new ShelfServer("https://shop.example");
const store = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });

// Every error has a code of a closed union, and the code tells which error it is.
const code: StoreError["code"] | undefined = store.status.error?.code;
const { error } = store.status;
if (error?.code === "unreachable") {
  const since: number = error.sinceMs;
  const of: Unreachable = error.of;
  const same: UnreachableError = error;
  void [since, of, same];
}
if (error?.code === "gone") error.stores.map((id) => id.toUpperCase());
const any: ShelfErrorCode | undefined = code;
const why = ({ code }: BuyingError): string => (code === "origin" || code === "sold_out" || code === "position" ? code : code.toUpperCase());
// @ts-expect-error TS2367
const later = ({ code }: BuyingError): boolean => code === "unavailable";
// @ts-expect-error TS2367
if (error?.code === "no such code") void error;
// @ts-expect-error TS2322
const wrong: ShelfErrorCode = "no such code";
const levels: ShelfErrorCode[] = [new LevelProblem("needsEngine").code, "match_full", "locked", "insecureOrigin"];
const every: ShelfError = new LevelProblem("stale");

// What `instanceof` finds has a code of that union, too.
function named(caught: unknown): string {
  if (!(caught instanceof ShelfError)) return "";
  const known: ShelfErrorCode = caught.code;
  // @ts-expect-error TS2367
  if (caught.code === "no such code") return "";
  return known;
}

// Events are known by their names, and each has its detail.
store.addEventListener("purchase", ({ detail }) => {
  const next: number | null = detail.retryAtMs;
  if (detail.stage === "sold") {
    const receipt: Receipt = detail.receipt;
    void receipt.number;
  } else if (detail.stage === "failed") {
    const failed: FailError = detail.error;
    void why(failed);
  } else if (detail.stage === "delayed") {
    const delayed: DelayError = detail.error;
    const again: number = detail.retryAtMs;
    void [delayed, again];
  } else {
    // @ts-expect-error TS2531
    detail.receipt.number;
  }
  void next;
});
const target: EventTarget = store;
// @ts-expect-error TS2345
store.addEventListener("purchases", () => {});
// @ts-expect-error TS2345
server.player.addEventListener("status", () => {});

// An element is known by its name, and has events of its own beside those of every element.
const element = document.querySelector("shelf-store")!;
const same: ShelfStoreElement = element;
element.addEventListener("problem", ({ detail }) => {
  const problem: ShelfErrorCode = detail.code;
  void problem;
});
element.addEventListener("purchase", ({ detail }) => detail.stage === "sold" && detail.receipt.item);
element.addEventListener("click", ({ clientX }) => clientX.toFixed());
document.body.append(element);
// @ts-expect-error TS2345
element.addEventListener("problm", () => {});
// @ts-expect-error TS2339
element.addEventListener("purchase", ({ detail }) => detail.coins);

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

// Names for what a program passes on.
const shapes: [Balances, Phase, PurchaseErrorCode, ProblemCode] = [{ coins: 1 }, "onSale", "sold_out", "locked"];

void [any, wrong, levels, every, named, later, same, target, uncertainty, archive, shapes];
