// @ts-check
/** The packs of levels: their releases, and the channels by which devices get them. */

import { button, element, field } from "../frame/element.js";
import { browserZone } from "../frame/format.js";
import { channelList } from "./channel-list.js";
import { levelList } from "./level-list.js";
import { askForNewWord, askToMove } from "./move-dialog.js";
import { moveList } from "./move-list.js";
import { PackDifferenceView } from "./pack-difference.js";
import { PACKS, noChannelWords, packPath, pointerWords, releaseBefore } from "./packs.js";
import { playAddress } from "./play-link.js";
import { releaseList } from "./release-list.js";
import { ShopAddress } from "./shop-address.js";

/** @typedef {import("../frame/room.js").Room} Room */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("./channel-list.js").ChannelActs} ChannelActs */
/** @typedef {import("./packs.js").Channel} Channel */
/** @typedef {import("./packs.js").Pack} Pack */
/** @typedef {import("./packs.js").PacksAnswer} PacksAnswer */
/** @typedef {import("./packs.js").Release} Release */

const NOT_IN_FORCE = "The content version in force doesn’t have this pack, or its release is still being made. "
  + "Channels stay where they point.";

/** @type {Room} */
export const levelsRoom = {
  id: "levels",
  title: "Levels",
  scope: "content:read",
  open: (place) => new LevelsView(place),
};

class LevelsView {
  #place;
  #mayWrite;
  #chooser = element("select", { id: "levels-pack" });
  #choice = field("Pack", this.#chooser);
  #newChannel = button("New channel…", () => this.#pack && this.#move(this.#pack, "", false));
  #about = element("p", { class: "quiet" });
  #shop;
  #body = element("div", { class: "levels-body" });
  #detail = element("div");
  /** @type {Pack | undefined} */
  #pack;
  /** @type {string | undefined} */
  #publicKey;

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    this.#mayWrite = place.session.scopes.includes("content:write");
    this.#shop = new ShopAddress(place.messages, () => this.#pack && this.#show(this.#pack));
    this.#choice.hidden = true;
    this.#shop.element.hidden = true;
    this.#newChannel.hidden = true;
    this.#chooser.addEventListener("change", () => {
      place.setPath([this.#chooser.value]);
      this.#place.trying(() => this.#choose(this.#chooser.value));
    });
    place.root.append(
      element("div", { class: "toolbar" }, this.#choice, this.#newChannel,
        button("Refresh", place.refresh)),
      element("p", { class: "quiet" }, browserZone(place.nowMs())), this.#about,
      this.#shop.element, this.#body, this.#detail);
  }

  /** @param {string[]} path the name of a pack, if there is one */
  async show([name]) {
    /** @type {PacksAnswer} */
    const { publicKey, packs } = await this.#place.api.get(PACKS);
    const names = packs.map(({ pack }) => pack);
    this.#chooser.replaceChildren(...names.map((pack) => element("option", { value: pack }, pack)));
    this.#choice.hidden = names.length < 2;
    this.#publicKey = publicKey;
    this.#shop.element.hidden = names.length === 0 || !publicKey;
    const key = element("code", {}, publicKey ?? "");
    this.#about.replaceChildren(...(publicKey ? ["The public key, which apps are built with: ", key] : []));
    if (names.length === 0) return this.#showNothing();
    if (name && !names.includes(name)) this.#place.messages.fault(`There is no pack ${name}. This is ${names[0]}.`);
    await this.#choose(names.includes(name) ? name : names[0]);
  }

