// The order in which the generations of several workspaces reach a worker.
import { FairQueue, LOWERING, type Lane } from './fair-queue.state.ts';
import { rankOf } from './ranks.rules.ts';

const MARKS: Record<Lane, string> = { manual: '!', automatic: '', batch: '*' };

/** A queue with one worker. A generation that was taken counts as ended at once. */
class SimulatedQueue {
  private readonly fairQueue = new FairQueue();
  /** The same service in another process. */
  readonly other = new FairQueue();
  /** The front that the processes share. */
  private shared = 0;
  readonly waiting: { name: string; workspace: string; lane: Lane; priority: number }[] = [];

  private get front(): number {
    const priorities = this.waiting.map(({ priority }) => priority);
    return priorities.length === 0 ? 0 : Math.min(...priorities);
  }

  /** The workspaces `a1`, `a2` and so on are of one holder. */
  add(workspace: string, times: number, lane: Lane = 'automatic', fairQueue = this.fairQueue): void {
    for (let n = 0; n < times; n += 1) {
      const priority = fairQueue.join({ workspaceId: workspace, lane, rank: this.rankOf(workspace, lane) });
      this.waiting.push({ name: `${workspace}${MARKS[lane]}`, workspace, lane, priority });
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
    const last = Math.max(0, ...this.waiting.map(({ priority }) => priority));
    const mustLower = fairQueue.observe({ first: this.front, last, shared: this.shared });
    this.shared = fairQueue.front;
    if (mustLower)
      for (const one of this.waiting)
        if (one.priority > LOWERING.above) one.priority = Math.max(1, one.priority - LOWERING.by);
    return this;
  }

  take(times: number): string[] {
    return Array.from({ length: times }, () => {
      const next = this.waiting.findIndex(({ priority }) => priority === this.front);
      return this.waiting.splice(next, 1)[0]?.name ?? '';
    });
  }
}

describe('the fair queue', () => {
  it('serves one workspace in its order, and a newcomer second', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    queue.take(7);
    queue.observe().add('b', 1);
    expect(queue.take(3)).toEqual(['a', 'b', 'a']);
  });

  it('alternates between two workspaces that flood it', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    queue.observe().add('b', 100);
    expect(queue.take(8).filter((name) => name === 'b')).toHaveLength(4);
  });

  it('serves a holder of fifty workspaces as often as a holder of one', () => {
    const queue = new SimulatedQueue();
    for (let n = 0; n < 50; n += 1) queue.add(`a${n}`, 1);
    queue.observe().add('b', 20);
    expect(queue.take(20).filter((name) => name === 'b')).toHaveLength(10);
  });

  it('gives each workspace of a holder its turn', () => {
    const queue = new SimulatedQueue();
    queue.add('a1', 50);
    queue.observe().add('a2', 3);
    expect(queue.take(10).filter((name) => name === 'a2')).toHaveLength(3);
  });

