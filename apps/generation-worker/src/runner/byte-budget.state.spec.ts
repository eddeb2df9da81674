// Tests bytes that work shares: who waits for how long, and that nothing is lost by those who stop waiting.
import { ByteBudget, ByteShare } from './byte-budget.state.ts';

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

it('who stops waiting when it has just begun takes no place of another', async () => {
  const budget = new ByteBudget(12);
  await budget.take(9, never);
  const stopA = new AbortController();
  const stopB = new AbortController();
  const a = budget.take(12, stopA.signal);
  const b = budget.take(3, stopB.signal);
  const c = budget.take(4, never);
  stopA.abort(new Error('no longer wanted'));
  stopB.abort();
  await expect(a).rejects.toThrow('no longer wanted');
  await b; // what it has taken is given back by who has it
  budget.giveBack(12);
  await c;
});

it('a share is refused what others have or wait for, gets it in turn, and gives back what it needs no more', async () => {
  const budget = new ByteBudget(10);
  const first = new ByteShare(budget);
  const second = new ByteShare(budget);
  const third = new ByteShare(budget);
  expect([first.takeNow(6), first.takeNow(6), second.takeNow(6)]).toEqual([true, true, false]);
  const taken = second.take(6, never);
  expect(third.takeNow(1)).toBe(false); // it fits, but it came after the second
  first.keep(8);
  first.keep(4);
  await taken;
  expect([second.takeNow(6), new ByteShare(budget).takeNow(1)]).toEqual([true, false]);
  first.keep(0);
  second.keep(0);
  third.keep(1); // it has nothing to keep
  expect([third.takeNow(1), new ByteShare(budget).takeNow(10)]).toEqual([false, true]);
});
