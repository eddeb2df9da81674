// Runs the suites that share the everyday stack, in this order: the API first, because it should meet a system that has
// answered nothing yet; then those that change nothing for others; then those that do the work of the workers; and the
// search for secrets last, because it reads what all others have left in logs, metrics, traces, queues and events.
// One suite alone, on a stack of its own: npx jest test/system/everyday -t '^budgets'
import { EverydayStack } from './helpers/everyday-stack.ts';
import { StandInWorkers } from './helpers/stand-in-workers.ts';
import { acceptances } from './everyday/acceptances.suite.ts';
import { api } from './everyday/api.suite.ts';
import { applications } from './everyday/applications.suite.ts';
import { budgets } from './everyday/budgets.suite.ts';
import { canary } from './everyday/canary.suite.ts';
import { documents } from './everyday/documents.suite.ts';
import { evaluation } from './everyday/programs/experiment.suite.ts';
import { httpsProxy } from './everyday/https-proxy.suite.ts';
import { processMetrics } from './everyday/metrics.suite.ts';
import { productData } from './everyday/product-data.suite.ts';
import { queueView } from './everyday/queue-view.suite.ts';
import { revocation } from './everyday/revocation.suite.ts';
import { security } from './everyday/security.suite.ts';
import { staleness } from './everyday/staleness.suite.ts';
import { tracing } from './everyday/tracing.suite.ts';
import { webhooks } from './everyday/webhooks.suite.ts';

const stack = new EverydayStack();
beforeAll(() => stack.start());
afterAll(() => stack.stop());

api(stack);
applications(stack);
budgets(stack);
documents(stack);
productData(stack);
evaluation(stack);
revocation(stack);
tracing(stack);
queueView(stack);
webhooks(stack);
httpsProxy(stack);
security(stack);
processMetrics(stack);

describe('without workers', () => {
  const workers = new StandInWorkers();
  beforeAll(() => workers.start(stack.environment));
  afterAll(() => workers.stop());

  acceptances(workers);
  staleness(workers);
});

canary(stack);
