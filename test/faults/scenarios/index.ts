// All scenarios, in the order of the acceptance table.
import { chaos, control, quiet } from './general/chaos.ts';
import { poolExhausted, postgresCut } from './database/postgres.ts';
import { abandoned } from './database/client-deadline.ts';
import { busAway, repeated, slow, unusable } from './events/events.ts';
import { flood } from './load/noisy-neighbour.ts';
import { guards } from './general/disabled-guards.ts';
import { fuzzed } from './api/fuzzing.ts';
import { mixed, flaky, wantedByMany } from './imports/imports.ts';
import { rotation } from './api/key-rotation.ts';
import { largePages } from './api/large-pages.ts';
import { leaves, wedged } from './workers/stopping-workers.ts';
import { overload } from './load/overload.ts';
import { flushed, redisAway, redisKilled } from './queues/redis.ts';
import { manyRelays, relayDies } from './queues/relay.ts';
import { answerLost, sameKeys } from './api/idempotency.ts';
import type { Scenario } from '../harness/scenario.ts';
import { slowClients } from './load/slow-clients.ts';
import { steady } from './general/steady-load.ts';
import { allKilled, killedMidJob, poison } from './workers/killed-workers.ts';
import { blocked, halted } from './workers/late-workers.ts';

export const SCENARIOS: readonly Scenario[] = [
  quiet,
  chaos,
  control,
  killedMidJob,
  allKilled,
  poison,
  blocked,
  halted,
  redisKilled,
  flushed,
  redisAway,
  relayDies,
  manyRelays,
  busAway,
  repeated,
  slow,
  unusable,
  postgresCut,
  poolExhausted,
  answerLost,
  sameKeys,
  leaves,
  wedged,
  overload,
  flood,
  abandoned,
  slowClients,
  mixed,
  wantedByMany,
  flaky,
  steady,
  rotation,
  guards,
  fuzzed,
  largePages,
];
