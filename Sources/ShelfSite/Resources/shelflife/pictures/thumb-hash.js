// @ts-check
/**
 * Reads a picture that was written in at most 25 bytes: its mean colour, its proportions, and the lowest frequencies of
 * its brightness and colours. A page draws it until the picture itself is there.
 *
 * The format is Evan Wallace's ThumbHash (https://evanw.github.io/thumbhash/).
 */

/**
 * @typedef {object} SmallPicture
 * @property {number} width
 * @property {number} height
 * @property {Uint8ClampedArray} pixels red, green, blue and alpha of each, by rows, as `ImageData` has them
 */
/** @typedef {{ red: number, green: number, blue: number, alpha: number }} MeanColour each from 0 to 1 */
/**
 * @typedef {object} Plane one of the brightness, the colours' two differences, and alpha
 * @property {number} mean
 * @property {number} scale the greatest factor's size
 * @property {number} across how many frequencies there are in each direction
 * @property {number} down
 */

/** How many pixels the longer side of a drawn picture has. */
const LONGEST_SIDE = 32;
/** How many frequencies the longer side has: fewer where there is alpha, which needs bytes, too. */
const WAVES = 7;
const WAVES_BESIDE_ALPHA = 5;
const COLOUR_WAVES = 3;
/** Colours are drawn stronger than they were written, since rounding to 16 steps makes them paler. */
const COLOUR_BOOST = 1.25;
/** Half of the 16 steps of a factor, of which the lowest is -1 and the highest 1. */
const HALF_STEPS = 7.5;

/**
 * @param {Uint8Array} hash bytes that aren't there count as frequencies of which there is nothing
 * @returns {SmallPicture}
 */
export function thumbHashPixels(hash) {
  const { light, yellowBlue, redGreen, alpha } = planes(hash);
  const ratio = thumbHashRatio(hash);
  const width = Math.max(1, Math.round(LONGEST_SIDE * Math.min(1, ratio)));
  const height = Math.max(1, Math.round(LONGEST_SIDE / Math.max(1, ratio)));
  const factors = factorsOf(hash, alpha !== null);
  const draw = (/** @type {Plane} */ plane) => drawnPlane(plane, factors, width, height);
  const [lights, yellowBlues, redGreens] = [light, yellowBlue, redGreen].map(draw);
  const alphas = alpha && draw(alpha);
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let index = 0; index < width * height; index++) {
    const { red, green, blue } = colour(lights[index], yellowBlues[index], redGreens[index]);
    // The array rounds, and cuts off what is below 0 or above 255.
    pixels[4 * index] = 255 * red;
    pixels[4 * index + 1] = 255 * green;
    pixels[4 * index + 2] = 255 * blue;
    pixels[4 * index + 3] = 255 * (alphas ? alphas[index] : 1);
  }
  return { width, height, pixels };
}

/**
 * @param {Uint8Array} hash
 * @returns {MeanColour} of what isn't transparent
 */
export function thumbHashColour(hash) {
  const { light, yellowBlue, redGreen, alpha } = planes(hash);
  const { red, green, blue } = colour(light.mean, yellowBlue.mean, redGreen.mean);
  const within = (/** @type {number} */ value) => Math.min(1, Math.max(0, value));
  return { red: within(red), green: within(green), blue: within(blue), alpha: alpha ? alpha.mean : 1 };
}

/**
 * @param {Uint8Array} hash
 * @returns {number} about how wide the picture is when it is 1 high
 */
export function thumbHashRatio(hash) {
  const { across, down } = frequencies(hash);
  return across / down;
}

/**
 * @param {Uint8Array} hash
 * @returns {number} how wide the picture is at most, as a share of the side of a square that it fits into. What was
 *   written is rounded, so the picture may be a little wider than its ratio says.
 */
export function widthShare(hash) {
  const { across, down } = frequencies(hash);
  return Math.min(1, (across + 0.5) / down);
}

/** @param {Uint8Array} hash */
function frequencies(hash) {
  const longer = hash[2] & 0x80 ? WAVES_BESIDE_ALPHA : WAVES;
  const shorter = Math.max(1, hash[3] & 7);
  const isLandscape = (hash[4] & 0x80) !== 0;
  return { across: isLandscape ? longer : shorter, down: isLandscape ? shorter : longer };
}

