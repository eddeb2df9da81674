// Decides which answers are given up, because their clients do not read them. Pure.

/** How long and how much may wait for clients. */
export interface UnreadLimits {
  /** Time that a client has to read an answer, in milliseconds. */
  maxAgeMs: number;
  /** Maximum bytes that wait for all clients; a reader may have a quarter. */
  maxBytes: number;
}

/** An answer that its client has not read to the end. */
export interface UnreadAnswer {
  /** Bytes that wait here; those in the operating system's buffers are not known. */
  bytes: number;
  /** Time since the answer began, in milliseconds. */
  ageMs: number;
  /** Whose limits it counts for: its account, if there is one, and the network of its client. */
  readers: string[];
}

/** The answers to give up: those that are too old, and the oldest ones while too many bytes wait. */
export function answersToGiveUp<T extends UnreadAnswer>(
  unread: readonly T[],
  { maxAgeMs, maxBytes }: UnreadLimits,
): T[] {
  const kept = new Map<string, number>();
  let total = 0;
  const isTooMuch = ({ bytes, ageMs, readers }: T): boolean => {
    if (ageMs > maxAgeMs || total + bytes > maxBytes) return true;
    if (readers.some((reader) => (kept.get(reader) ?? 0) + bytes > maxBytes / 4)) return true;
    total += bytes;
    for (const reader of readers) kept.set(reader, (kept.get(reader) ?? 0) + bytes);
    return false;
  };
  return unread.toSorted((one, other) => one.ageMs - other.ageMs).filter(isTooMuch);
}
