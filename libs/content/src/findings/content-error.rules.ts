// The error of a task that cannot be written as it is.
import type { GenerationErrorCode } from '#contracts';

/** A task for which no prompt can be made, or that the composer cannot do: the code of its generation, and the reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  constructor(
    readonly code: GenerationErrorCode,
    readonly detail?: string,
  ) {
    super(detail ?? code);
  }
}
