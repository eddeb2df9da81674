// C32 to C34: imports of good and bad products, of one product by many, and from a flaky marketplace.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportState } from '#contracts';
import { FlakyMarketplace } from '../../harness/faults/flaky-marketplace.ts';
import type { Context, Person, Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';
import { Sql } from '../../harness/environment/database.ts';
import { freePort } from '#testing/servers';

/** What is wrong with the buckets of an import; nothing while they partition what was submitted (P7). */
function brokenBuckets(state: ImportState, submitted: readonly string[]): string | undefined {
  const all = [...state.success, ...state.importing, ...state.failure];
  if (new Set(all).size !== all.length) return 'an identifier is in two buckets';
  if (all.toSorted().join() !== submitted.toSorted().join()) return 'the buckets are not what was submitted';
  return undefined;
}

/** Submits an import; gives its state. */
async function submit(system: FaultEnvironment, person: Person, asins: readonly string[], refresh = false) {
  const body = { asins, ...(refresh ? { refresh } : {}) };
  const answer = await person.request<ImportState>('POST', '/products/import/retailer', { body });
  if (answer.status !== 202) throw new Error(`An import was answered ${answer.status}.`);
  return answer.body;
}

/** Looks at an import until it ends, checking the buckets at every look. */
async function follow(
  system: FaultEnvironment,
  person: Person,
  submitted: readonly string[],
  { id, mostMs, looks = 1 }: { id: string; mostMs: number; looks?: number },
): Promise<{ state: ImportState; looks: number; broken: string[] }> {
  const broken = new Set<string>();
  for (let n = 1, end = Date.now() + mostMs; ; n += 1) {
    const { body: state } = await person.request<ImportState>('GET', `/products/imports/${id}`);
    const wrong = brokenBuckets(state, submitted);
    if (wrong) broken.add(wrong);
    if ((state.status !== 'RUNNING' && n >= looks) || Date.now() > end)
      return { state, looks: n, broken: [...broken] };
    await sleep(100);
  }
}

const asinsOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(10 - prefix.length, '0')}`);

/** C32: good, unknown and broken products in one import. */
export const mixed: Scenario = {
  id: 'C32',
  title: '80 good, 10 unknown, 10 broken products: buckets partition the input',
  run: async (context) => {
    const system = await context.open({
      variables: { sandbox: { SANDBOX_QUOTA: 'off' }, 'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' } },
    });
    const [person] = system.people;
    const submitted = [...asinsOf('B0GOOD', 80), ...asinsOf('B0MISS', 10), ...asinsOf('B0DOWN', 10)];
    const { id } = await submit(system, person, submitted);
    const { state, looks, broken } = await follow(system, person, submitted, {
      id,
      mostMs: 150_000,
      looks: 100,
    });
    const { success, importing, failure } = state;
    return importResult(system, [person], {
      faults: 20,
      accepted: submitted.length,
      lost: importing.length,
      notes: `${success.length}/${failure.length}/${importing.length} after ${looks} looks`,
      reasons: [
        ...broken,
        looks < 100 && `only ${looks} looks`,
        (success.length !== 80 || failure.length !== 20) && 'not 80 successes and 20 failures',
        state.status !== 'PARTIAL' && `it ended as ${state.status}`,
      ],
    });
  },
};

/** C33: one product, wanted by many at once. */
export const wantedByMany: Scenario = {
  id: 'C33',
  title: 'one product imported by 20 concurrent requests',
  run: async (context) => {
    const system = await context.open({ people: 2 });
    const [person, other] = system.people;
    const asin = 'B0MANYWANT';
    const everybody = [person, ...(other ? [other] : [])];
    const rounds = context.full ? 5 : 2;
    const versions: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const states = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const one = everybody[i % everybody.length] ?? person;
          return { one, state: await submit(system, one, [asin], n > 0) };
        }),
      );
      for (const { one, state } of states) {
        const { state: end } = await follow(system, one, [asin], { id: state.id, mostMs: 30_000 });
        if (end.status !== 'COMPLETED') throw new Error(`An import ended as ${end.status}.`);
      }
      const { body } = await person.request<{ products: { updatedAt: number }[] }>('GET',
        '/products?genre=Retailer',
      );
      versions.push(...body.products.map(({ updatedAt }) => updatedAt));
    }
    const monotone = versions.every((at, n) => n === 0 || at >= (versions[n - 1] ?? 0));
    return importResult(system, everybody, {
      faults: 0,
      accepted: 20 * rounds,
      lost: 0,
      notes: `${versions.length} looks`,
      reasons: [
        versions.length !== rounds && 'not one product in the workspace',
        !monotone && 'updatedAt went back',
      ],
    });
  },
};

/** C34: a marketplace with a quota and moods. */
export const flaky: Scenario = {
  id: 'C34',
  title: 'marketplace with 2 calls/s, random 429, 500 and hangs',
  run: async (context) => {
    const count = context.full ? 400 : 200;
    const { system, market } = await openMarket(context);
    const [person] = system.people;
    const submitted = asinsOf('B0MOOD', count);
    const { id } = await submit(system, person, submitted);
    const { state, broken } = await follow(system, person, submitted, { id, mostMs: 240_000 });
    const rate = market.highestRate(10_000);
    const { throttled } = (await (await fetch(`${system.sandboxUrl}/debug/marketplace`)).json()) as {
      throttled: number;
    };
    const share = (100 * throttled) / market.calls;
    return importResult(system, [person], {
      faults: market.faults,
      accepted: count,
      lost: state.importing.length,
      notes: `${market.calls} calls, at most ${rate.toFixed(1)}/s over 10 s, ${throttled} refused for the quota`,
      reasons: [
        ...broken,
        rate > 2.2 && `${rate.toFixed(2)} calls/s`,
        share > 5 && `${share.toFixed(0)} % of the calls were refused for the quota`,
        state.success.length !== count && `${state.success.length} of ${count} imported, ${state.status}`,
      ],
    });
  },
};

async function openMarket(context: Context): Promise<{ system: FaultEnvironment; market: FlakyMarketplace }> {
  const sandbox = await freePort();
  const market = await FlakyMarketplace.open(`http://127.0.0.1:${sandbox}`, () => context.random());
  context.defer(() => market.close());
  const variables = { 'import-worker': { SP_API_URL_NA: `${market.url}/na` } };
  const system = await context.open({ ports: { sandbox }, variables });
  await system.add('import-worker');
  return { system, market };
}

