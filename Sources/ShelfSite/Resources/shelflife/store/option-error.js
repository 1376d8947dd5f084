// @ts-check

/** Options that can't be right, found before anything is requested. */
export class OptionError extends Error {
  /** @param {string} detail */
  constructor(detail) {
    super(detail);
    this.name = "OptionError";
    this.code = "option";
  }
}
