// All scenarios, in the order of their codes.
import type { ListedScenario } from '../harness/report.ts';
import type { Scenario } from '../harness/scenario.ts';
import { accepted } from './api/accepted.ts';
import { fuzzed } from './api/fuzzing.ts';
import { answerLost, sameKeys } from './api/idempotency.ts';
import { rotation } from './api/key-rotation.ts';
import { largePages } from './api/large-pages.ts';
import { revoked } from './api/revocation.ts';
import { batches, followed } from './batches/batches.ts';
import { experiments } from './batches/experiments.ts';
import { abandoned } from './database/client-deadline.ts';
import { poolExhausted, postgresCut, postgresSilent } from './database/postgres.ts';
import { restored } from './database/restore.ts';
import { busRefuses } from './events/bus-users.ts';
import { busAway, repeated, slow, unusable } from './events/events.ts';
import { chaos, control, quiet } from './general/chaos.ts';
import { guards } from './general/disabled-guards.ts';
import { steady } from './general/steady-load.ts';
import { redisFull } from './imports/full-redis.ts';
import { handedOut } from './imports/fan-out.ts';
import { flaky, mixed, wantedByMany } from './imports/imports.ts';
import { greedyClients } from './load/greedy-clients.ts';
import { flood } from './load/noisy-neighbour.ts';
import { overload } from './load/overload.ts';
import { slowClients } from './load/slow-clients.ts';
import { computedAnswers } from './neighbours/computed-answers.ts';
import { neighbourGuards } from './neighbours/disabled-guards.ts';
import { heldFollowUps } from './neighbours/held-follow-ups.ts';
import { hostileSearches } from './neighbours/hostile-searches.ts';
import { largeFiles, unreadExports } from './neighbours/large-files.ts';
import { fullBacklog, manyWorkspaces } from './neighbours/many-workspaces.ts';
import { slowReceivers } from './neighbours/slow-receivers.ts';
import { sums } from './neighbours/sums.ts';
import { manyTenants } from './neighbours/tenants-under-faults.ts';
import { flushed, redisAway, redisKilled } from './queues/redis.ts';
import { manyRelays, relayDies } from './queues/relay.ts';
import { cancelled } from './workers/cancelled.ts';
import { allKilled, killedMidJob, poison } from './workers/killed-workers.ts';
import { blocked, halted } from './workers/late-workers.ts';
import { stopped, stuck } from './workers/stopping-workers.ts';
import { zones } from './zones/zones.ts';

const FILES: Record<string, Scenario[]> = {
  'api/accepted.ts': [accepted],
  'api/fuzzing.ts': [fuzzed],
  'api/idempotency.ts': [answerLost, sameKeys],
  'api/key-rotation.ts': [rotation],
  'api/large-pages.ts': [largePages],
  'api/revocation.ts': [revoked],
  'batches/batches.ts': [batches, followed],
  'batches/experiments.ts': [experiments],
  'database/client-deadline.ts': [abandoned],
  'database/postgres.ts': [poolExhausted, postgresCut, postgresSilent],
  'database/restore.ts': [restored],
  'events/bus-users.ts': [busRefuses],
  'events/events.ts': [busAway, repeated, slow, unusable],
  'general/chaos.ts': [chaos, control, quiet],
  'general/disabled-guards.ts': [guards],
  'general/steady-load.ts': [steady],
  'imports/full-redis.ts': [redisFull],
  'imports/fan-out.ts': [handedOut],
  'imports/imports.ts': [flaky, mixed, wantedByMany],
  'load/greedy-clients.ts': [greedyClients],
  'load/noisy-neighbour.ts': [flood],
  'load/overload.ts': [overload],
  'load/slow-clients.ts': [slowClients],
  'neighbours/computed-answers.ts': [computedAnswers],
  'neighbours/disabled-guards.ts': [neighbourGuards],
  'neighbours/held-follow-ups.ts': [heldFollowUps],
  'neighbours/hostile-searches.ts': [hostileSearches],
  'neighbours/large-files.ts': [largeFiles, unreadExports],
  'neighbours/many-workspaces.ts': [fullBacklog, manyWorkspaces],
  'neighbours/slow-receivers.ts': [slowReceivers],
  'neighbours/sums.ts': [sums],
  'neighbours/tenants-under-faults.ts': [manyTenants],
  'queues/redis.ts': [flushed, redisAway, redisKilled],
  'queues/relay.ts': [manyRelays, relayDies],
  'workers/cancelled.ts': [cancelled],
  'workers/killed-workers.ts': [allKilled, killedMidJob, poison],
  'workers/late-workers.ts': [blocked, halted],
  'workers/stopping-workers.ts': [stopped, stuck],
  'zones/zones.ts': [zones],
};

const codeOf = ({ id }: Scenario): number => Number(id.slice(1));

export const SCENARIOS: readonly ListedScenario[] = Object.entries(FILES)
  .flatMap(([file, scenarios]) => scenarios.map((scenario) => ({ ...scenario, file })))
  .toSorted((a, b) => codeOf(a) - codeOf(b));
