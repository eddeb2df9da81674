// A flood of log lines: the first of each second, and how many there were beside them.
import { LogSampler } from './log-sampler.ts';

it('writes ten lines a second, and tells with the next one how many it left out', () => {
  const flood = new LogSampler();
  const told = (count: number, now: number) => Array.from({ length: count }, () => flood.admit(now));
  expect(told(12, 5000)).toEqual([...Array<number>(10).fill(0), undefined, undefined]);
  expect(told(3, 5999)).toEqual([undefined, undefined, undefined]);
  expect(told(2, 6000)).toEqual([5, 0]);
});
