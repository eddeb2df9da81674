// The order in which the generations of several workspaces reach a worker.
import { FairQueue } from './fair-queue.state.ts';

/** A queue with one worker. A generation that was taken counts as ended at once. */
class SimulatedQueue {
  private readonly fairQueue = new FairQueue();
  private readonly waiting: { name: string; workspace: string; manual: boolean; priority: number }[] = [];

  private get front(): number {
    const priorities = this.waiting.map(({ priority }) => priority);
    return priorities.length === 0 ? 0 : Math.min(...priorities);
  }

  add(workspace: string, times: number, manual = false): void {
    for (let n = 0; n < times; n += 1) {
      const ahead = this.waiting.filter((one) => one.workspace === workspace && (!manual || one.manual));
      const priority = this.fairQueue.join({ workspaceId: workspace, manual, rank: ahead.length });
      this.waiting.push({ name: `${workspace}${manual ? '!' : ''}`, workspace, manual, priority });
    }
  }

  /** Observes the front. Generations that join use the front that was observed last. */
  observe(): this {
    this.fairQueue.observeFront(this.front);
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

  it('serves a manual generation before the others of its workspace', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    queue.observe().add('a', 1, true);
    expect(queue.take(2)).toContain('a!');
  });

  it('does not let a flood of manual generations delay a newcomer', () => {
    for (const manual of [true, false]) {
      const queue = new SimulatedQueue();
      queue.add('a', 100, true);
      queue.observe().add('b', 1, manual);
      expect(queue.take(2)).toContain(manual ? 'b!' : 'b');
    }
  });

  it('does not let an endless stream of newcomers starve a waiting workspace', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 3);
    let served = 0;
    for (let n = 0; n < 20; n += 1) {
      queue.observe().add(`new${n}`, 1, true);
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
    const join = () => fairQueue.join({ workspaceId: 'a', manual: false, rank: 0 });
    const priorities = [join(), join()];
    fairQueue.observeFront(9);
    priorities.push(join());
    fairQueue.observeFront(0);
    expect([...priorities, join()]).toEqual([2, 6, 11, 2]);
  });

  it('never exceeds the priorities of BullMQ', () => {
    const fairQueue = new FairQueue();
    expect(fairQueue.join({ workspaceId: 'a', manual: true, rank: 0 })).toBe(1);
    fairQueue.observeFront(2 ** 21 - 1);
    expect(fairQueue.join({ workspaceId: 'a', manual: false, rank: 10_000 })).toBe(2 ** 21 - 1);
  });
});
