// Lists of imports and of their items: what they show, their pages, and the rows that they read.
import {
  getImport,
  listImportItems,
  listImports,
  listImportStatistics,
  type Actor,
  type ImportFilters,
  type ImportItemFilters,
  type ImportItemList,
  type ImportList,
} from '#contracts';
import { newId } from '#platform/context';
import { plansOf, rowsRead } from '#testing/plans';
import {
  asins,
  claimBatch,
  found,
  importOf,
  openBatches,
  removeImports,
  report,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue?.close());
afterEach(() => removeImports(catalogue));

const US = 'US' as const;

const listOf = (
  actor: Actor,
  query: ImportFilters & { limit?: number; nextToken?: string } = {},
): Promise<ImportList> => catalogue.gateway.request(listImports, { actor, limit: 10, ...query });

const itemsOf = (
  actor: Actor,
  id: string,
  query: ImportItemFilters & { limit?: number; nextToken?: string } = {},
): Promise<ImportItemList> => catalogue.gateway.request(listImportItems, { actor, id, limit: 100, ...query });

/** All pages of the items, as their ASINs. */
async function walk(actor: Actor, id: string, query: ImportItemFilters, limit: number): Promise<string[]> {
  const walked: string[] = [];
  let nextToken: string | undefined;
  do {
    const page: ImportItemList = await itemsOf(actor, id, {
      ...query,
      limit,
      ...(nextToken && { nextToken }),
    });
    walked.push(...page.items.map(({ asin = '' }) => asin));
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  return walked;
}

describe('the list of imports', () => {
  it('shows the imports of the workspace, newest first, running and ended, with the counts of each', async () => {
    const actor = someone();
    const ids: string[] = [];
    for (const list of [['B0LIST0001', 'B0LIST0002', 'nope'], ['bad'], ['B0LIST0003']])
      ids.unshift((await importOf(catalogue, actor, { asins: list, marketplace: US })).import.id);
    await importOf(catalogue, someone(), { asins: ['B0LIST0004'], marketplace: US });
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, found(['B0LIST0001', 'B0LIST0003']));

    const { imports, nextToken } = await listOf(actor);
    expect([imports.map(({ id }) => id), nextToken]).toEqual([ids, undefined]);
    for (const listed of imports) {
      const { success, importing, failure, items, ...summary } = await stateOf(catalogue, actor, listed.id);
      expect(listed).toEqual(summary);
      expect(items).toHaveLength(success.length + importing.length + failure.length);
      expect(listed.accountId).toBe(actor.accountId);
      expect(listed.deadlineAt).toBe(listed.createdAt + 6 * 3600);
    }
    expect(imports.map(({ status, counts }) => [status, counts.success, counts.importing])).toEqual([
      ['COMPLETED', 1, 0],
      ['FAILED', 0, 0],
      ['RUNNING', 1, 1],
    ]);
  });

  it('is read in pages, and a cursor belongs to its workspace', async () => {
    const actor = someone();
    for (let n = 0; n < 3; n += 1) await importOf(catalogue, actor, { asins: ['nope'], marketplace: US });
    const first = await listOf(actor, { limit: 2 });
    const nextToken = first.nextToken ?? '';
    const second = await listOf(actor, { limit: 2, nextToken });
    expect([first.imports.length, second.imports.length, second.nextToken]).toEqual([2, 1, undefined]);
    expect(new Set([...first.imports, ...second.imports].map(({ id }) => id)).size).toBe(3);
    await expect(listOf(someone(), { nextToken })).rejects.toMatchObject({ code: 'InvalidNextToken' });
  });
});

describe('the list of imports', () => {
  it('is filtered by statuses and by time, each import once over all pages, and a cursor belongs to its filters', async () => {
    const actor = someone();
    const statuses = ['COMPLETED', 'FAILED', 'PARTIAL', 'CANCELLED', 'FAILED', 'COMPLETED'];
    await sql(
      catalogue,
      `INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, created_at, completed_at, success, failure)
       SELECT $1, ('${newId().slice(0, 24)}' || lpad(nth::text, 12, '0'))::uuid, $1, 'US', status, now(), to_timestamp(1000 - nth), now(), 0, 0
       FROM unnest($2::text[]) WITH ORDINALITY AS one (status, nth)`,
      [actor.workspaceId, statuses],
    );
    const expected: [ImportFilters, number[]][] = [
      [{}, [999, 998, 997, 996, 995, 994]],
      [{ status: ['FAILED'] }, [998, 995]],
      [{ status: ['PARTIAL', 'FAILED', 'CANCELLED', 'FAILED'] }, [998, 997, 996, 995]],
      [{ status: ['RUNNING'] }, []],
      [{ createdAfter: 996 }, [999, 998, 997, 996]],
      [{ createdBefore: 996 }, [995, 994]],
      [{ status: ['COMPLETED', 'FAILED'], createdAfter: 995, createdBefore: 999 }, [998, 995]],
    ];
    for (const [filters, times] of expected)
      for (const limit of [1, 2, 100]) {
        const walked: number[] = [];
        let nextToken: string | undefined;
        do {
          const page = await listOf(actor, { ...filters, limit, ...(nextToken && { nextToken }) });
          walked.push(...page.imports.map(({ createdAt }) => createdAt));
          ({ nextToken } = page);
        } while (nextToken !== undefined);
        expect([filters, walked]).toEqual([filters, times]);
      }
    const { nextToken = '' } = await listOf(actor, { status: ['FAILED'], limit: 1 });
    await expect(listOf(actor, { status: ['COMPLETED'], limit: 1, nextToken })).rejects.toMatchObject({
      code: 'InvalidNextToken',
    });
  });
});

