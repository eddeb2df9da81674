// Knows roughly what waits and what is written of each holder, and how many places the workers have. It is counted each second,
// and in between brought up to date with what this instance does itself.

/** RUNNING generations of a holder. */
export interface HolderLoad {
  running: number;
  /** Those that wait for a worker: single ones, and members of batches. */
  single: number;
  members: number;
  /** Members of batches that workers write. */
  written: number;
}

/** Time after which a process that claims nothing more is forgotten, in milliseconds. */
const FORGET_MS = 60_000;
/** Time for which a holder counts as one with work after one of its single generations has begun, in milliseconds. */
const ACTIVE_MS = 10_000;

const NOTHING: HolderLoad = { running: 0, single: 0, members: 0, written: 0 };

/** What this instance knows of the load. */
export class LoadState {
  private counted = new Map<string, HolderLoad>();
  /** Worker process → its places, and when it was seen, by performance.now(). */
  private readonly processes = new Map<string, { places: number; seenAt: number }>();
  /** Holder → when a single generation of its own began last, by performance.now(). */
  private readonly begunAt = new Map<string, number>();

  /** By holder. */
  get ofHolders(): ReadonlyMap<string, HolderLoad> {
    return this.counted;
  }

  /** Places of all worker processes that have claimed something in the last minute; 0 while none is known. */
  get places(): number {
    let sum = 0;
    for (const [id, { places, seenAt }] of this.processes)
      if (performance.now() - seenAt > FORGET_MS) this.processes.delete(id);
      else sum += places;
    return sum;
  }

  /** Holders of whom a single generation has begun a moment ago: the next one may come now. */
  get active(): Iterable<string> {
    for (const [holderId, at] of this.begunAt)
      if (performance.now() - at > ACTIVE_MS) this.begunAt.delete(holderId);
    return this.begunAt.keys();
  }

  /** Takes over a count of all generations that are RUNNING. */
  replace(counts: readonly (HolderLoad & { holderId: string })[]): void {
    this.counted = new Map(counts.map(({ holderId, ...load }) => [holderId, load]));
  }

  /** Notes that members of batches have joined the queue. */
  noteJoined(holderId: string, members: number): void {
    const load = this.of(holderId);
    load.running += members;
    load.members += members;
  }

  /** Notes that a worker begins to write a single generation. */
  noteSingleBegun(holderId: string): void {
    this.begunAt.set(holderId, performance.now());
  }

  /** Notes that a worker begins to write a member of a batch. */
  noteMemberBegun(holderId: string): void {
    const load = this.of(holderId);
    load.members = Math.max(0, load.members - 1);
    load.written += 1;
  }

  /** Notes that a worker has ended a member of a batch, or did not get the one that was noted as begun. */
  noteMemberEnd(holderId: string): void {
    const load = this.of(holderId);
    load.running = Math.max(0, load.running - 1);
    load.written = Math.max(0, load.written - 1);
  }

  /** Notes that a process with so many places has asked for work. */
  noteProcess(id: string, places: number): void {
    this.processes.set(id, { places, seenAt: performance.now() });
  }

  private of(holderId: string): HolderLoad {
    const known = this.counted.get(holderId) ?? { ...NOTHING };
    this.counted.set(holderId, known);
    return known;
  }
}