/** A result, with what must hold in the catalogue's database after every import. */
async function importResult(
  system: FaultEnvironment,
  people: readonly Person[],
  figures: Pick<Result, 'faults' | 'accepted' | 'lost' | 'notes'> & { reasons: (string | false)[] },
): Promise<Result> {
  const sql = new Sql(system.servers.postgres.superuserUrl('catalogue'));
  const {
    doubled = 0,
    left = 0,
    orphans = 0,
    deadlocks = 0,
  } = await sql.row<Record<string, number>>(
    `SELECT
       (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks,
       (SELECT coalesce(sum(many - 1), 0)::int FROM (
          SELECT count(*) AS many FROM product WHERE workspace_id = ANY ($1) AND genre = 'Retailer'
          GROUP BY workspace_id, marketplace, asin) AS counted) AS doubled,
       (SELECT count(*)::int FROM outbox) + (SELECT count(*)::int FROM pending_fetch) AS left,
       (SELECT count(*)::int FROM import_item WHERE status = 'success'
          AND NOT EXISTS (SELECT 1 FROM product WHERE id = product_id)) AS orphans`,
    [people.map(({ workspaceId }) => workspaceId)],
  );
  await sql.close();
  const { reasons, ...rest } = figures;
  const why = [
    rest.lost > 0 && `${rest.lost} lost`,
    doubled > 0 && `${doubled} doubled`,
    deadlocks > 0 && `${deadlocks} deadlocks`,
    left > 0 && `${left} rows left in the outbox or to be fetched`,
    orphans > 0 && `${orphans} items without their product`,
    ...reasons,
  ].filter((reason) => reason !== false);
  const passed = why.length === 0;
  return { ...rest, doubled, slowestRecoveryMs: 0, passed, ...(passed ? {} : { why: why.join('; ') }) };
}