describe.each(['day', 'hour'] as const)('the statistics of imports by %s', (interval) => {
  it('count the items of each import once, when it ends', async () => {
    const actor = someone();
    const to = Math.ceil(Date.now() / 3_600_000) * 3600 + 3600; // a test may run over the end of an hour
    const pointsOf = async (who: Actor): Promise<[string | undefined, number, number][]> => {
      const input = { actor: who, from: to - 2 * 86_400, to, interval, byErrorCode: true } as const; // two whole days
      const { points } = await catalogue.gateway.request(listImportStatistics, input);
      return points.map(({ key, success, failure }) => [key, success, failure]);
    };
    const submitted = ['B0STAT0001', 'nope', 'B0STAT0002'];
    await importOf(catalogue, actor, { asins: submitted, marketplace: US });
    expect(await pointsOf(actor)).toEqual([]);
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, [
      ...found(['B0STAT0001']),
      { asin: 'B0STAT0002', outcome: 'failed', errorCode: 'NotFound' },
    ]);
    await importOf(catalogue, actor, { asins: ['B0STAT0001', 'bad'], marketplace: US }); // ends at once
    expect(await pointsOf(actor)).toEqual([
      ['InvalidAsin', 0, 2],
      ['NotFound', 0, 1],
      [undefined, 2, 0],
    ]);
    expect(await pointsOf(someone())).toEqual([]);
  });
});

describe('the items of an import', () => {
  it('are listed in submitted order, by status and by error code, each once over all pages', async () => {
    const actor = someone();
    const submitted = ['B0ITEM0001', '#1', 'B0ITEM0002', 'b0item0003', '', 'B0ITEM0004'];
    const { import: accepted } = await importOf(catalogue, actor, { asins: submitted, marketplace: US });
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, [
      ...found(['B0ITEM0001']),
      { asin: 'B0ITEM0004', outcome: 'failed', errorCode: 'NotFound' },
    ]);
    const inOrder = ['B0ITEM0001', '#1', 'B0ITEM0002', 'B0ITEM0003', '', 'B0ITEM0004'];
    const expected: [ImportItemFilters, string[]][] = [
      [{}, inOrder],
      [{ status: 'success' }, ['B0ITEM0001']],
      [{ status: 'importing' }, ['B0ITEM0002', 'B0ITEM0003']],
      [{ status: 'failure' }, ['#1', '', 'B0ITEM0004']],
      [{ errorCode: 'InvalidAsin' }, ['#1', '']],
      [{ status: 'failure', errorCode: 'NotFound' }, ['B0ITEM0004']],
      [{ status: 'success', errorCode: 'NotFound' }, []],
    ];
    for (const [filters, list] of expected)
      for (const limit of [1, 2, 100]) expect(await walk(actor, accepted.id, filters, limit)).toEqual(list);
    const { items } = await itemsOf(actor, accepted.id);
    expect(items).toEqual((await catalogue.gateway.request(getImport, { actor, id: accepted.id })).items);
  });

  it('are hidden from other workspaces, and a cursor belongs to its import and filters', async () => {
    const actor = someone();
    const importsOf = async (): Promise<string> =>
      (await importOf(catalogue, actor, { asins: asins('0CUR', 3), marketplace: US })).import.id;
    const id = await importsOf();
    for (const [who, unknown] of [
      [someone(), id],
      [actor, newId()],
      [actor, 'nope'],
    ] as const)
      await expect(itemsOf(who, unknown)).rejects.toMatchObject({ code: 'NotFound', target: 'id' });
    const { nextToken = '' } = await itemsOf(actor, id, { limit: 1 });
    expect((await itemsOf(actor, id, { limit: 1, nextToken })).items).toHaveLength(1);
    for (const [of, filters] of [
      [await importsOf(), {}],
      [id, { status: 'importing' }],
    ] as const)
      await expect(itemsOf(actor, of, { ...filters, nextToken })).rejects.toMatchObject({
        code: 'InvalidNextToken',
      });
  });
});

