// A queue of generations in memory, whose order the fair queue gives.
import { FairQueue, LOWERING, type Lane } from '../src/queue/fair-queue.state.ts';
import { rankOf } from '../src/queue/ranks.rules.ts';

/** What the names of generations end with, by their lane. */
export const MARKS: Record<Lane, string> = { manual: '!', automatic: '', batch: '*' };

/** Model servers without room: their generations have left the queue and wait there. */
const SERVERS = ['slow', 'fast'];

/** A queue with one worker. A generation that was taken counts as ended at once. */
export class SimulatedQueue {
  /** Model server of those that join or are taken. */
  server = 'roomy';
  /** True while a generation is written or delayed, and so may come back. */
  isBusy = false;
  /** A model server that is not called: its generations do not ask it for room. */
  paused = '';
  private readonly fairQueue = new FairQueue();
  /** The same service in another process. */
  readonly other = new FairQueue();
  /** The front that the processes share. */
  private shared = 0;
  /** What they share of each model server. */
  private reached = new Map<string, number>();
  readonly waiting: { name: string; workspace: string; server: string; lane: Lane; priority: number }[] = [];

  /** Priorities of those that wait at one model server, or, for a server with room, in the queue. */
  private endsAt(server: string): { first: number; last: number } {
    if (server === this.paused) return { first: 0, last: 0 };
    const here = this.waiting.filter((one) =>
      SERVERS.includes(server) ? one.server === server : !SERVERS.includes(one.server),
    );
    const priorities = here.map(({ priority }) => priority);
    return { first: here.length === 0 ? 0 : Math.min(...priorities), last: Math.max(0, ...priorities) };
  }

  /** The workspaces `a1`, `a2` and so on are of one holder. */
  add(workspace: string, times: number, lane: Lane = 'automatic', fairQueue = this.fairQueue): void {
    for (let n = 0; n < times; n += 1) {
      const { server } = this;
      const rank = this.rankOf(workspace, lane);
      const priority = fairQueue.join({ workspaceId: workspace, model: `${server}:tiny`, lane, rank });
      this.waiting.push({ name: `${workspace}${MARKS[lane]}`, workspace, server, lane, priority });
    }
  }

  private rankOf(workspace: string, lane: Lane): number {
    const ofHolder = this.waiting.filter((one) => one.workspace[0] === workspace[0]);
    const held = [...Map.groupBy(ofHolder, (one) => one.workspace)].map(([workspaceId, own]) => ({
      workspaceId,
      running: own.length,
      single: own.filter((one) => one.lane !== 'batch').length,
      manual: own.filter((one) => one.lane === 'manual').length,
    }));
    return rankOf(held, workspace, lane);
  }

  /** Observes the queue. Generations that join use the front that was observed last. */
  observe(fairQueue = this.fairQueue): this {
    const servers = new Map(
      SERVERS.map((server) => [server, { ...this.endsAt(server), reached: this.reached.get(server) ?? 0 }]),
    );
    const isEmpty = this.waiting.length === 0 && !this.isBusy;
    const seen = { ...this.endsAt('roomy'), servers, shared: this.shared, isEmpty };
    const mustLower = fairQueue.observe(seen);
    this.shared = fairQueue.front;
    this.reached = new Map(SERVERS.map((server) => [server, fairQueue.reachedAt(server)]));
    if (mustLower)
      for (const one of this.waiting) if (one.priority > LOWERING.by) one.priority -= LOWERING.by;
    return this;
  }

  take(times: number): string[] {
    return Array.from({ length: times }, () => {
      const { first } = this.endsAt(this.server);
      const next = this.waiting.findIndex(
        ({ server, priority }) => server === this.server && priority === first,
      );
      return this.waiting.splice(next, 1)[0]?.name ?? '';
    });
  }
}
