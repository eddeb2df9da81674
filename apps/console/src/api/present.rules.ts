// Leaves out what is absent, so that addresses and requests hold only the fields that say something. Pure.

/** The fields of a record that are not undefined. */
export function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
