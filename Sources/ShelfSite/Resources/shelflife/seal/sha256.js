// @ts-check
/**
 * SHA-256, synchronous: a key chain is walked hundreds of steps at a time, and a promise for each
 * step (as WebCrypto would have it) costs far more than the hash itself.
 */

const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const schedule = new Int32Array(64);

/**
 * Starts a hash.
 * @returns {Int32Array}
 */
export function initialState() {
  return Int32Array.from(INITIAL_STATE);
}

/**
 * Mixes the 64 bytes at `offset` into `state`. The state is read one by one, because taking an
 * array apart costs as much as all the rounds.
 * @param {Int32Array} state
 * @param {DataView} view
 * @param {number} offset
 */
export function compress(state, view, offset) {
  const w = schedule;
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + small0 + w[i - 7] + small1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i] + w[i]) | 0;
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/**
 * @param {Int32Array} state
 * @returns {Uint8Array} the 32 bytes of the hash
 */
export function digest(state) {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 8; i++) view.setInt32(4 * i, state[i]);
  return bytes;
}

/**
 * Lays a message out in whole blocks: the message, a one bit, zeros, its length in bits.
 * @param {number} length
 * @returns {{ bytes: Uint8Array, view: DataView }}
 */
export function paddedBlocks(length) {
  const bytes = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  const view = new DataView(bytes.buffer);
  bytes[length] = 0x80;
  view.setBigUint64(bytes.length - 8, BigInt(length) * 8n);
  return { bytes, view };
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
  const { bytes, view } = paddedBlocks(message.length);
  bytes.set(message);
  const state = initialState();
  for (let offset = 0; offset < bytes.length; offset += 64) compress(state, view, offset);
  return digest(state);
}
