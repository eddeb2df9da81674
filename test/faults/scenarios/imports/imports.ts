// C32 to C34: an import of good and bad products, one product in many imports, and a flaky marketplace.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportState, ProductList } from '#contracts';
import type { Person } from '#testing/environment';
import { freePort } from '#testing/servers';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { FlakyMarketplace } from '../../harness/faults/flaky-marketplace.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Submits an import. */
export function submit(person: Person, asins: readonly string[], refresh = false): Promise<ImportState> {
  const body = { asins, ...(refresh ? { refresh } : {}) };
  return person.call<ImportState>('POST', '/products/import/retailer', { body });
}

/** What is wrong with the three arrays of an import; undefined while they partition the submitted ASINs. */
function partitionError(state: ImportState, submitted: readonly string[]): string | undefined {
  const all = [...state.success, ...state.importing, ...state.failure];
  if (new Set(all).size !== all.length) return 'an ASIN is in two arrays';
  if (all.toSorted().join() !== submitted.toSorted().join()) return 'the arrays are not what was submitted';
  return undefined;
}

/** Reads an import until it ends, at least `minReads` times, and checks the arrays each time. */
async function follow(
  person: Person,
  submitted: readonly string[],
  { id, withinMs, minReads = 1 }: { id: string; withinMs: number; minReads?: number },
): Promise<{ state: ImportState; reads: number; errors: string[] }> {
  const errors = new Set<string>();
  for (let reads = 1, end = Date.now() + withinMs; ; reads += 1) {
    const { body: state } = await person.get<ImportState>(`/products/imports/${id}`);
    const error = partitionError(state, submitted);
    if (error) errors.add(error);
    if ((state.status !== 'RUNNING' && reads >= minReads) || Date.now() > end)
      return { state, reads, errors: [...errors] };
    await sleep(100);
  }
}

/** Different ASINs with this prefix, such as a magic value of the sandbox. Four more characters make 1.6 million. */
export const asinsOf = (prefix: string, count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `${prefix}${n
        .toString(36)
        .toUpperCase()
        .padStart(10 - prefix.length, '0')}`,
  );

export const mixed: Scenario = {
  id: 'C32',
  title: 'an import of 80 good, 10 unknown and 10 broken products',
  holds: 'success, importing and failure partition the ASINs in each of 100 reads; 80 succeed and 20 fail',
  run: async (context) => {
    const system = await context.open({
      variables: { sandbox: { SANDBOX_QUOTA: 'off' }, 'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' } },
    });
    const [person] = system.people;
    const submitted = [...asinsOf('B0GOOD', 80), ...asinsOf('B0MISS', 10), ...asinsOf('B0DOWN', 10)];
    const { id } = await submit(person, submitted);
    const { state, reads, errors } = await follow(person, submitted, {
      id,
      withinMs: 240_000,
      minReads: 100,
    });
    const { success, importing, failure } = state;
    const notes = `${success.length}/${failure.length}/${importing.length} after ${reads} reads`;
    return importResult(system, { faults: 20, accepted: submitted.length, lost: importing.length, notes }, [
      ...errors,
      reads < 100 && `only ${reads} reads`,
      (success.length !== 80 || failure.length !== 20) && 'not 80 successes and 20 failures',
      state.status !== 'PARTIAL' && `it ended as ${state.status}`,
    ]);
  },
};

export const wantedByMany: Scenario = {
  id: 'C33',
  title: 'one product in 20 imports at once',
  holds: 'every import completes, each workspace has one product, and its updatedAt never decreases',
  run: async (context) => {
    const system = await context.open({ people: 2 });
    const [person] = system.people;
    const asin = 'B0MANYWANT';
    const rounds = context.full ? 5 : 2;
    const updates: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const imports = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const importer = system.people[i % system.people.length] ?? person;
          return { importer, id: (await submit(importer, [asin], n > 0)).id };
        }),
      );
      for (const { importer, id } of imports) {
        const { state } = await follow(importer, [asin], { id, withinMs: 30_000 });
        if (state.status !== 'COMPLETED') throw new Error(`An import ended as ${state.status}.`);
      }
      const { body } = await person.get<ProductList>('/products?genre=Retailer');
      updates.push(...body.products.map(({ updatedAt }) => updatedAt));
    }
    const isMonotone = updates.every((at, n) => n === 0 || at >= (updates[n - 1] ?? 0));
    const counts = { faults: 0, accepted: 20 * rounds, lost: 0, notes: `${updates.length} reads` };
    return importResult(system, counts, [
      updates.length !== rounds && 'not one product in the workspace',
      !isMonotone && 'updatedAt decreased',
    ]);
  },
};

