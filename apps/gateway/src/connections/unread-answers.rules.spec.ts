// Tests which unread answers are given up.
import { answersToGiveUp, type UnreadAnswer, type UnreadLimits } from './unread-answers.rules.ts';

const MB = 1024 * 1024;
const LIMITS: UnreadLimits = { maxAgeMs: 30_000, maxBytes: 96 * MB };
const answer = (ageMs: number, megabytes: number, ...readers: string[]): UnreadAnswer => ({
  ageMs,
  bytes: megabytes * MB,
  readers,
});

it('gives up an answer that is older than the limit, however small', () => {
  const late = answer(30_001, 0, 'a');
  expect(answersToGiveUp([answer(30_000, 1, 'a'), late], LIMITS)).toEqual([late]);
});

it('gives up the oldest answers of a reader that has too many, and none of others', () => {
  const old = answer(20, 8, 'a');
  const older = answer(30, 8, 'x', 'a');
  const kept = [answer(10, 16, 'y', 'a'), answer(40, 8, 'b'), answer(5, 8, 'a')];
  expect(answersToGiveUp([older, ...kept, old], LIMITS)).toEqual([old, older]);
});

it('gives up the oldest answers of all when there are too many together, but not for those of a greedy reader', () => {
  const greedy = Array.from({ length: 30 }, (_, n) => answer(n, 8, 'greedy'));
  const others = ['a', 'b', 'c', 'd'].map((reader, n) => answer(1000 + n, 20, reader));
  expect(answersToGiveUp([...greedy, ...others], LIMITS)).toEqual([...greedy.slice(3), ...others.slice(3)]);
});