  #showNothing() {
    this.#pack = undefined;
    this.#newChannel.hidden = true;
    this.#detail.replaceChildren();
    const code = (/** @type {string} */ text) => element("code", {}, text);
    this.#body.replaceChildren(element("p", { class: "panel" },
      "There are no packs of levels yet. To publish one, put it into a folder ", code("packs/NAME/"), " beside ",
      code("content.yaml"), ", then run ", code("shelflife publish"), "."));
  }

  /** @param {string} name */
  async #choose(name) {
    this.#chooser.value = name;
    if (this.#pack?.pack !== name) this.#detail.replaceChildren();
    await this.#load(name);
  }

  /**
   * @param {string} name
   * @returns {Promise<Pack>}
   */
  async #load(name) {
    /** @type {Pack} */
    const pack = await this.#place.api.get(packPath(name));
    // Meanwhile another one may have been chosen.
    if (name === this.#chooser.value) this.#show(pack);
    return pack;
  }

  /** @param {Pack} pack */
  #show(pack) {
    this.#pack = pack;
    this.#newChannel.hidden = !this.#mayWrite || pack.releases.length === 0;
    const { channels, releases, moves, inForce } = pack;
    const list = channelList(channels, this.#place.messages, this.#mayWrite ? this.#acts(pack) : undefined,
      (channel) => this.#playedAt(pack, channel));
    this.#body.replaceChildren(
      ...(inForce === undefined ? [element("p", { class: "panel" }, NOT_IN_FORCE)] : []),
      section("Channels", channels.length ? list : element("p", {}, noChannelWords(pack))),
      section("Releases", releaseList(pack, {
        compare: (release) => this.#place.trying(() => this.#compare(pack, release)),
        showLevels: (release) => this.#place.trying(() => this.#showLevels(pack, release)),
      })),
      section("Moves", moves.length ? moveList(moves) : element("p", {}, "No channel was moved yet.")));
  }

  /**
   * @param {Pack} pack
   * @param {Channel} channel
   * @returns {string | null}
   */
  #playedAt({ pack }, channel) {
    const [{ origin }, key] = [this.#shop, this.#publicKey];
    return origin && key ? playAddress(origin, pack, channel, key) : null;
  }

  /**
   * @param {Pack} pack
   * @returns {ChannelActs}
   */
  #acts(pack) {
    return {
      move: ({ channel }) => this.#move(pack, channel, false),
      rollBack: ({ channel }) => this.#move(pack, channel, true),
      hasEarlier: ({ release, others }) => others !== undefined || releaseBefore(pack.releases, release) !== undefined,
      renewWord: (channel) =>
        askForNewWord(this.#place.api, channel, this.#task(pack, `${channel.channel} has a new word.`)),
    };
  }

  /**
   * @param {Pack} pack
   * @param {string} channel empty for a new one
   * @param {boolean} isBack
   */
  #move(pack, channel, isBack) {
    askToMove({ api: this.#place.api, channel, isBack, ...this.#task(pack) });
  }

  /**
   * @param {Pack} pack
   * @param {string} [told] what to say in place of where the channel points
   */
  #task(pack, told) {
    return {
      pack,
      renew: () => this.#load(pack.pack),
      done: async (/** @type {{ channel: Channel, isNew: boolean }} */ { channel, isNew }) => {
        const where = `${channel.channel} points at ${pointerWords(channel)}`;
        this.#place.messages.tell(isNew ? (told ?? `${where} now.`) : `${where} already; nothing was changed.`);
        this.#place.trying(async () => void (await this.#load(pack.pack)));
      },
    };
  }

  /**
   * @param {Pack} pack
   * @param {Release} release
   */
  async #compare(pack, { release }) {
    const view = new PackDifferenceView(this.#place.api, pack, release, (work) => this.#place.trying(work));
    await view.show();
    this.#showDetail(view.element);
  }

  /**
   * @param {Pack} pack
   * @param {Release} release
   */
  async #showLevels({ pack }, { release }) {
    this.#showDetail(levelList(await this.#place.api.get(`${packPath(pack)}/releases/${release}`)));
  }

  /** @param {HTMLElement} view */
  #showDetail(view) {
    this.#detail.replaceChildren(view);
    view.querySelector("h2")?.focus();
    view.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function section(title, content) {
  return element("section", { class: "panel levels-part", "aria-label": title }, element("h2", {}, title), content);
}
