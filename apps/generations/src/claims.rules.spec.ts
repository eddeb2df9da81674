// The table of what a claim is answered, row by row.
import { decideClaim, MAX_CLAIMS, type ClaimDecision, type Standing } from './claims.rules.ts';

const FREE: Standing = { status: 'RUNNING', epoch: 0, worker: null, leaseMs: 60_000, remainingMs: 900_000 };
const HELD: Standing = { ...FREE, epoch: 1, worker: 'other', leaseMs: 9000.2 };

describe('a claim by a worker', () => {
  it.each<[string, Standing, ClaimDecision]>([
    ['of one that nobody holds is granted', FREE, { act: 'take' }],
    ['of one given back is granted', { ...FREE, epoch: 2, leaseMs: 50_000 }, { act: 'take' }],
    ['of one held by another has to wait', HELD, { act: 'wait', retryAfterMs: 9001 }],
    ['of one whose holder was lost is granted', { ...HELD, leaseMs: 0 }, { act: 'take' }],
    ['of one it holds itself is repeated', { ...HELD, worker: 'me' }, { act: 'repeat' }],
    ['of one it held too long is granted anew', { ...HELD, worker: 'me', leaseMs: -1 }, { act: 'take' }],
    ['of a success is idle', { ...FREE, status: 'SUCCESS' }, { act: 'nothing' }],
    ['of a failure is idle', { ...FREE, status: 'FAILED', remainingMs: -1 }, { act: 'nothing' }],
    [
      'past the deadline ends it, held or not',
      { ...HELD, remainingMs: 0 },
      { act: 'end', errorCode: 'DeadlineExceeded' },
    ],
    ['may be the last one permitted', { ...FREE, epoch: MAX_CLAIMS - 1 }, { act: 'take' }],
    [
      'after the last one permitted ends it',
      { ...FREE, epoch: MAX_CLAIMS },
      { act: 'end', errorCode: 'GenerationInterrupted' },
    ],
    ['leaves the last holder at work', { ...HELD, epoch: MAX_CLAIMS }, { act: 'wait', retryAfterMs: 9001 }],
  ])('%s', (_, standing, decision) => {
    expect(decideClaim(standing, 'me')).toEqual(decision);
  });
});
