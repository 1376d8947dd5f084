import { ShelfServer } from "./shelflife.js";
const store = new ShelfServer("").store("main", { publicKey: "" });
const code: string | undefined = store.status.error?.code;
const { error } = store.status;
if (error?.code === "unreachable") { const since: number = error.sinceMs; void since; }
store.addEventListener("purchase", ({ detail }) => void detail.retryAtMs);
const target: EventTarget = store; void target; void code;
// @ts-expect-error
store.addEventListener("nonsense", () => {});
// @ts-expect-error
store.notice("shown");
// @ts-expect-error
if (error?.code === "no such code") void 0;
