// Tests what follows a try to deliver an event.
import { FAILURE_GAP_MS } from '../webhooks/index.ts';
import { nextStep, reasonToDisable } from './deliveries.rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it('a delivery is tried ten times within 76 hours, and then is dead', () => {
  const pauses = [];
  let tries = 1;
  for (; nextStep(false, tries, 0.5).status === 'PENDING'; tries += 1)
    pauses.push(nextStep(false, tries, 0.5).pauseMs / 1000);
  expect(pauses).toEqual([5, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400]);
  expect(tries).toBe(10);
  expect(nextStep(false, tries, 0.5)).toEqual({ status: 'DEAD', pauseMs: 0 });
  expect(nextStep(true, tries, 0.5)).toEqual({ status: 'DELIVERED', pauseMs: 0 });
});

it('each pause is up to a fifth shorter or longer, and the longest one is no gap in the failures', () => {
  expect([0, 1].map((random) => nextStep(false, 4, random).pauseMs)).toEqual([0.8 * HOUR, 1.2 * HOUR]);
  expect(nextStep(false, 9, 1).pauseMs).toBeLessThan(FAILURE_GAP_MS);
});

it.each([
  [{ statusCode: 410, tries: 1, failingMs: 0 }, 'Gone'],
  [{ statusCode: 500, tries: 9, failingMs: 0 }, undefined],
  [{ statusCode: undefined, tries: 2, failingMs: 5 * DAY - 1 }, undefined],
  [{ statusCode: undefined, tries: 2, failingMs: 5 * DAY }, 'Failing'],
  [{ statusCode: 503, tries: 1, failingMs: 20 * DAY }, undefined],
  [{ statusCode: 410, tries: 2, failingMs: 5 * DAY }, 'Gone'],
] as const)('after the failure %j, the reason to disable is %s', (failure, reason) => {
  expect(reasonToDisable(failure)).toBe(reason);
});
