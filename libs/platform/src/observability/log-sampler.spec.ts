// Tests that log lines of one kind are sampled, and that the others are counted.
import { LogSampler } from './log-sampler.ts';

it('writes ten lines per second and counts the omitted lines in the next written one', () => {
  const sampler = new LogSampler();
  const written = (count: number, now: number): object[] => {
    const lines: object[] = [];
    for (let i = 0; i < count; i++) sampler.sample((left) => lines.push(left), now);
    return lines;
  };
  expect(written(12, 5000)).toEqual(Array(10).fill({}));
  expect(written(3, 5999)).toEqual([]);
  expect(written(2, 6000)).toEqual([{ left_out: 5 }, {}]);
});
