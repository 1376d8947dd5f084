// A game in TypeScript, compiled with `strict`.
import { CLOCK_PATIENCE_MS, PurchaseError, ShelfServer, TAP_GUARD_MS, memoryPlayerArchive } from "shelflife";
import type { Card, PlayerArchive, PurchaseState, Receipt, ServerParts, ShelfPosition, ShelfStore, StoreStatus } from "shelflife";

const archive: PlayerArchive = memoryPlayerArchive();
const parts: ServerParts = { playerArchive: archive };
const server = new ShelfServer("https://shop.example", parts);
const store: ShelfStore = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });

const label = ({ glyph, name, price, currency }: Card): string => `${glyph ?? ""} ${name}: ${price.toFixed(0)} ${currency}`;
const drawn: string[] = [];

store.addEventListener("change", () => {
  for (const { card, phase } of store.shelf()) drawn.push(card ? label(card) : phase.toUpperCase());
});
store.addEventListener("purchase", ({ detail }) => {
  const state: PurchaseState = detail;
  drawn.push(`${state.name}: ${state.stage}`, state.error?.message ?? "", state.receipt?.item ?? "");
});
store.addEventListener("begunanew", ({ detail }) => drawn.push(new Date(detail).toISOString()));
store.addEventListener("status", function redraw() {
  const status: StoreStatus = store.status;
  if (status.connection === "live") store.removeEventListener("status", redraw);
  drawn.push(status.error?.message ?? status.clock.state, (status.nextChangeMs ?? 0).toFixed(0));
});
server.player.addEventListener("wallet", ({ detail: { paid } }) => drawn.push(`${server.player.balances?.coins} ${paid}`));

async function tap(position: ShelfPosition): Promise<number | null> {
  try {
    const receipt: Receipt = await store.buy(position);
    return receipt.number;
  } catch (error) {
    if (error instanceof PurchaseError && error.code === "insufficient_funds") return null;
    throw error;
  }
}

export async function play(): Promise<number> {
  store.start();
  const wallet = await server.player.wallet();
  const { purchases, next } = await server.player.history({ limit: 10 });
  for (const position of store.shelf()) if (!position.tapGuarded) await tap(position);
  const target: EventTarget = store;
  target.dispatchEvent(new Event("change"));
  return (wallet.coins ?? 0) + purchases.length + (next ?? 0) + TAP_GUARD_MS + CLOCK_PATIENCE_MS;
}
