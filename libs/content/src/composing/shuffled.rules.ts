// Orders of a list that look random and are the same for the same seed.

/** The list in a pseudo-random order that depends on the seed alone (FNV-1a feeding mulberry32). */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const ranked = list.map((value) => ({ value, rank: random() }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value);
}
