// C40: our guards are disabled one at a time, and a test or a scenario must fail for each. C67 disables those between tenants.
import { testBuildVariables } from '#testing/test-build';
import { openGenerationEnvironment } from '../../harness/environment/generation-environment.ts';
import { failingTests, type DisabledGuard } from '../../harness/faults/disabled-guards.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';
import { UNFENCED, UNLEASED, UNLOCKED_RELAY, withSql } from '../../test-modules/index.ts';
import { readRepeats } from '../events/events.ts';
import { emptyOutbox } from '../queues/relay.ts';

/** Guards whose absence an owner's tests must notice. */
const TESTED: readonly DisabledGuard[] = [
  {
    guard: 'fencing by epoch',
    build: UNFENCED,
    tests: 'apps/generations/test/guards',
    noticedBy: 'discards the outcome of an overtaken claim',
  },
  {
    guard: 'leases',
    build: UNLEASED,
    tests: 'apps/generations/test/guards',
    noticedBy: 'make a second worker wait while the first holds the lease',
  },
  {
    guard: 'trigger on ended generations',
    build: withSql('DROP TRIGGER generation_ends_once ON generation'),
    tests: 'apps/generations/test/guards',
    noticedBy: 'never changes after SUCCESS',
  },
  {
    guard: 'one ledger entry for each claim',
    build: withSql('ALTER TABLE invocation DROP CONSTRAINT invocation_pkey'),
    tests: 'apps/generations/test/guards',
    noticedBy: 'has one row in the ledger for each claim',
  },
  {
    guard: 'row-level security of generations',
    build: withSql(openPolicy('generation')),
    tests: 'apps/generations/test/guards',
    noticedBy: 'shows a workspace only its own rows of generation',
  },
  {
    guard: 'row-level security of products',
    build: withSql(openPolicy('product')),
    tests: 'apps/catalogue/test/products',
    noticedBy: 'shows the app role nothing while no workspace is bound',
  },
  {
    guard: 'unique products',
    build: withSql('ALTER TABLE product DROP CONSTRAINT product_workspace_id_asin_marketplace_key'),
    tests: 'apps/catalogue/test/imports',
    noticedBy: 'keeps the id and createdAt of a product',
  },
  {
    guard: 'trigger on ended imports',
    build: withSql('DROP TRIGGER import_ends_once ON import'),
    tests: 'apps/catalogue/test/imports',
    noticedBy: 'ends an import as PARTIAL, and its status is then final',
  },
];

/** Lets the app role see and change the rows of all workspaces. */
function openPolicy(table: string): string {
  return `ALTER POLICY own_workspace ON ${table} USING (true) WITH CHECK (true)`;
}

/** Guards whose absence a whole scenario must notice, by a failure like this. */
const SCENARIOS: Record<string, { run: (context: Context) => Promise<Result>; noticedBy: RegExp }> = {
  'row locks of the relay': { run: runUnlockedRelays, noticedBy: /\d+ sends of \d+ rows/ },
  inbox: {
    run: (context) => readRepeats(context, (reader) => reader.dropInbox()),
    noticedBy: /\d+ events were applied twice/,
  },
};

export const guards: Scenario = {
  id: 'C40',
  title: 'each guard is disabled in turn',
  holds: 'a test or a scenario fails without it',
  run: async (context) => {
    const unnoticed: string[] = [];
    for (const guard of TESTED) {
      const failures = await failingTests(guard, context.signal);
      context.say(`without ${guard.guard}: ${failures.length} tests fail: ${failures.join('; ')}`);
      if (!failures.some((name) => name.includes(guard.noticedBy))) unnoticed.push(guard.guard);
    }
    for (const [guard, { run, noticedBy }] of Object.entries(SCENARIOS)) {
      const { passed, why = '' } = await run(context);
      context.say(`without ${guard}: ${passed ? 'nothing fails' : why}`);
      if (!noticedBy.test(why)) unnoticed.push(guard);
    }
    const faults = TESTED.length + Object.keys(SCENARIOS).length;
    return resultOf({ faults }, [unnoticed.length > 0 && `nothing fails without: ${unnoticed.join(', ')}`]);
  },
};

async function runUnlockedRelays(context: Context): Promise<Result> {
  const variables = { generations: testBuildVariables(UNLOCKED_RELAY) };
  const env = await openGenerationEnvironment(context, { workers: 1, variables });
  for (let n = 0; n < 2; n += 1) await env.system.add('generations');
  return emptyOutbox(env);
}
