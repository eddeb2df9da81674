// Tests what follows a try to deliver an event.
import { nextStep, reasonToDisable } from './deliveries.rules.ts';

const HOUR = 3_600_000;

it('a failed delivery is tried again ten times, within 75 hours, and then is dead', () => {
  const pauses = [];
  let tries = 1;
  for (; nextStep(false, tries, 0.5).status === 'PENDING'; tries += 1)
    pauses.push(nextStep(false, tries, 0.5).pauseMs / 1000);
  expect(pauses).toEqual([5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400]);
  expect(nextStep(false, tries, 0.5)).toEqual({ status: 'DEAD', pauseMs: 0 });
  expect(nextStep(true, tries, 0.5)).toEqual({ status: 'DELIVERED', pauseMs: 0 });
});

it('each pause is up to a fifth shorter or longer', () => {
  expect([0, 1].map((random) => nextStep(false, 5, random).pauseMs)).toEqual([0.8 * HOUR, 1.2 * HOUR]);
});

it.each([
  [410, 0, 'Gone'],
  [500, 0, undefined],
  [undefined, 119 * HOUR, undefined],
  [undefined, 120 * HOUR, 'Failing'],
  [410, 120 * HOUR, 'Gone'],
] as const)('after %s, with failures for %s ms, the reason to disable is %s', (statusCode, ms, reason) => {
  expect(reasonToDisable(statusCode, ms)).toBe(reason);
});
