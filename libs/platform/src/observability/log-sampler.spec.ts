// Tests that log lines of one kind are sampled, and that the others are counted.
import { LogSampler } from './log-sampler.ts';

it('writes ten lines per second and counts the omitted lines in the next written one', () => {
  const sampler = new LogSampler();
  const admit = (count: number, now: number) => Array.from({ length: count }, () => sampler.admit(now));
  expect(admit(12, 5000)).toEqual([...Array<number>(10).fill(0), undefined, undefined]);
  expect(admit(3, 5999)).toEqual([undefined, undefined, undefined]);
  expect(admit(2, 6000)).toEqual([5, 0]);
});
