// Tests the repetition of tasks: their pauses, wake-ups, errors and end, and methods marked with @Every.
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { remainingMs } from '../context/context.ts';
import { Health } from '../observability/health.ts';
import { Every, IntervalTask, IntervalTasks, runAll } from './interval-task.ts';

const NEVER_MS = 60_000;

/** A task that notes its runs, each of which lasts 5 ms. */
function noted(everyMs: number, fail = false): { notes: string[]; task: IntervalTask } {
  const notes: string[] = [];
  const task = new IntervalTask('test', everyMs, async () => {
    notes.push('begins');
    await sleep(5);
    notes.push('ends');
    if (fail) throw new Error('a failure of the test');
  });
  return { notes, task };
}

it('runs all tasks in order, then throws the first error', async () => {
  const done: number[] = [];
  const task = (n: number, error?: Error) => () => {
    done.push(n);
    return error ? Promise.reject(error) : Promise.resolve();
  };
  const tasks = [task(1), task(2, new Error('two')), task(3, new Error('three')), task(4)];
  await expect(runAll(...tasks)).rejects.toThrow('two');
  expect(done).toEqual([1, 2, 3, 4]);
  await expect(runAll(task(5))).resolves.toBeUndefined();
});

describe('an interval task', () => {
  it('waits for other services for less time than would make it count as stuck', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const task = new IntervalTask('asking', 1, () => {
      resolve(remainingMs());
      return Promise.resolve();
    });
    task.start();
    const left = await promise;
    await task.stop();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThan(50_000);
  });

  it('tells when a run hangs for more than a minute, not when runs fail', async () => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    const { promise: hanging, resolve } = Promise.withResolvers<void>();
    const runs = { failing: 0, stuck: 0 };
    const failing = new IntervalTask('failing', 1, () => {
      runs.failing += 1;
      return Promise.reject(new Error('a failure of the test'));
    });
    const stuck = new IntervalTask('stuck', 1, () => {
      runs.stuck += 1;
      return hanging;
    });
    for (const task of [failing, stuck]) task.start();
    while (runs.stuck === 0 || runs.failing === 0) await sleep(1);
    now = 59_000;
    expect(() => stuck.assertTurning()).not.toThrow();
    for (const before = runs.failing; runs.failing < before + 2;) await sleep(1);
    now = 61_000;
    expect(() => stuck.assertTurning()).toThrow('stuck has not turned for a minute');
    expect(() => failing.assertTurning()).not.toThrow();
    resolve();
    await Promise.all([failing.stop(), stuck.stop()]);
    mock.restoreAll();
  });

  it.each([false, true])(
    'repeats one run after the other until it is stopped (failing: %s)',
    async (fail) => {
      const { notes, task } = noted(1, fail);
      task.start();
      expect(notes).toEqual([]);
      while (notes.length < 4) await sleep(1);
      await task.stop();
      const runs = notes.length / 2;
      expect(notes).toEqual(Array.from({ length: runs }, () => ['begins', 'ends']).flat());
      await sleep(20);
      expect(notes).toHaveLength(runs * 2);
    },
  );

  it('runs at once when it is woken, and once more when it is woken during a run', async () => {
    const { notes, task } = noted(NEVER_MS);
    task.start();
    task.wake();
    await sleep(1);
    expect(notes).toEqual(['begins']);
    task.wake();
    task.wake();
    await sleep(60);
    expect(notes).toEqual(['begins', 'ends', 'begins', 'ends']);
    await task.stop();
  });

  it('shortens one pause when a run is wanted sooner, during the pause or the run before it', async () => {
    const { notes, task } = noted(NEVER_MS);
    const startedAt = performance.now();
    const endOf = async (runs: number): Promise<void> => {
      while (notes.length < runs * 2) await sleep(1);
    };
    task.start();
    task.wakeIn(30);
    task.wakeIn(NEVER_MS);
    await endOf(1);
    expect(performance.now() - startedAt).toBeGreaterThan(25);
    task.wake();
    await sleep(1);
    task.wakeIn(1); // during the run
    await endOf(3);
    await sleep(20);
    expect(notes).toHaveLength(6);
    await task.stop();
  });
});

describe('a method marked with @Every', () => {
  it('runs from the start of the app until its shutdown, which awaits the last run', async () => {
    const notes: string[] = [];
    @Injectable()
    class Worker {
      private readonly notes = notes;

      @Every('work', 1)
      async work(): Promise<void> {
        this.notes.push('begins');
        await sleep(20);
        this.notes.push('ends');
      }
    }
    @Module({ imports: [DiscoveryModule], providers: [Health, IntervalTasks, Worker] })
    class WorkerModule {}
    const app = await Test.createTestingModule({ imports: [WorkerModule] }).compile();
    await app.init();
    while (notes.length === 0) await sleep(1);
    await app.close();
    expect(notes.slice(-2)).toEqual(['begins', 'ends']);
    expect(app.get(IntervalTasks).tasks.map(({ name }) => name)).toEqual(['work']);
  });
});
