// @ts-check

/** Why a request to the server brought nothing, as a sentence for the person at the desk. */
export class DeskError extends Error {
  /**
   * @param {string} message
   * @param {{ status?: number, code?: string, problems?: string[], over?: number, scheduled?: number }} about `status`
   *   is 0 when no answer came
   */
  constructor(message, { status = 0, code = "", problems = [], over, scheduled } = {}) {
    super(message);
    this.name = "DeskError";
    this.status = status;
    this.code = code;
    /** What is wrong with what was sent, one sentence each. */
    this.problems = problems;
    /** What has to be sent as `over` by who means what would be undone. */
    this.over = over;
    /** The scheduled version that alone would undo it, which may get the same changes. */
    this.scheduled = scheduled;
  }

  get isSignedOut() {
    return this.status === 401;
  }

  /** Whether somebody has published, or moved a channel, since what the request was made for. */
  get isConflict() {
    return this.code === "content_conflict";
  }

  /**
   * The same with other words.
   * @param {{ message?: string, problems: string[] }} words
   */
  with({ message = this.message, problems }) {
    return new DeskError(message, { status: this.status, code: this.code, problems, over: this.over, scheduled: this.scheduled });
  }
}

/**
 * @param {unknown} error
 * @returns {string} what to say of it
 */
export function sentence(error) {
  return error instanceof DeskError ? error.message : `Something went wrong on this page: ${error}`;
}
