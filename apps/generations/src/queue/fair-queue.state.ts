// Gives each generation its priority in the queue, so that nobody has to wait behind a flood of somebody else.

/** Largest priority of BullMQ. Generations that would get a larger one are served first come, first served. */
const MAX_PRIORITY = 2 ** 21 - 1;
/**
 * While the queue is never empty, priorities only grow. So once the front is beyond `by`, half of the largest priority, all
 * priorities above `above` are lowered by it. `above` is less than `by`, to include those that another instance has given
 * meanwhile by its last look at the queue.
 */
export const LOWERING = { above: 0.75 * 2 ** 20, by: 2 ** 20 };
/** Difference between the priorities of two generations of one workspace that wait together. */
const STEP = 4;
/**
 * Who waits for a generation: a person, a program, or nobody in particular. Of one workspace each goes before the later
 * ones of this list.
 */
const LANES = ['manual', 'automatic', 'batch'] as const;
export type Lane = (typeof LANES)[number];
/** Distance from the front. Not 0: a stream of newcomers at the front would starve the generations behind it. */
const OFFSET = { manual: 1, automatic: 2, batch: 3 };

/** A generation that joins the queue. */
export interface JoiningGeneration {
  workspaceId: string;
  lane: Lane;
  /** RUNNING generations of its holder that go before it, as `rankOf` counts them. */
  rank: number;
}

/**
 * Start-time fair queueing: the first generation of each holder of workspaces goes to the front, the second one behind the
 * first ones of all holders, and so on; the workspaces of one holder take turns. Manual generations go a part of a step ahead
 * and queue only behind other manual ones of their workspace; those of batches come last and queue behind all generations of
 * their workspace. A smaller priority is served earlier.
 */
export class FairQueue {
  private lastFront = 0;
  /** Workspace → for each lane the largest priority of those that joined here, in it or in a lane before it. */
  private readonly last = new Map<string, Record<Lane, number>>();

  /** Priority of the next generation in the queue when it was last observed; 0 when the queue was empty. */
  get front(): number {
    return this.lastFront;
  }

  /**
   * Takes over the priorities of the next and of the last generation in the queue, 0 for an empty queue, and the front that
   * the instances share: an instance that missed that the queue was empty would go on behind all that has come since.
   * Returns true when the priorities in the queue must be lowered as LOWERING says. Any number of instances may do that.
   */
  observe({ first, last, shared }: { first: number; last: number; shared: number }): boolean {
    const isBeyond = first > LOWERING.by;
    const wasLowered = first > 0 && first < shared - LOWERING.by / 2;
    // A generation that is tried again keeps its old priority; it must not take the front back with it.
    const seen = first === 0 ? 0 : Math.max(shared, first);
    this.moveTo(isBeyond || wasLowered ? Math.max(0, seen - LOWERING.by) : seen);
    for (const [workspaceId, { batch }] of this.last)
      if (first === 0 || batch < this.lastFront) this.last.delete(workspaceId);
    // Far from the front are only generations that came to the queue after the others had been lowered.
    return isBeyond || (last > LOWERING.above && this.lastFront < LOWERING.by / 2);
  }

  /** Returns the priority of a generation that joins the queue now. */
  join({ workspaceId, lane, rank }: JoiningGeneration): number {
    const last = this.last.get(workspaceId) ?? { manual: -STEP, automatic: -STEP, batch: -STEP };
    const fair = this.lastFront + OFFSET[lane] + STEP * rank;
    // Also behind the last one of the workspace: while the front is not observed again and as many generations join as
    // leave, the rank stays the same and all of them would get one priority.
    const priority = Math.min(MAX_PRIORITY, Math.max(fair, last[lane] + STEP));
    for (const later of LANES.slice(LANES.indexOf(lane))) last[later] = Math.max(last[later], priority);
    this.last.set(workspaceId, last);
    return priority;
  }

  private moveTo(front: number): void {
    if (front < this.lastFront - LOWERING.by / 2)
      for (const last of this.last.values()) for (const lane of LANES) last[lane] -= LOWERING.by;
    else if (front < this.lastFront) this.last.clear(); // the queue was empty meanwhile
    this.lastFront = front;
  }
}
