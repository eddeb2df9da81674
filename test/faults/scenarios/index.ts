// All scenarios, in the order of the acceptance table.
import { chaos, control, quiet } from './chaos.ts';
import { poolExhausted, postgresCut } from './database.ts';
import { abandoned } from './deadline.ts';
import { busAway, repeated, slow, unusable } from './events.ts';
import { flood } from './flood.ts';
import { guards } from './guards.ts';
import { fuzzed } from './fuzz.ts';
import { mixed, moody, wantedByMany } from './imports.ts';
import { rotation } from './keys.ts';
import { largePages } from './large-pages.ts';
import { leaves, wedged } from './leaving.ts';
import { overload } from './overload.ts';
import { flushed, redisAway, redisKilled } from './queue.ts';
import { manyRelays, relayDies } from './relay.ts';
import { answerLost, sameKeys } from './replays.ts';
import type { Scenario } from '../harness/scenario.ts';
import { slowClients } from './slow-clients.ts';
import { steady } from './steady.ts';
import { allKilled, killedMidJob, poison } from './workers.ts';
import { blocked, halted } from './zombies.ts';

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
  moody,
  steady,
  rotation,
  guards,
  fuzzed,
  largePages,
];