  it('serves a manual generation before the others of its workspace', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    queue.observe().add('a', 1, 'manual');
    expect(queue.take(2)).toContain('a!');
  });

  it('does not let a flood of manual generations delay a newcomer', () => {
    for (const lane of ['manual', 'automatic', 'batch'] as const) {
      const queue = new SimulatedQueue();
      queue.add('a', 100, 'manual');
      queue.observe().add('b', 1, lane);
      expect(queue.take(2)).toContain(`b${MARKS[lane]}`);
    }
  });

  it('does not let a batch delay the others of its workspace, and shares with other workspaces', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 50, 'batch');
    queue.take(3);
    queue.observe().add('a', 1);
    queue.add('a', 1, 'manual');
    expect(queue.take(3)).toEqual(['a*', 'a!', 'a']);
    queue.observe().add('b', 50, 'batch');
    expect(queue.take(8).filter((name) => name === 'b*')).toHaveLength(4);
  });

  it('does not let an endless stream of newcomers starve a waiting workspace', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 3);
    let served = 0;
    for (let n = 0; n < 20; n += 1) {
      queue.observe().add(`new${n}`, 1, 'manual');
      if (queue.take(1)[0] === 'a') served += 1;
    }
    expect(served).toBe(3);
  });

  it('does not let a workspace at its limit delay newcomers while the front is observed once a second', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    for (let second = 0; second < 10; second += 1) {
      queue.observe().add('b', 1);
      expect(queue.take(3)).toContain('b');
      queue.add('a', 2);
      for (let n = 0; n < 30; n += 1) {
        queue.take(1);
        queue.add('a', 1);
      }
    }
  });

  it('alternates between an old flood and a new one from the start of the new one', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    for (let n = 0; n < 200; n += 1) {
      if (n % 30 === 0) queue.observe();
      queue.take(1);
      queue.add('a', 1);
    }
    queue.observe().add('b', 50);
    const share = queue.take(40).filter((name) => name === 'b').length;
    expect(share).toBeGreaterThanOrEqual(18);
    expect(share).toBeLessThanOrEqual(22);
  });

  it('starts again at the first priority when it is empty', () => {
    const fairQueue = new FairQueue();
    const join = () => fairQueue.join({ workspaceId: 'a', lane: 'automatic', rank: 0 });
    const priorities = [join(), join()];
    fairQueue.observe({ first: 9, last: 9, shared: 2 });
    priorities.push(join());
    fairQueue.observe({ first: 0, last: 0, shared: 9 });
    expect([...priorities, join()]).toEqual([2, 6, 11, 2]);
  });

  it('is fair in an instance that did not see that it was empty', () => {
    const queue = new SimulatedQueue();
    queue.waiting.push({ name: 'old', workspace: 'old', lane: 'automatic', priority: 500 });
    queue.observe().observe(queue.other).add('a', 3, 'automatic', queue.other);
    queue.take(4);
    queue.observe().add('a', 20, 'batch');
    queue.observe(queue.other).add('a', 1, 'automatic', queue.other);
    expect(queue.take(2)).toContain('a');
    queue.observe(queue.other).add('b', 1, 'automatic', queue.other);
    expect(queue.take(2)).toContain('b');
  });

  describe('that is never empty', () => {
    /** A queue with two floods, of which one looks back on a very long time without an empty queue. */
    function oldQueue(): SimulatedQueue {
      const queue = new SimulatedQueue();
      queue.waiting.push({ name: 'old', workspace: 'old', lane: 'automatic', priority: 2 ** 21 - 9 });
      queue.observe().observe(queue.other).add('a', 100);
      return queue;
    }

    it('stays fair when the priorities have reached their maximum', () => {
      const queue = oldQueue();
      for (let n = 0; n < 5; n += 1) queue.observe();
      queue.add('b', 50);
      expect(queue.take(41).filter((name) => name === 'b').length).toBeGreaterThanOrEqual(19);
    });

    it('stays fair in all instances, for every newcomer and over millions of generations', () => {
      const queue = oldQueue();
      for (let n = 0; n < 1500; n += 1) {
        // A thousand generations have come and gone.
        for (const one of queue.waiting) one.priority += 4000;
        queue.observe();
        if (n % 3 === 0) queue.observe(queue.other);
        queue.add('new', 1, 'automatic', n % 2 === 0 ? queue.other : undefined);
        queue.observe();
        expect(queue.take(3)).toContain('new');
        queue.add('a', 2);
        expect(queue.waiting.every(({ priority }) => priority < 2 ** 21 - 1)).toBe(true);
      }
    });
  });

  it('never exceeds the priorities of BullMQ', () => {
    const fairQueue = new FairQueue();
    expect(fairQueue.join({ workspaceId: 'a', lane: 'manual', rank: 0 })).toBe(1);
    fairQueue.observe({ first: 9, last: 9, shared: 9 });
    expect(fairQueue.join({ workspaceId: 'a', lane: 'automatic', rank: 10_000_000 })).toBe(2 ** 21 - 1);
  });
});
