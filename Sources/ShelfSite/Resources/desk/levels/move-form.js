// @ts-check
/** Which release a channel shall point at, for which devices, and what changes for them. */

import { element, field } from "../frame/element.js";
import { counted } from "../frame/format.js";
import { PARTS_OF_A_PERCENT, bareWords, releaseBefore } from "./packs.js";

/** @typedef {import("./packs.js").Channel} Channel */
/** @typedef {import("./packs.js").MoveRequest} MoveRequest */
/** @typedef {import("./packs.js").Pack} Pack */

const NEW = "";

export class MoveForm {
  #pack;
  #isBack;
  #differ;
  #channel = element("select", { id: "move-channel" });
  #name = element("input", {
    id: "move-name", required: true, pattern: "[a-z0-9\\-]{1,31}", title: "1 to 31 of a-z, 0-9 and -",
    autocomplete: "off", spellcheck: "false", autocapitalize: "none", placeholder: "beta",
  });
  #release = element("select", { id: "move-release", required: true });
  #devices = element("select", { id: "move-devices" },
    element("option", { value: "all" }, "all devices"),
    element("option", { value: "share" }, "a share of the devices"));
  #percent = element("input", {
    id: "move-percent", type: "number", min: 0.01, max: 99.99, step: 0.01, required: true,
  });
  #reach = element("select", { id: "move-reach" },
    element("option", { value: "public" }, "everybody, by its name"),
    element("option", { value: "newWord" }, "only who has its word"));
  #nameField = field("Name of the new channel", this.#name);
  #devicesField = field("For", this.#devices);
  #percentField = field("Share, in percent", this.#percent);
  #reachField = field("Who reaches it", this.#reach);
  #note = element("p", { role: "status" });
  #difference = element("div", {
    class: "move-difference", role: "region", tabindex: 0, "aria-label": "What changes", "aria-live": "polite",
  });
  /** Counts the questions, so that a late answer to an old one isn’t shown. */
  #asked = 0;

  /**
   * @param {Pack} pack
   * @param {string} channel which is chosen first; empty for a new one
   * @param {boolean} isBack whether only earlier releases are offered
   * @param {(from: number, to: number) => Promise<HTMLElement[]>} differ what differs between two releases
   */
  constructor(pack, channel, isBack, differ) {
    this.#pack = pack;
    this.#isBack = isBack;
    this.#differ = differ;
    this.#channel.addEventListener("change", () => this.#channelChanged());
    this.#release.addEventListener("change", () => this.#changed());
    this.#devices.addEventListener("change", () => this.#changed());
    this.#name.addEventListener("input", () => this.#checkName());
    this.renew(pack, channel);
  }

  get fields() {
    const fields = element("div", { class: "move-fields" }, field("Channel", this.#channel), this.#nameField,
      field("Release", this.#release), this.#devicesField, this.#percentField, this.#reachField);
    return [fields, this.#note, this.#difference];
  }

  /** @returns {Omit<MoveRequest, "reason">} what was chosen */
  get order() {
    const channel = this.#chosen;
    return {
      channel: channel?.channel ?? this.#name.value,
      release: Number(this.#release.value),
      share: this.#hasShare ? Math.round(Number(this.#percent.value) * PARTS_OF_A_PERCENT) : undefined,
      reach: channel ? undefined : /** @type {"public" | "newWord"} */ (this.#reach.value),
      after: channel?.sequence ?? 0,
    };
  }

  /**
   * Shows the pack as it is now.
   * @param {Pack} pack
   * @param {string} channel which is chosen then; empty for a new one
   */
  renew(pack, channel) {
    this.#pack = pack;
    const known = pack.channels.map((one) => one.channel);
    const names = this.#isBack ? known.filter((name) => name === channel) : known;
    const options = names.map((name) => element("option", { value: name }, name));
    if (!this.#isBack) options.push(element("option", { value: NEW }, "a new channel"));
    this.#channel.replaceChildren(...options);
    this.#channel.value = known.includes(channel) ? channel : NEW;
    this.#channelChanged();
  }

  /** @returns {Channel | undefined} `undefined` for a new one */
  get #chosen() {
    return this.#pack.channels.find(({ channel }) => channel === this.#channel.value);
  }

  /** What devices outside of a share have: a rollout that goes on keeps the release that it began from. */
  get #kept() {
    const channel = this.#chosen;
    return channel?.others ?? channel?.release;
  }

  /** A share needs another release for the others. */
  get #mayHaveShare() {
    return this.#kept !== undefined && this.#kept !== Number(this.#release.value);
  }

  get #hasShare() {
    return this.#mayHaveShare && this.#devices.value === "share";
  }

  #channelChanged() {
    const channel = this.#chosen;
    this.#offerReleases(channel);
    const share = this.#isBack ? undefined : channel?.share;
    this.#devices.value = share === undefined ? "all" : "share";
    this.#percent.value = share === undefined ? "" : String(share / PARTS_OF_A_PERCENT);
    this.#checkName();
    this.#changed();
  }

  /** @param {Channel | undefined} channel */
  #offerReleases(channel) {
    const { releases, inForce } = this.#pack;
    const offered = this.#isBack && channel
      ? releases.filter(({ release }) => release < channel.release || release === channel.others) : releases;
    this.#release.replaceChildren(...offered.map((one) => {
      const mark = one.release === inForce ? ", in force" : "";
      return element("option", { value: one.release }, `release ${one.release}, ${counted(one.levels, "level")}${bareWords(one)}${mark}`);
    }));
    if (!this.#isBack || !channel) return;
    this.#release.value = String(channel.others ?? releaseBefore(releases, channel.release));
  }

  #checkName() {
    const isKnown = this.#pack.channels.some(({ channel }) => channel === this.#name.value);
    const fault = "There is a channel with this name. Choose it from the list of channels.";
    this.#name.setCustomValidity(isKnown ? fault : "");
  }

  /** Another release or other devices were chosen. */
  #changed() {
    const isNew = !this.#chosen;
    show(this.#nameField, this.#name, isNew);
    show(this.#reachField, this.#reach, isNew);
    show(this.#devicesField, this.#devices, this.#mayHaveShare);
    show(this.#percentField, this.#percent, this.#hasShare);
    this.#note.textContent = this.#words();
    this.#compare();
  }

  #words() {
    const channel = this.#chosen;
    const release = Number(this.#release.value);
    if (!channel) return "A new channel has pointed at nothing before, so all devices that follow it get the release.";
    const others = this.#hasShare ? ` The other devices keep release ${this.#kept}.` : "";
    if (release === channel.release) {
      if (channel.others === undefined) return `It points at release ${release} already.`;
      return this.#hasShare
        ? others.trim() : `The other devices, which have release ${channel.others}, get release ${release}, too.`;
    }
    const way = release < channel.release
      ? `Release ${release} is an earlier one: devices that have release ${channel.release} go back to it.` : "";
    return (way + others).trim();
  }

  /** With what the channel points at now; where that is the same, with what the other devices have. */
  async #compare() {
    const asked = (this.#asked += 1);
    const channel = this.#chosen;
    const to = Number(this.#release.value);
    const from = channel?.release === to ? channel.others : channel?.release;
    this.#difference.hidden = from === undefined;
    this.#difference.replaceChildren();
    if (from === undefined) return;
    const lines = await this.#differ(from, to).catch((error) => [element("p", {}, error.message)]);
    if (asked === this.#asked) this.#difference.replaceChildren(...lines);
  }
}

/**
 * What isn’t shown isn’t asked for.
 * @param {HTMLElement} field
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @param {boolean} isShown
 */
function show(field, control, isShown) {
  field.hidden = !isShown;
  control.disabled = !isShown;
}
