"""Time that passes when a test says so: what a page's module waits for comes in order, however slow the machine is."""

# `nowMs` is the time. `pass` lets time go on, timer by timer, and `settle` waits until no work is left at this moment:
# cryptography is done on threads of the browser's own, so its promises are counted. A test ends with `real.restore()`.
VIRTUAL_TIME = """
let nowMs = 1000, timerIds = 0, unfinished = 0;
const timers = new Map();
const real = { setTimeout, clearTimeout, setInterval, clearInterval, random: Math.random, ciphers: {},
    restore: () => {
        const { setTimeout, clearTimeout, setInterval, clearInterval, random, ciphers } = real;
        Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
        Object.assign(SubtleCrypto.prototype, ciphers);
        Math.random = random;
    } };
// Time never stands still, so a timer waits a microsecond at least.
const setTimer = (ring, ms, every) => (timers.set(++timerIds, { ring, at: nowMs + Math.max(0.001, ms || 0), every }), timerIds);
globalThis.setTimeout = (ring, ms) => setTimer(ring, ms, 0);
globalThis.setInterval = (ring, ms) => setTimer(ring, ms, ms);
globalThis.clearTimeout = globalThis.clearInterval = (id) => timers.delete(id);
for (const [name, { value: cipher }] of Object.entries(Object.getOwnPropertyDescriptors(SubtleCrypto.prototype))) {
    if (name === "constructor" || typeof cipher !== "function") continue;
    real.ciphers[name] = cipher;
    SubtleCrypto.prototype[name] = function (...given) {
        unfinished++;
        return cipher.apply(this, given).finally(() => unfinished--);
    };
}
const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(null);
});
const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet = unfinished ? 0 : quiet + 1) await turn();
};
const pass = async (ms) => {
    const end = nowMs + ms;
    for (;;) {
        await settle();
        const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [0, { at: Infinity }];
        if (next.at > end) break;
        nowMs = Math.max(nowMs, next.at);
        if (next.every) next.at += next.every; else timers.delete(id);
        next.ring();
    }
    nowMs = end;
};
"""


def in_virtual_time(body):
    """The body of a function in which time is virtual, and which gives the browser its own back at the end."""
    return VIRTUAL_TIME + "try {" + body + "} finally { real.restore(); }"
