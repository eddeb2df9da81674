// The order in which the generations of several workspaces reach a worker.
import { MARKS, SimulatedQueue } from '../../test/simulated-queue.ts';
import { FairQueue, LOWERING } from './fair-queue.state.ts';

/** A generation before which nothing goes, and an empty queue. */
const ALONE = { workspaceId: 'a', model: 'roomy:tiny', rank: 0 };
const NOTHING = { first: 0, last: 0, servers: new Map(), shared: 0, isEmpty: true };

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
    const join = () => fairQueue.join({ ...ALONE, lane: 'automatic' });
    const priorities = [join(), join()];
    fairQueue.observe({ ...NOTHING, first: 9, last: 9, shared: 2, isEmpty: false });
    priorities.push(join());
    const servers = new Map([['roomy', { first: 9, last: 9, reached: 9 }]]); // noted, but ended
    fairQueue.observe({ ...NOTHING, servers, shared: 9 });
    expect([...priorities, join()]).toEqual([2, 6, 11, 2]);
  });

  it('is fair in an instance that did not see that it was empty', () => {
    const queue = new SimulatedQueue();
    queue.waiting.push({ name: 'old', workspace: 'old', server: 'roomy', lane: 'automatic', priority: 500 });
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
      queue.waiting.push({
        name: 'old',
        workspace: 'old',
        server: 'roomy',
        lane: 'automatic',
        priority: 2 ** 21 - 9,
      });
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

  it('goes on where its priorities were lowered when an instance shares the front from before', () => {
    const { at, by } = LOWERING;
    const fairQueue = new FairQueue();
    const observe = (first: number, last: number): boolean =>
      fairQueue.observe({ ...NOTHING, first, last, shared: at, isEmpty: false });
    expect(observe(at + 4, at + 400)).toBe(true);
    expect(observe(at + 4 - by, at + 400 - by)).toBe(false);
    expect(fairQueue.join({ ...ALONE, lane: 'automatic' })).toBe(at + 6 - by);
    expect(observe(at + 8 - by, at + 2)).toBe(true);
    expect(fairQueue.front).toBe(at + 8 - by);
  });

  it('does not go back while generations that have waited may return to it', () => {
    const queue = new SimulatedQueue();
    queue.add('a', 100);
    queue.take(50);
    const returning = queue.observe().waiting.splice(0, 1);
    queue.take(49);
    queue.isBusy = true;
    queue.observe().add('b', 50);
    queue.waiting.push(...returning);
    expect(queue.take(1)).toEqual(['a']);
  });

  it('never exceeds the priorities of BullMQ', () => {
    const fairQueue = new FairQueue();
    expect(fairQueue.join({ ...ALONE, lane: 'manual' })).toBe(1);
    fairQueue.observe({ ...NOTHING, first: 9, last: 9, shared: 9, isEmpty: false });
    expect(fairQueue.join({ ...ALONE, lane: 'automatic', rank: 10_000_000 })).toBe(2 ** 21 - 1);
  });
});
