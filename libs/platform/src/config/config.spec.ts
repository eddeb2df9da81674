// Pins the times that tests shorten: how long a process waits when nobody configures it.
import { z } from 'zod';
import { CALL_MS } from '../egress/post.ts';
import { eventsConfig, workerConfig } from './config.ts';

it('an event that was not acknowledged comes again after 3 s', () => {
  expect(z.object(eventsConfig).parse({})).toMatchObject({ EVENTS_ACK_WAIT_MS: 3000 });
});

it('a job of a killed worker is free after 15 s, is found within 3 s, and a worker is stuck after 90 s', () => {
  expect(z.object(workerConfig).parse({})).toMatchObject({
    WORKER_LOCK_MS: 15_000,
    WORKER_STALLED_CHECK_MS: 3000,
    WORKER_STUCK_MS: 90_000,
  });
});

it('a call to a stranger takes at most 15 s', () => {
  expect(CALL_MS).toBe(15_000);
});
