// Leaves out what is absent or as before, so that addresses and requests hold only the fields that say something. Pure.

/** The fields of a record that are not undefined. */
export function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/**
 * The fields that differ from those before, which are the same ones. Sent as a change, they leave alone what somebody else has
 * changed since these were read.
 */
export function patchBetween<T extends object>(before: T, now: T): Partial<T> {
  const isSame = (name: string): boolean =>
    JSON.stringify(before[name as keyof T]) === JSON.stringify(now[name as keyof T]);
  return Object.fromEntries(Object.entries(now).filter(([name]) => !isSame(name))) as Partial<T>;
}

/** True of a record without fields. */
export function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}
