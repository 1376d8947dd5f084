// @ts-check
/**
 * Plays the levels of a pack in the browser, and follows its channel. The address says which pack it is, as in
 * `/levels.html#pack=warehouse&channel=stable&key=q83v…`.
 */

import { showPlaces } from "../frame/places.js";
import { LevelLibrary } from "../shelf-levels.js";
import { differenceInWords } from "./differences.js";
import { counted, found } from "./element.js";
import { LevelList } from "./level-list.js";
import { PlayView } from "./play-view.js";
import { Progress } from "./progress.js";

/** @typedef {import("../shelf-levels.js").Level} Level */

/** How often news are asked for while the page is visible. */
const NEWS_MS = 10_000;
/** Of the rules that this page plays by. */
const ENGINE = 1;
/** Who has a channel's word reaches the channel, so it isn't shown to who looks on. */
const WORD = /^[0-9a-f]{32}$/;

const given = new URLSearchParams(location.hash.slice(1));
const [pack, channel, key] = [given.get("pack"), given.get("channel") ?? "stable", given.get("key")];
addEventListener("hashchange", () => location.reload());
showPlaces();

if (pack && key) {
  follow(pack, key).catch((error) => say(error instanceof Error ? error.message : String(error)));
} else {
  say("This address names no pack. It ends in #pack=…&channel=…&key=…, and the key is the pack’s public one.");
}

/** @param {string} text */
function say(text) {
  found(".notice").textContent = text;
  found(".notice").hidden = false;
}

/**
 * @param {string} pack
 * @param {string} publicKey
 */
async function follow(pack, publicKey) {
  document.title = found(".pack-name").textContent = pack;
  found(".channel").textContent = WORD.test(channel) ? "A channel that isn’t public" : `Channel ${channel}`;
  const library = await LevelLibrary.open({ server: location.origin, pack, channel, publicKey, engine: ENGINE });
  const progress = new Progress(pack);
  let levels = all(library);
  const list = new LevelList(found(".levels"), (id) => choose(id, true));
  /** @type {PlayView} */
  const play = new PlayView({
    solved: (id) => {
      progress.add(id);
      draw();
    },
    next: () => choose(next(library, play.level)?.id ?? "", true),
    newer: () => choose(play.level?.id ?? "", true),
  });

  /**
   * @param {string} id
   * @param {boolean} takesFocus
   */
  function choose(id, takesFocus) {
    const [level, place] = [library.level(id), library.place(id)];
    if (!level || place === null) return;
    play.show(level, place);
    draw();
    if (takesFocus) play.focus();
  }

  function draw() {
    const { release, problem } = library.status;
    found("main").hidden = levels.length === 0 && !play.level;
    list.show(levels, play.level?.id ?? null, progress.solved);
    found(".release").textContent = `${counted(levels.length, "level")}, release ${release.slice(0, 8)}`;
    found(".problem").textContent = problem?.message ?? "";
    const first = levels.find(({ id }) => !progress.solved.has(id)) ?? levels[0];
    if (!play.level && first) choose(first.id, false);
    if (levels.length > 0 || play.level) found(".notice").hidden = true;
    else if (problem) say(problem.message);
  }

  library.addEventListener("change", () => {
    const former = levels;
    levels = all(library);
    if (former.length > 0) found(".news").textContent = differenceInWords(former, levels);
    if (play.level) play.compare(library.level(play.level.id));
    draw();
  });

  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const { problem } = library.status;
    await library.update();
    if (library.status.problem?.message !== problem?.message) draw();
  };
  document.addEventListener("visibilitychange", ask);
  setInterval(ask, NEWS_MS);
  draw();
  await ask();
}

/**
 * @param {LevelLibrary} library
 * @returns {Level[]}
 */
function all(library) {
  return Array.from({ length: library.count }, (_, index) => /** @type {Level} */ (library.level(index + 1)));
}

/**
 * @param {LevelLibrary} library
 * @param {Level | null} level
 * @returns {Level | null} the level after it; after the last one the first
 */
function next(library, level) {
  const place = (level && library.place(level.id)) ?? 0;
  return library.level(place + 1) ?? library.level(1);
}
