// @ts-check
/** All errors of the SDK as one type, whose codes are one closed union. */

import { ShelfError as CodedError } from "../seal/shelf-error.js";

/**
 * @typedef {import("../session/session-runner.js").StoreError["code"] | import("../store/shelf-store.js").BuyingError["code"]
 *   | import("../purchase/purchase-queue.js").DelayError["code"] | import("../seal/errors.js").InsecureOriginError["code"]
 *   | import("../levels/level-problem.js").LevelProblemCode} ShelfErrorCode
 */
/**
 * @template {string} [Code=ShelfErrorCode]
 * @typedef {CodedError<Code>} ShelfError
 */

/**
 * The class that all errors extend. Its type is spelt out, because `instanceof` makes any code of a class that has one as
 * its type's parameter.
 * @type {{
 *   new <Code extends string>(name: string, code: Code, message: string, cause?: unknown): CodedError<Code>,
 *   readonly prototype: CodedError<ShelfErrorCode>,
 * }}
 */
export const ShelfError = CodedError;