/** @param {Uint8Array} hash */
function planes(hash) {
  const means = hash[0] | (hash[1] << 8) | (hash[2] << 16);
  const scales = hash[3] | (hash[4] << 8);
  const { across, down } = frequencies(hash);
  const bits = (/** @type {number} */ from, /** @type {number} */ count, /** @type {number} */ word) =>
    ((word >> from) & ((1 << count) - 1)) / ((1 << count) - 1);
  const colours = { across: COLOUR_WAVES, down: COLOUR_WAVES };
  const hasAlpha = means >> 23 === 1 && hash.length > 5;
  return {
    light: { mean: bits(0, 6, means), scale: bits(18, 5, means), across: Math.max(3, across), down: Math.max(3, down) },
    yellowBlue: { mean: 2 * bits(6, 6, means) - 1, scale: COLOUR_BOOST * bits(3, 6, scales), ...colours },
    redGreen: { mean: 2 * bits(12, 6, means) - 1, scale: COLOUR_BOOST * bits(9, 6, scales), ...colours },
    alpha: hasAlpha
      ? { mean: bits(0, 4, hash[5]), scale: bits(4, 4, hash[5]), across: WAVES_BESIDE_ALPHA, down: WAVES_BESIDE_ALPHA }
      : null,
  };
}

/**
 * Reads the factors of all planes one after the other, each in half a byte.
 * @param {Uint8Array} hash
 * @param {boolean} hasAlpha
 * @returns {() => number} the next one, from -1 to 1
 */
function factorsOf(hash, hasAlpha) {
  let half = 2 * (hasAlpha ? 6 : 5);
  return () => {
    const byte = hash[half >> 1];
    const step = byte === undefined ? HALF_STEPS : (byte >> (4 * (half & 1))) & 15;
    half++;
    return step / HALF_STEPS - 1;
  };
}

/**
 * Adds up the waves of a plane (DCT-III): first those down each column, then those across each row.
 * @param {Plane} plane
 * @param {() => number} factor
 * @param {number} width
 * @param {number} height
 * @returns {Float64Array} by rows
 */
function drawnPlane({ mean, scale, across, down }, factor, width, height) {
  const columns = waves(across, width);
  const rows = waves(down, height);
  const summed = new Float64Array(across * height);
  for (let vertical = 0; vertical < down; vertical++) {
    for (let horizontal = 0; horizontal * down < across * (down - vertical); horizontal++) {
      const isMean = vertical === 0 && horizontal === 0;
      // A wave's factor is half its size. One that goes in both directions has a quarter; the format draws it as half.
      const size = isMean ? mean : 2 * scale * factor();
      for (let y = 0; y < height; y++) summed[horizontal * height + y] += size * rows[vertical * height + y];
    }
  }
  const drawn = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let horizontal = 0; horizontal < across; horizontal++) {
      const size = summed[horizontal * height + y];
      for (let x = 0; x < width; x++) drawn[y * width + x] += size * columns[horizontal * width + x];
    }
  }
  return drawn;
}

/**
 * Those that were computed before, by their count and length, of which there are few.
 * @type {Map<string, Float64Array>}
 */
const knownWaves = new Map();

/**
 * @param {number} count
 * @param {number} length
 * @returns {Float64Array} the cosine of each frequency in the middle of each pixel
 */
function waves(count, length) {
  const name = `${count} ${length}`;
  const known = knownWaves.get(name);
  if (known) return known;
  const cosines = new Float64Array(count * length);
  for (let index = 0; index < cosines.length; index++) {
    cosines[index] = Math.cos((Math.PI / length) * Math.floor(index / length) * ((index % length) + 0.5));
  }
  knownWaves.set(name, cosines);
  return cosines;
}

/**
 * @param {number} light the mean of red, green and blue
 * @param {number} yellowBlue the mean of red and green, less blue
 * @param {number} redGreen red less green
 */
function colour(light, yellowBlue, redGreen) {
  const blue = light - (2 / 3) * yellowBlue;
  const red = blue + yellowBlue + redGreen / 2;
  return { red, green: red - redGreen, blue };
}
