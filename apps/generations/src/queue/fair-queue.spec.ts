// The order in which generations of several workspaces come to a worker.
import { FairQueue } from './fair-queue.ts';

/** A queue, served one after the other; what was taken counts as ended at once. */
class Line {
  private readonly order = new FairQueue();
  private readonly waiting: { name: string; workspace: string; manual: boolean; priority: number }[] = [];

  private get front(): number {
    const priorities = this.waiting.map(({ priority }) => priority);
    return priorities.length === 0 ? 0 : Math.min(...priorities);
  }

  add(workspace: string, times: number, manual = false): void {
    for (let n = 0; n < times; n += 1) {
      const own = this.waiting.filter((one) => one.workspace === workspace && (!manual || one.manual));
      const joining = { workspaceId: workspace, manual, own: own.length };
      const priority = this.order.join(joining);
      this.waiting.push({ name: `${workspace}${manual ? '!' : ''}`, workspace, manual, priority });
    }
  }

  /** Sees what is next; those who join go by what was seen last. */
  look(): this {
    this.order.see(this.front);
    return this;
  }

  take(times: number): string[] {
    return Array.from({ length: times }, () => {
      const next = this.waiting.findIndex(({ priority }) => priority === this.front);
      return this.waiting.splice(next, 1)[0]?.name ?? '';
    });
  }
}

const line = (): Line => new Line();

it('a workspace alone is served in its order, and a newcomer next but one', () => {
  const queue = line();
  queue.add('a', 100);
  queue.take(7);
  queue.look().add('b', 1);
  expect(queue.take(3)).toEqual(['a', 'b', 'a']);
});

it('two workspaces that flood take turns', () => {
  const queue = line();
  queue.add('a', 100);
  queue.look().add('b', 100);
  expect(queue.take(8).filter((name) => name === 'b')).toHaveLength(4);
});

it('what a person waits for goes ahead of the rest of its workspace', () => {
  const queue = line();
  queue.add('a', 100);
  queue.look().add('a', 1, true);
  expect(queue.take(2)).toContain('a!');
});

it('a flood of manual ones holds up neither a manual nor another one of a newcomer', () => {
  for (const manual of [true, false]) {
    const queue = line();
    queue.add('a', 100, true);
    queue.look().add('b', 1, manual);
    expect(queue.take(2)).toContain(manual ? 'b!' : 'b');
  }
});

it('an endless stream of newcomers does not hold up for ever what waits', () => {
  const queue = line();
  queue.add('a', 3);
  let served = 0;
  for (let n = 0; n < 20; n += 1) {
    queue.look().add(`new${n}`, 1, true);
    if (queue.take(1)[0] === 'a') served += 1;
  }
  expect(served).toBe(3);
});

it('one that keeps its quota full holds up no newcomer, though the front is seen once a second', () => {
  const queue = line();
  queue.add('a', 100);
  for (let second = 0; second < 10; second += 1) {
    queue.look().add('b', 1);
    expect(queue.take(3)).toContain('b');
    queue.add('a', 2);
    for (let n = 0; n < 30; n += 1) {
      queue.take(1);
      queue.add('a', 1);
    }
  }
});

it('two of which one floods for long take turns from the moment when the other floods too', () => {
  const queue = line();
  queue.add('a', 100);
  for (let n = 0; n < 200; n += 1) {
    if (n % 30 === 0) queue.look();
    queue.take(1);
    queue.add('a', 1);
  }
  queue.look().add('b', 50);
  const share = queue.take(40).filter((name) => name === 'b').length;
  expect(share).toBeGreaterThanOrEqual(18);
  expect(share).toBeLessThanOrEqual(22);
});

it('begins anew when nothing waits', () => {
  const order = new FairQueue();
  const join = () => order.join({ workspaceId: 'a', manual: false, own: 0 });
  const places = [join(), join()];
  order.see(9);
  places.push(join());
  order.see(0);
  expect([...places, join()]).toEqual([2, 6, 11, 2]);
});

it('never leaves what BullMQ takes', () => {
  const order = new FairQueue();
  expect(order.join({ workspaceId: 'a', manual: true, own: 0 })).toBe(1);
  order.see(2 ** 21 - 1);
  expect(order.join({ workspaceId: 'a', manual: false, own: 10_000 })).toBe(2 ** 21 - 1);
});
