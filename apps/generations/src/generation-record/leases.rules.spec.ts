// The decisions about claims that were not granted, case by case.
import { decideRefusal, MAX_LOST_WORKERS, type LeaseState, type Refusal } from './leases.rules.ts';

const FREE: LeaseState = {
  status: 'RUNNING',
  lostWorkers: 0,
  worker: null,
  leaseMs: 60_000,
  remainingMs: 900_000,
};
const HELD: LeaseState = { ...FREE, lostWorkers: 1, worker: 'other', leaseMs: 9000.2 };

describe('a refused claim', () => {
  it.each<[string, LeaseState, Refusal]>([
    ['waits while another worker holds the generation', HELD, { act: 'wait', retryAfterMs: 9001 }],
    [
      'is repeated at once when the lease was released in the meantime',
      FREE,
      { act: 'wait', retryAfterMs: 0 },
    ],
    [
      'is repeated at once when the lease ran out in the meantime',
      { ...HELD, leaseMs: 0 },
      { act: 'wait', retryAfterMs: 0 },
    ],
    ['has nothing to do after a success', { ...FREE, status: 'SUCCESS' }, { act: 'nothing' }],
    ['has nothing to do after a failure', { ...FREE, status: 'FAILED', remainingMs: -1 }, { act: 'nothing' }],
    [
      'ends the generation after the deadline, with or without a worker',
      { ...HELD, remainingMs: 0 },
      { act: 'end', errorCode: 'DeadlineExceeded' },
    ],
    [
      'ends the generation that has lost the maximum of workers',
      { ...FREE, lostWorkers: MAX_LOST_WORKERS },
      { act: 'end', errorCode: 'GenerationInterrupted' },
    ],
    [
      'waits for the last worker that may be lost',
      { ...HELD, lostWorkers: MAX_LOST_WORKERS },
      { act: 'wait', retryAfterMs: 9001 },
    ],
  ])('%s', (_, state, refusal) => {
    expect(decideRefusal(state)).toEqual(refusal);
  });
});
