// How the state of a generation is called.
import type { Generation } from '#client';

/** The key of the text for a status. A generation that a person stopped is not called failed. */
export function statusWord({
  status,
  errorCode,
}: Pick<Generation, 'status' | 'errorCode'>): Generation['status'] | 'Cancelled' {
  return errorCode === 'Cancelled' ? 'Cancelled' : status;
}
