"""A whole store on a server of closures: the vectors' window, time and clock as the test wants, keys on demand."""

import pytest
from virtual_time import in_virtual_time
from windows import Window, b64, unb64

HARNESS = """
const bytes = m.fromBase64url;
const chain = argument.chain;
const id = bytes(chain.id);
const all = new m.KeyChain({ ...chain, idBytes: id, anchorBytes: bytes(chain.anchor) });
all.trust(chain.slots, bytes(chain.top));
const keyOf = (slot) => ({ chain: chain.id, slot, key: all.key(slot), box: null });
const startMs = (slot) => chain.epochMs + 1000 * slot;

/**
 * A server whose time is now `serverMs`, and what was asked of it. While it is `offline` it has no windows, and while it is
 * `timeless` it doesn't tell the time.
 */
const serverAt = (serverMs, windows = argument.windows) => {
    const offsetUs = Math.round((serverMs - nowMs) * 1000);
    const nowUs = () => Math.round(nowMs * 1000);
    const asked = [];
    const found = { asked, stream: null, offline: false, timeless: false, exchangedAtMs: [], nowMs: () => (nowUs() + offsetUs) / 1000 };
    let next = 0;
    const transport = {
        exchange: async () => {
            found.exchangedAtMs.push(found.nowMs());
            if (found.timeless) throw new m.RequestError("no time");
            return { sentUs: nowUs(), receivedUs: nowUs(), serverReceivedUs: nowUs() + offsetUs,
                serverSentUs: nowUs() + offsetUs, uncertaintyUs: 0, granularityUs: 100, timeline: "t" };
        },
        stores: async () => found.stores ?? [],
        window: async () => {
            asked.push("window");
            if (found.offline) throw new m.RequestError("offline");
            await found.held;
            if (found.window) return found.window();
            return { bytes: bytes(windows[Math.min(next++, windows.length - 1)]), etag: "" };
        },
        key: async (store, chain, slot) => (asked.push(`key ${slot}`), keyOf(slot)),
        openKeys: (store, listener) => {
            asked.push("stream");
            found.stream = listener;
            setTimeout(() => listener.opened());
            return () => asked.push("closed");
        },
    };
    const localClock = { nowUs, wallUs: nowUs, granularityUs: () => 100 };
    const pageLife = { visible: () => true, watch: (listener) => (found.life = listener) };
    found.saved = new Map(argument.stored ? [[`https://shop.test/main/${argument.publicKey}`, { bytes: bytes(argument.stored), etag: "" }]] : []);
    const archive = {
        loadWindow: async (name) => found.saved.get(name) ?? null,
        saveWindow: async (name, window) => void found.saved.set(name, window),
    };
    found.parts = { transport, localClock, archive, pageLife };
    const server = new m.ShelfServer("https://shop.test", found.parts);
    found.store = server.store("main", { publicKey: argument.publicKey, ...argument.options });
    found.items = () => found.store.shelf().map(({ phase, card }) => card?.item ?? phase);
    return found;
};
"""


@pytest.fixture
def play(modules, vectors):
    chain = vectors["chains"]["sealed"]
    window = b64(Window.from_vector("sealed.bin").signed(unb64(vectors["signing"]["seed"])))

    def run(body, **argument):
        given = {"chain": chain, "publicKey": vectors["signing"]["publicKey"], "windows": [window], **argument}
        names = ["base64url", "key-chain", "shelf-server", "transport-errors"]
        return modules.run(names, "async (m, argument) => {" + in_virtual_time(HARNESS + body) + "}", given)

    return run


@pytest.fixture
def signed(vectors):
    return lambda window: b64(window.signed(unb64(vectors["signing"]["seed"])))
