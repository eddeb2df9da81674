// Recognises our own ids: to clients an id is opaque, so a malformed one is simply an unknown one.
import { uuid } from '#contracts';

/** True for a text that may be the id of a row; Postgres refuses to compare any other text with a uuid. */
export function isUuid(id: string): boolean {
  return uuid.safeParse(id).success;
}
