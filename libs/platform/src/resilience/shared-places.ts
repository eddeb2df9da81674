// Counts the places that keys take of those that all share, so that none takes the places of all others.

/** Places in all, and at most so many of them for one key. */
export class SharedPlaces {
  private readonly byKey = new Map<unknown, number>();
  private taken = 0;

  constructor(
    private readonly total: number,
    private readonly perKey: number,
  ) {}

  /** True when all places are taken. */
  get isFull(): boolean {
    return this.taken >= this.total;
  }

  /** Takes a place for a key. False, and no place, when all or those of the key are taken. */
  enter(key: unknown): boolean {
    const held = this.byKey.get(key) ?? 0;
    if (this.isFull || held >= this.perKey) return false;
    this.byKey.set(key, held + 1);
    this.taken += 1;
    return true;
  }

  /** Gives back a place that `enter` took for the key. */
  leave(key: unknown): void {
    const held = this.byKey.get(key) ?? 0;
    if (held > 1) this.byKey.set(key, held - 1);
    else this.byKey.delete(key);
    this.taken -= 1;
  }
}
