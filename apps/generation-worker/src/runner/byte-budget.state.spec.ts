// Tests bytes that work shares: who waits for how long, and that nothing is lost by those who stop waiting.
import { ByteBudget } from './byte-budget.state.ts';

const never = new AbortController().signal;

it('lets work take what is left, and the rest wait in turn', async () => {
  const budget = new ByteBudget(10);
  const begun: string[] = [];
  const take = (name: string, bytes: number) => budget.take(bytes, never).then(() => void begun.push(name));
  const all = [take('a', 6), take('b', 6), take('c', 1)];
  await all[0];
  expect(begun).toEqual(['a']);
  budget.giveBack(1);
  await Promise.resolve();
  expect(begun).toEqual(['a']); // c fits, but it came after b
  budget.giveBack(5);
  await Promise.all(all);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('who stops waiting takes nothing, and holds up nobody', async () => {
  const budget = new ByteBudget(10);
  const stop = new AbortController();
  await budget.take(6, never);
  const stopped = budget.take(9, stop.signal);
  const small = budget.take(4, never);
  stop.abort(new Error('no longer wanted'));
  await expect(stopped).rejects.toThrow('no longer wanted');
  await small;
  await expect(budget.take(1, stop.signal)).rejects.toThrow('no longer wanted');
  budget.giveBack(10);
  await budget.take(10, never);
});
