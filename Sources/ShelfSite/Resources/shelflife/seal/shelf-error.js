// @ts-check
/** What all errors of the SDK have in common. */

/**
 * An error with a message that tells a person what to do.
 * @template {string} Code
 */
export class ShelfError extends Error {
  /**
   * @param {string} name the class's
   * @param {Code} code
   * @param {string} message
   * @param {unknown} [cause] what it comes from, for people who look for the fault
   */
  constructor(name, code, message, cause = undefined) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    /** What is wrong, for the program. */
    this.code = code;
  }
}
