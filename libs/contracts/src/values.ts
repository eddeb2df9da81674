// Small values that several contracts share: ids, timestamps, the actor of a request.
import { z } from 'zod';

/** Whole Unix seconds: the one unit of every timestamp and duration in the API. */
export const timestamp = z.int().min(0).describe('Unix time in whole seconds.');

/** The one place where a moment becomes the API's whole Unix seconds; what is left of a second is cut off. */
export function toUnixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** True when arrays and objects nest more levels than that; looks no deeper, so hostile depth costs nothing. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** An opaque id as clients send it; what is malformed is simply unknown. */
export const opaqueId = z.string().min(1).max(64);

/** An id that we made: a UUIDv7, so it sorts by time of creation. */
export const uuid = z.uuid();

/** On whose behalf a request runs. Taken from a verified access token, never from a body or a header. */
export const actor = z.object({ accountId: uuid, workspaceId: uuid, sessionId: uuid });
/** On whose behalf a request runs. */
export type Actor = z.infer<typeof actor>;

/** `Idempotency-Key` of a creating request: 1–255 printable ASCII characters. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Use 1 to 255 printable ASCII characters.');