describe('a page of a list reads its own rows and few others, whatever Postgres knows', () => {
  /** Adds imports of `items` items each: in every one the first item succeeded, the last failed so, and all others otherwise. */
  const add = async (actor: Actor, imports: number, items: number): Promise<void> => {
    await sql(
      catalogue,
      `WITH made AS (
         INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, created_at, completed_at, success, failure)
         SELECT $1, ('${newId().slice(0, 24)}' || lpad(to_hex(nth), 12, '0'))::uuid, $1, 'US', 'PARTIAL', now(), now() - nth * interval '1 s', now(), 1, $3 - 1
         FROM generate_series(1, $2::int) AS nth RETURNING id
       )
       INSERT INTO import_item (workspace_id, import_id, asin, marketplace, position, status, product_id, error_code)
       SELECT $1, id, 'B' || position, 'US', position, CASE position WHEN 1 THEN 'success' ELSE 'failure' END,
         CASE position WHEN 1 THEN $1::uuid END, CASE position WHEN 1 THEN NULL WHEN $3 THEN 'SourceRejected' ELSE 'NotFound' END
       FROM made, generate_series(1, $3::int) AS position`,
      [actor.workspaceId, imports, items],
    );
  };

  /** Adds 20 running imports, none of whose 300 items has ended. */
  const addRunning = ({ workspaceId }: Actor) =>
    sql(
      catalogue,
      `WITH made AS (
         INSERT INTO import (workspace_id, id, account_id, status, deadline_at, created_at, importing)
         SELECT $1, id, $1, 'RUNNING', now() + interval '1 day', now() - interval '1 h', 300 FROM unnest($2::uuid[]) AS id RETURNING id
       ) INSERT INTO import_item (workspace_id, import_id, asin, position, status)
       SELECT $1, id, '#' || position, position, 'importing' FROM made, generate_series(1, 300) AS position`,
      [workspaceId, Array.from({ length: 20 }, newId)],
    );

  it.each(['that nobody knows', 'that Postgres knows'])('in tables %s', async (known) => {
    const actor = someone();
    await add(actor, 1000, 20);
    await add(someone(), 300, 100);
    await add(actor, 1, 20_000);
    await addRunning(actor);
    if (known.endsWith('Postgres knows')) await sql(catalogue, 'ANALYZE import, import_item');
    const PAGE = 11;
    const databaseUrl = catalogue.servers.database.appUrl;
    const { imports } = await listOf(actor);
    const big = imports.find(({ counts }) => counts.failure > 1)?.id ?? '';
    const seconds = Math.floor(Date.now() / 1000);
    const filtered: [ImportFilters, number][] = [
      // Postgres tells rows of a loop as a rounded average.
      [{}, 2 * PAGE],
      [{ status: ['PARTIAL'] }, PAGE],
      [{ status: ['FAILED', 'COMPLETED'] }, 0],
      [{ status: ['RUNNING'] }, 2 * PAGE],
      [{ createdAfter: seconds + 60 }, 0],
      [{ createdBefore: seconds - 500 }, 2 * PAGE],
      [{ status: ['PARTIAL', 'RUNNING'], createdAfter: 0, createdBefore: seconds - 500 }, 2 * PAGE],
    ];
    for (const [filters, rows] of filtered) {
      const lists = await plansOf(databaseUrl, /"cursorId".*FROM import\b/s, async () => {
        const page = await listOf(actor, filters);
        if (page.nextToken) await listOf(actor, { ...filters, nextToken: page.nextToken });
      });
      expect(lists.length).toBeGreaterThan(0);
      for (const read of lists.map(rowsRead))
        expect({ filters, read, isBounded: read <= rows }).toEqual({ filters, read, isBounded: true });
    }
    const most: [ImportItemFilters, number][] = [
      [{}, 2 * PAGE],
      [{ status: 'success' }, 1],
      [{ status: 'failure' }, 2 * PAGE],
      [{ errorCode: 'SourceRejected' }, 1],
      [{ status: 'importing' }, 0],
    ];
    for (const [filters, rows] of most) {
      const plans = await plansOf(databaseUrl, /FROM import_item\b/, async () => {
        const page = await itemsOf(actor, big, { ...filters, limit: 10 });
        if (page.nextToken) await itemsOf(actor, big, { ...filters, limit: 10, nextToken: page.nextToken });
      });
      expect(plans.length).toBeGreaterThan(0);
      for (const read of plans.map(rowsRead))
        expect({ filters, read, isBounded: read <= rows }).toEqual({ filters, read, isBounded: true });
    }
  });
});
