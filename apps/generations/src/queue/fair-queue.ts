// Where in the queue a generation goes, so that no workspace stands in another's way.

/** Lower is earlier. BullMQ takes no more; beyond it the queue would be first come, first served. */
const LAST = 2 ** 21 - 1;
/** Between two generations of one workspace that wait together. */
const STEP = 4;
/** Behind the front; not 0, or a stream of newcomers could hold up for ever what stands behind it. */
const AHEAD = { manual: 1, automatic: 2 };

/** A generation that joins the queue. */
export interface Joining {
  workspaceId: string;
  manual: boolean;
  /** How many of its workspace came before it and run: for a manual one the manual ones, else all. */
  own: number;
}

/**
 * The order of the queue: the first of each workspace goes to the front, its second behind the firsts of all, and so
 * on (start-time fair queueing). What a person waits for is half a place ahead, and stands only behind what else
 * persons of its workspace wait for.
 */
export class FairQueue {
  private next = 0;
  /** Workspace → priority of the last that joined here: of the manual ones, and of all. */
  private readonly last = new Map<string, { manual: number; all: number }>();

  /** Priority of what is next, as it was seen last; 0 when nothing waited. */
  get front(): number {
    return this.next;
  }

  /** Sees what is next: its priority, or 0 when nothing waits. */
  see(first: number): void {
    // One that is tried again keeps its old place; it does not take the front back with it.
    this.next = first === 0 ? 0 : Math.max(this.next, first);
    for (const [workspaceId, { all }] of this.last)
      if (first === 0 || all < this.next) this.last.delete(workspaceId);
  }

  /** The priority of one that joins. */
  join({ workspaceId, manual, own }: Joining): number {
    const last = this.last.get(workspaceId);
    const place = this.next + (manual ? AHEAD.manual : AHEAD.automatic) + STEP * own;
    // Behind its last, too: until the front is seen again, as many join as leave, and all would get one place.
    const behind = (manual ? last?.manual : last?.all) ?? -STEP;
    const priority = Math.min(LAST, Math.max(place, behind + STEP));
    const all = Math.max(priority, last?.all ?? 0);
    this.last.set(workspaceId, { manual: manual ? priority : (last?.manual ?? -STEP), all });
    return priority;
  }
}
