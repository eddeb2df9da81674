// Gives each generation its priority in the queue, so that nobody has to wait behind a flood of somebody else.
import { serverNameOf } from '#contracts';

/** Largest priority of BullMQ. Generations that would get a larger one are served first come, first served. */
const MAX_PRIORITY = 2 ** 21 - 1;
/**
 * While the queue is never empty, priorities only grow. So once the front is beyond `at`, all priorities above `by`, half of the
 * largest one, are lowered by it. `by` is less than `at`, to include those that another instance has given meanwhile by its last
 * look at the queue, and those that wait at a model server which is slower than the others.
 */
export const LOWERING = { at: 1.25 * 2 ** 20, by: 2 ** 20 };
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
  /** `server:model`. */
  model: string;
  lane: Lane;
  /** RUNNING generations of its holder that go before it, as `rankOf` counts them. */
  rank: number;
}

/** Smallest and largest priority of generations that wait together; 0 when none waits. */
interface Ends {
  first: number;
  last: number;
}

/** What an instance sees of a model server; `first` and `last` are those of the generations that wait for room there. */
export interface ObservedServer extends Ends {
  /** Largest front at which its generations have joined, which the instances share. */
  reached: number;
}

/** What an instance sees of the queue; `first` and `last` are those of the generations that wait for a worker. */
interface Observed extends Ends {
  /** Model servers, by name. */
  servers: ReadonlyMap<string, ObservedServer>;
  /** The front that the instances share. */
  shared: number;
  /** True when no generation waits, is delayed or is written. */
  isEmpty: boolean;
}

/**
 * Start-time fair queueing: the first generation of each holder of workspaces goes to the front, the second one behind the
 * first ones of all holders, and so on; the workspaces of one holder take turns. Manual generations go a part of a step ahead
 * and queue only behind other manual ones of their workspace; those of batches come last and queue behind all generations of
 * their workspace. A smaller priority is served earlier.
 *
 * A model server without room is a queue of its own: its generations wait for it, not for a worker, so it has a front of its
 * own meanwhile. One front for all would be wrong on one side: that of a fast server would send newcomers of a slow one behind
 * all that waits there, and that of a slow server would let newcomers of a fast one overtake for ever. Once nothing waits at a
 * server any more, the common front, which is never behind its own, holds for it again. A front of its own begins where the
 * last newcomer has joined: those of a paused server join at the common one, and wait at the server only once it is called again.
 */
export class FairQueue {
  private lastFront = 0;
  /** Model servers at which generations wait. */
  private readonly full = new Set<string>();
  /** Model server → largest front at which its generations have joined, or which it had. */
  private readonly reached = new Map<string, number>();
  /** Model server → workspace → for each lane the largest priority of those that joined here, in it or in a lane before it. */
  private readonly last = new Map<string, Map<string, Record<Lane, number>>>();

  /** Largest priority that was next, in the whole queue, when it was last observed; 0 when the queue was empty. */
  get front(): number {
    return this.lastFront;
  }

  /** The front for a model. */
  frontOf(model: string): number {
    return this.frontAt(serverNameOf(model));
  }

  /** Largest front at which generations of a model server have joined, or which it had; 0 before the first. */
  reachedAt(server: string): number {
    return this.reached.get(server) ?? 0;
  }

  /**
   * Takes over what an instance sees, and the fronts that the instances share: one that missed that the queue was empty would
   * go on behind all that has come since, and one that has just begun would let newcomers overtake. Returns true when the
   * priorities in the queue must be lowered as LOWERING says. Any number of instances may do that.
   */
  observe({ first, last, servers, shared, isEmpty }: Observed): boolean {
    const ends = [...servers.values()];
    const firsts = [first, ...ends.map((one) => one.first)];
    const next = Math.max(...firsts);
    const isBeyond = next > LOWERING.at;
    // An instance that has read the shared front before another one lowered it may have written it afterwards.
    const isStale = next > 0 && shared > LOWERING.by && next < shared - LOWERING.by / 2;
    const common = isStale ? shared - LOWERING.by : shared;
    // Far from the front are only generations that came to the queue, or asked their server for room, while the others were
    // lowered.
    const isHigh = (priority: number): boolean =>
      priority > LOWERING.by && (isBeyond || priority > common + LOWERING.by / 2);
    const lowered = (priority: number): number => (isHigh(priority) ? priority - LOWERING.by : priority);
    // A generation that is tried again, or waits at a slow server, has an old priority; it must not take the front back with it.
    // Nor must a moment in which none waits for a worker: those that are delayed or written may come back with what they have.
    this.moveTo(isEmpty ? 0 : Math.max(...[common, ...firsts].map(lowered)));
    this.full.clear();
    for (const [server, one] of servers) {
      if (one.first > 0) this.full.add(server);
      const front = Math.max(this.reachedAt(server), lowered(one.reached), lowered(one.first));
      // What is noted there may have ended, or be from before the queue was empty.
      this.reached.set(server, Math.min(front, this.lastFront));
    }
    this.forget(first === 0);
    return [last, ...ends.map((one) => one.last)].some(isHigh);
  }

  /** Returns the priority of a generation that joins the queue now. */
  join({ workspaceId, model, lane, rank }: JoiningGeneration): number {
    const server = serverNameOf(model);
    const front = this.frontAt(server);
    const ofServer = this.last.get(server) ?? new Map<string, Record<Lane, number>>();
    const last = ofServer.get(workspaceId) ?? { manual: -STEP, automatic: -STEP, batch: -STEP };
    const fair = front + OFFSET[lane] + STEP * rank;
    // Also behind the last one of the workspace: while the front is not observed again and as many generations join as
    // leave, the rank stays the same and all of them would get one priority.
    const priority = Math.min(MAX_PRIORITY, Math.max(fair, last[lane] + STEP));
    for (const later of LANES.slice(LANES.indexOf(lane))) last[later] = Math.max(last[later], priority);
    this.last.set(server, ofServer.set(workspaceId, last));
    this.reached.set(server, front);
    return priority;
  }

  private frontAt(server: string): number {
    return this.full.has(server) ? this.reachedAt(server) : this.lastFront;
  }

  private moveTo(front: number): void {
    if (front < this.lastFront) {
      // The queue was empty meanwhile, or its priorities are lowered.
      this.reached.clear();
      this.last.clear();
    }
    this.lastFront = front;
  }

  /** Forgets the workspaces that a front has passed, or all of a model of which nothing waits. */
  private forget(noneWaitsForWorker: boolean): void {
    for (const [server, ofServer] of this.last) {
      if (noneWaitsForWorker && !this.full.has(server)) this.last.delete(server);
      for (const [workspaceId, { batch }] of ofServer)
        if (batch < this.frontAt(server)) ofServer.delete(workspaceId);
    }
  }
}
