// Tests that runAll runs each task, whether or not the others fail.
import { runAll } from './interval-task.ts';

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
