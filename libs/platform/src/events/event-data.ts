// Reads the data of an event, also when a newer release has written it.
import type { z } from 'zod';

/**
 * The data of an event as its schema says. A text where an enumeration knows other texts is taken as it is: the next
 * release has added it, and a reader that refused it would lose the event. Error: that of zod.
 */
export function dataOf(schema: z.ZodType, data: unknown): unknown {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const isNewer = read.error.issues.every(
    ({ code, path }) => code === 'invalid_value' && typeof valueAt(data, path) === 'string',
  );
  if (!isNewer) throw read.error;
  return data;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}
