// The table of what a claim comes to that was not granted, row by row.
import { decideRefusal, MAX_CLAIMS, type Refusal, type Standing } from './leases.rules.ts';

const FREE: Standing = { status: 'RUNNING', epoch: 0, worker: null, leaseMs: 60_000, remainingMs: 900_000 };
const HELD: Standing = { ...FREE, epoch: 1, worker: 'other', leaseMs: 9000.2 };

describe('a claim that was not granted', () => {
  it.each<[string, Standing, Refusal]>([
    ['of one held by another has to wait', HELD, { act: 'wait', retryAfterMs: 9001 }],
    ['of one that was given back meanwhile comes again', FREE, { act: 'wait', retryAfterMs: 0 }],
    [
      'of one lost by its holder meanwhile comes again',
      { ...HELD, leaseMs: 0 },
      { act: 'wait', retryAfterMs: 0 },
    ],
    ['of a success is idle', { ...FREE, status: 'SUCCESS' }, { act: 'nothing' }],
    ['of a failure is idle', { ...FREE, status: 'FAILED', remainingMs: -1 }, { act: 'nothing' }],
    [
      'past the deadline ends it, held or not',
      { ...HELD, remainingMs: 0 },
      { act: 'end', errorCode: 'DeadlineExceeded' },
    ],
    [
      'after the last one permitted ends it',
      { ...FREE, epoch: MAX_CLAIMS },
      { act: 'end', errorCode: 'GenerationInterrupted' },
    ],
    ['leaves the last holder at work', { ...HELD, epoch: MAX_CLAIMS }, { act: 'wait', retryAfterMs: 9001 }],
  ])('%s', (_, standing, decision) => {
    expect(decideRefusal(standing)).toEqual(decision);
  });
});