export const flaky: Scenario = {
  id: 'C34',
  title: 'a marketplace with a quota of 2 calls a second and random 429, 500 and hanging calls',
  holds: 'every product is imported, with at most 2.2 calls a second and 5 % refused for the quota',
  run: async (context) => {
    const count = context.full ? 400 : 200;
    const { system, marketplace } = await openMarketplace(context);
    const [person] = system.people;
    const submitted = asinsOf('B0RAND', count);
    const { id } = await submit(person, submitted);
    const { state, errors } = await follow(person, submitted, { id, withinMs: 240_000 });
    const { calls, faults } = marketplace;
    const rate = marketplace.highestRate(10_000);
    const { throttled } = (await (await fetch(`${system.sandboxUrl}/debug/marketplace`)).json()) as {
      throttled: number;
    };
    const share = (100 * throttled) / calls;
    const notes = `${calls} calls, at most ${rate.toFixed(1)}/s over 10 s, ${throttled} refused for the quota`;
    return importResult(system, { faults, accepted: count, lost: state.importing.length, notes }, [
      ...errors,
      rate > 2.2 && `${rate.toFixed(2)} calls/s`,
      share > 5 && `${share.toFixed(0)} % of the calls were refused for the quota`,
      state.success.length !== count && `${state.success.length} of ${count} imported, ${state.status}`,
    ]);
  },
};

async function openMarketplace(
  context: Context,
): Promise<{ system: FaultEnvironment; marketplace: FlakyMarketplace }> {
  const sandbox = await freePort();
  const marketplace = await FlakyMarketplace.open(`http://127.0.0.1:${sandbox}`, () => context.random());
  context.defer(() => marketplace.close());
  const variables = { 'import-worker': { SP_API_URL_NA: `${marketplace.url}/na` } };
  const system = await context.open({ ports: { sandbox }, variables });
  await system.add('import-worker');
  return { system, marketplace };
}

/** A result, with what must hold in the catalogue database after every import. */
export async function importResult(
  { servers, people }: FaultEnvironment,
  counts: Required<Pick<Result, 'faults' | 'accepted' | 'lost' | 'notes'>> &
    Pick<Result, 'slowestRecoveryMs'>,
  failures: readonly (string | false)[],
): Promise<Result> {
  const sql = new Sql(servers.postgres.superuserUrl('catalogue'));
  const doubled = await sql.number(
    `SELECT coalesce(sum(products - 1), 0) FROM (
       SELECT count(*) AS products FROM product WHERE workspace_id = ANY ($1) AND genre = 'Retailer'
       GROUP BY workspace_id, marketplace, asin) AS counted`,
    [people.map(({ workspaceId }) => workspaceId)],
  );
  const deadlocks = await sql.number(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  const left = await sql.number(
    'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM pending_fetch)',
  );
  const orphans = await sql.number(
    `SELECT count(*) FROM import_item
     WHERE status = 'success' AND NOT EXISTS (
       SELECT 1 FROM product WHERE product.workspace_id = import_item.workspace_id AND id = product_id)`,
  );
  await sql.close();
  return resultOf({ ...counts, doubled }, [
    counts.lost > 0 && `${counts.lost} lost`,
    doubled > 0 && `${doubled} doubled`,
    deadlocks > 0 && `${deadlocks} deadlocks`,
    left > 0 && `${left} rows left in the outbox or to be fetched`,
    orphans > 0 && `${orphans} items without their product`,
    ...failures,
  ]);
}
