// Runs the suites that share a stack whose processes and servers they stop and kill. After each one, all are ready again.
// One suite alone, on a stack of its own: npx jest test/system/restarts -t '^events'
import { erasure } from './restarts/erasure.suite.ts';
import { events } from './restarts/events.suite.ts';
import { metricsWithoutWorkers } from './restarts/metrics.suite.ts';
import { queueViewOutage } from './restarts/queue-view-outage.suite.ts';
import { RestartsStack } from './restarts/restarts-stack.ts';
import { shutdown } from './restarts/shutdown.suite.ts';
import { upgrade } from './restarts/upgrade.suite.ts';

const stack = new RestartsStack();
beforeAll(() => stack.start());
afterAll(() => stack.stop());

for (const suite of [shutdown, events, erasure, queueViewOutage, metricsWithoutWorkers, upgrade])
  suite(stack);
