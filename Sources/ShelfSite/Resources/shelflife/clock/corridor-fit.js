// @ts-check
/** The corridor's bounds at one moment, as functions of the assumed rate: all evidence is moved to that moment. */

/** @typedef {import("./evidence.js").Evidence} Evidence */

const BILLION = 1e9;

export class CorridorFit {
  /**
   * @param {Evidence} evidence
   * @param {number} atUs
   * @param {number} wanderPpb
   */
  constructor(evidence, atUs, wanderPpb) {
    this.evidence = evidence;
    this.atUs = atUs;
    this.wanderPpb = wanderPpb;
  }

  /** @param {number} ppb */
  upperUs(ppb) {
    const growth = this.wanderPpb + ppb;
    return Math.min(...this.evidence.uppers.map(({ atUs, offsetUs }) => offsetUs + Math.ceil(((this.atUs - atUs) * growth) / BILLION)));
  }

  /** @param {number} ppb */
  lowerUs(ppb) {
    const growth = ppb - this.wanderPpb;
    return Math.max(...this.evidence.lowers.map(({ atUs, offsetUs }) => offsetUs + Math.floor(((this.atUs - atUs) * growth) / BILLION)));
  }
}
