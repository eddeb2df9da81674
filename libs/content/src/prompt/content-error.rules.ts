// The error of a task for which no prompt can be made.
import type { GenerationErrorCode } from '#contracts';

/** A task for which no prompt can be made: the code with which its generation ends, and the reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  constructor(
    readonly code: GenerationErrorCode,
    readonly detail?: string,
  ) {
    super(detail ?? code);
  }
}
