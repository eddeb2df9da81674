// Works of one round: each is done, whatever becomes of the others.
import { runAll } from './interval-task.ts';

it('does each of them in order, and throws the first error in the end', async () => {
  const done: number[] = [];
  const work = (n: number, error?: Error) => () => {
    done.push(n);
    return error ? Promise.reject(error) : Promise.resolve();
  };
  const works = [work(1), work(2, new Error('two')), work(3, new Error('three')), work(4)];
  await expect(runAll(...works)).rejects.toThrow('two');
  expect(done).toEqual([1, 2, 3, 4]);
  await expect(runAll(work(5))).resolves.toBeUndefined();
});
