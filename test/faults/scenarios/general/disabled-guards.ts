// C40: our guards, taken out one at a time; each must be missed by a test or by a scenario.
import { rm } from 'node:fs/promises';
import { temporaryFolder } from '#testing/servers';
import { buildRelease } from '#testing/release';
import { readRepeats } from '../events/events.ts';
import { failuresOf, type Mutant } from '../../harness/faults/disabled-guards.ts';
import { emptyOutbox } from '../queues/relay.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { openWorkshop } from '../../harness/environment/generation-environment.ts';

const MUTANTS: readonly Mutant[] = [
  {
    guard: 'fence',
    file: 'apps/generations/src/leases/leases.store.ts',
    old: `WHERE id = $1 AND epoch = $2 AND status = 'RUNNING' RETURNING \${ENDED}`,
    next: `WHERE id = $1 AND $2::int > 0 AND status = 'RUNNING' RETURNING \${ENDED}`,
    tests: 'apps/generations/test/claims',
  },
  {
    guard: 'lease',
    file: 'apps/generations/src/leases/leases.store.ts',
    old: 'worker IS NOT NULL AND lease_until > now()',
    next: 'false',
    tests: 'apps/generations/test/claims',
  },
  {
    guard: 'trigger on ended generations',
    file: 'apps/generations/src/migrations/1795244000000-generations.ts',
    old: `IF OLD.status <> 'RUNNING' THEN`,
    next: `IF false THEN`,
    tests: 'apps/generations/test/guards',
  },
  {
    guard: 'one ledger entry',
    file: 'apps/generations/src/migrations/1795244000000-generations.ts',
    old: 'generation_id uuid PRIMARY KEY REFERENCES generation',
    next: 'generation_id uuid REFERENCES generation',
    tests: 'apps/generations/test/guards',
  },
  {
    guard: 'row-level security of generations',
    file: 'libs/platform/src/database/row-level-security.ts',
    old: 'USING (${own}) WITH CHECK (${own});',
    next: 'USING (true) WITH CHECK (true);',
    tests: 'apps/generations/test/guards',
  },
  {
    guard: 'row-level security of products',
    file: 'libs/platform/src/database/database.ts',
    old: 'USING (${own}) WITH CHECK (${own});',
    next: 'USING (true) WITH CHECK (true);',
    tests: 'apps/catalogue/test/products',
  },
  {
    guard: 'unique product',
    file: 'apps/catalogue/src/migrations/1795244000000-catalogue.ts',
    old: 'UNIQUE (workspace_id, marketplace, asin)',
    next: 'CHECK (true)',
    tests: 'apps/catalogue/test/imports',
  },
  {
    guard: 'trigger on ended imports',
    file: 'apps/catalogue/src/migrations/1795244000000-catalogue.ts',
    old: `IF OLD.status <> 'RUNNING' AND NEW IS DISTINCT FROM OLD THEN`,
    next: `IF false THEN`,
    tests: 'apps/catalogue/test/imports',
  },
];

/** Guards that are missed by a whole scenario: it must fail without them. */
const SCENARIOS: Record<string, (context: Context) => Promise<Result>> = {
  'SKIP LOCKED of the relay': manyRelaysUnlocked,
  inbox: (context) => readRepeats(context, (reader) => reader.dropInbox()),
};

export const guards: Scenario = {
  id: 'C40',
  title: 'guards taken out one at a time: each is missed',
  run: async (context) => {
    const unnoticed: string[] = [];
    for (const mutant of MUTANTS) {
      const failures = await failuresOf(mutant, context.signal);
      context.say(`without ${mutant.guard}: ${failures} tests fail`);
      if (failures === 0) unnoticed.push(mutant.guard);
    }
    for (const [guard, run] of Object.entries(SCENARIOS)) {
      const { passed, why } = await run(context);
      context.say(`without ${guard}: ${passed ? 'nothing is noticed' : why}`);
      if (passed) unnoticed.push(guard);
    }
    const faults = MUTANTS.length + Object.keys(SCENARIOS).length;
    const nothing = { accepted: 0, lost: 0, doubled: 0, slowestRecoveryMs: 0 };
    const why = `removed unnoticed: ${unnoticed.join(', ')}`;
    return { ...nothing, faults, passed: unnoticed.length === 0, ...(unnoticed.length > 0 ? { why } : {}) };
  },
};

async function manyRelaysUnlocked(context: Context): Promise<Result> {
  const release = await temporaryFolder('unlocked');
  context.defer(() => rm(release, { recursive: true, force: true }));
  await buildRelease(release, [['libs/platform/src/outbox/relay.js', 'FOR UPDATE SKIP LOCKED', '']]);
  const shop = await openWorkshop(context, { workers: 1 });
  await shop.scene.stack.processes.generations.stop();
  for (let n = 0; n < 3; n += 1) await shop.scene.stack.add('generations', { release });
  return emptyOutbox(context, shop);
}
