// The order in which generations of several workspaces come to a worker.
import { priorityOf } from './queue.rules.ts';

/** A queue, served one after the other; what was taken counts as ended at once. */
class Line {
  private readonly waiting: { name: string; workspace: string; manual: boolean; priority: number }[] = [];

  private get front(): number {
    const priorities = this.waiting.map(({ priority }) => priority);
    return priorities.length === 0 ? 0 : Math.min(...priorities);
  }

  add(workspace: string, times: number, manual = false): void {
    for (let n = 0; n < times; n += 1) {
      const own = this.waiting.filter((one) => one.workspace === workspace && (!manual || one.manual));
      const priority = priorityOf(this.front, manual, own.length);
      this.waiting.push({ name: `${workspace}${manual ? '!' : ''}`, workspace, manual, priority });
    }
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
  queue.add('b', 1);
  expect(queue.take(3)).toEqual(['a', 'b', 'a']);
});

it('two workspaces that flood take turns', () => {
  const queue = line();
  queue.add('a', 100);
  queue.add('b', 100);
  expect(queue.take(8).filter((name) => name === 'b')).toHaveLength(4);
});

it('what a person waits for goes ahead of the rest of its workspace', () => {
  const queue = line();
  queue.add('a', 100);
  queue.add('a', 1, true);
  expect(queue.take(2)).toContain('a!');
});

it('a flood of manual ones holds up neither a manual nor another one of a newcomer', () => {
  for (const manual of [true, false]) {
    const queue = line();
    queue.add('a', 100, true);
    queue.add('b', 1, manual);
    expect(queue.take(2)).toContain(manual ? 'b!' : 'b');
  }
});

it('an endless stream of newcomers does not hold up for ever what waits', () => {
  const queue = line();
  queue.add('a', 3);
  let served = 0;
  for (let n = 0; n < 20; n += 1) {
    queue.add(`new${n}`, 1, true);
    if (queue.take(1)[0] === 'a') served += 1;
  }
  expect(served).toBe(3);
});

it('never leaves what BullMQ takes', () => {
  expect(priorityOf(0, true, 0)).toBe(1);
  expect(priorityOf(2 ** 21, false, 10_000)).toBe(2 ** 21 - 1);
});
