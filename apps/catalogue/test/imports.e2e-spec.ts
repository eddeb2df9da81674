// Imports on real servers: intake, claims of fetch batches, results.
import { randomBytes } from 'node:crypto';
import { claimFetchBatch } from '#contracts';
import {
  asins,
  claimBatch,
  expireLeases,
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
afterAll(() => catalogue.close());
afterEach(() => removeImports(catalogue));

const US = 'US' as const;

describe('the intake of an import', () => {
  it('sorts the identifiers by outcome, in submitted order', async () => {
    const { import: result } = await importOf(catalogue, someone(), {
      asins: ['B0SORT0001', 'nope', 'b0sort0001', 'B0SORT0002'],
      marketplace: US,
    });
    expect(result).toMatchObject({ success: [], importing: ['B0SORT0001', 'B0SORT0002'], failure: ['nope'] });
  });

  it.each([
    ['NUL', '\u0000'],
    ['half of a character', '\ud800'],
    [
      'too long for an index',
      Array.from({ length: 9000 }, (_, i) => String.fromCharCode(33 + ((i * i) % 9973))).join(''),
    ],
    ['the same as a placeholder', '#1'],
    ['empty', ''],
  ])('echoes an identifier that is %s exactly as it was sent, with a key too', async (_, odd) => {
    const actor = someone();
    const body = { asins: ['B0ODD00001', odd, '\udfff', 'b0odd00002'], marketplace: US };
    const first = await importOf(catalogue, actor, body, 'key');
    expect(first.import).toMatchObject({
      importing: ['B0ODD00001', 'B0ODD00002'],
      failure: [odd, '\udfff'],
    });
    expect((await importOf(catalogue, actor, body, 'key')).import).toEqual(first.import);
    const { items, failure } = await stateOf(catalogue, actor, first.import.id);
    expect(failure).toEqual([odd, '\udfff']);
    expect(items.map(({ asin }) => asin)).toEqual(['B0ODD00001', odd, '\udfff', 'B0ODD00002']);
  });

  it('queues one batch for every 20 products, and none while a queued one has room', async () => {
    await importOf(catalogue, someone(), { asins: asins('0AAA', 41), marketplace: US });
    expect(await openBatches(catalogue)).toHaveLength(3);
    await importOf(catalogue, someone(), { asins: asins('0BBB', 19), marketplace: US });
    expect(await openBatches(catalogue)).toHaveLength(3);
    await importOf(catalogue, someone(), { asins: asins('0CCC', 1), marketplace: US });
    expect(await openBatches(catalogue)).toHaveLength(4);
  });

  it('ends the import at once as FAILED when no source serves the marketplace', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, {
      asins: asins('0CN', 2),
      marketplace: 'CN',
    });
    expect(result.failure).toHaveLength(2);
    const state = await stateOf(catalogue, actor, result.id);
    expect(state).toMatchObject({ status: 'FAILED', completedAt: expect.any(Number) });
    expect(state.items[0]).toMatchObject({ errorCode: 'MarketplaceUnsupported' });
  });

  it('hides the import from other workspaces', async () => {
    const { import: result } = await importOf(catalogue, someone(), {
      asins: ['B0SEEN0001'],
      marketplace: US,
    });
    await expect(stateOf(catalogue, someone(), result.id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(stateOf(catalogue, someone(), 'not-an-id')).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('a claim of a fetch batch', () => {
  it('takes one product of each workspace in turn, so that a big import does not block a small one', async () => {
    const big = someone();
    const small = someone();
    await importOf(catalogue, big, { asins: asins('0BIG', 100), marketplace: US });
    await importOf(catalogue, small, { asins: asins('0SML', 3), marketplace: US });
    const [first] = await openBatches(catalogue);
    const { asins: products } = await claimBatch(catalogue, first ?? '');
    expect(products).toHaveLength(20);
    expect(products.filter((asin) => asin.startsWith('B0SML'))).toHaveLength(3);
  });

  it('finds products beside other claims at the same moment', async () => {
    await importOf(catalogue, someone(), { asins: asins('0MANY', 200), marketplace: US });
    const batches = await openBatches(catalogue);
    const claims = await Promise.all(
      batches.map((batchId, n) => claimBatch(catalogue, batchId, `worker/${n}`)),
    );
    expect(new Set(claims.flatMap((claim) => claim.asins)).size).toBe(200);
  });

  it('serves the marketplaces of a region in turn', async () => {
    const actor = someone();
    await importOf(catalogue, actor, { asins: asins('0DE', 60), marketplace: 'DE' });
    await importOf(catalogue, actor, { asins: asins('0FR', 60), marketplace: 'FR' });
    const batches = await openBatches(catalogue, 'eu');
    const served = [];
    for (const batch of batches.slice(0, 4)) served.push((await claimBatch(catalogue, batch)).marketplace);
    expect(new Set(served.slice(0, 2)).size).toBe(2);
    expect(new Set(served.slice(2, 4)).size).toBe(2);
  });

  it('gives the same worker the same answer, and tells another worker to wait', async () => {
    await importOf(catalogue, someone(), { asins: asins('0SAME', 2), marketplace: US });
    const [batchId = ''] = await openBatches(catalogue);
    const first = await claimBatch(catalogue, batchId);
    expect(await claimBatch(catalogue, batchId)).toEqual(first);
    const other = await catalogue.worker.request(claimFetchBatch, { batchId, worker: 'worker/2' });
    expect(other).toMatchObject({ state: 'busy', retryAfterMs: expect.any(Number) });
  });

  it('succeeds for another worker after the lease has expired, and the report of the first worker is refused', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, { asins: ['B0LATE0001'], marketplace: US });
    const [batchId = ''] = await openBatches(catalogue);
    const first = await claimBatch(catalogue, batchId);
    await expireLeases(catalogue);
    const second = await claimBatch(catalogue, batchId, 'worker/2');
    expect(second.epoch).toBe(first.epoch + 1);
    expect(await report(catalogue, first, found(first.asins, 'Late'))).toEqual({ accepted: false });
    expect(await report(catalogue, second, found(second.asins))).toEqual({ accepted: true });
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'COMPLETED' });
    const [product] = await sql<{ title: string }>(
      catalogue,
      `SELECT content->>'title' AS title FROM product WHERE workspace_id = $1`,
      [actor.workspaceId],
    );
    expect(product?.title).toBe('Title of B0LATE0001');
  });

  it('gets nothing when the batch is done or never existed', async () => {
    await importOf(catalogue, someone(), { asins: ['B0NOTH0001'], marketplace: US });
    const [batchId = ''] = await openBatches(catalogue);
    const lease = await claimBatch(catalogue, batchId);
    await report(catalogue, lease, found(lease.asins));
    for (const id of [batchId, '0199c000-0000-7000-8000-000000000000']) {
      const claim = await catalogue.worker.request(claimFetchBatch, { batchId: id, worker: 'worker/1' });
      expect(claim).toEqual({ state: 'nothing' });
    }
  });
});

describe('imports and claims at the same moment', () => {
  it('cause no deadlock', async () => {
    const wanted = asins('0RING', 40);
    const actor = someone();
    for (let round = 0; round < 20; round += 1) {
      const batches = await openBatches(catalogue);
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => {
          const some = n % 2 === 0 ? wanted : wanted.toReversed();
          return importOf(catalogue, actor, { asins: some, marketplace: US, refresh: true });
        }),
        ...batches.map((batchId, n) =>
          catalogue.worker.request(claimFetchBatch, { batchId, worker: `worker/${round}/${n}` }),
        ),
      ]);
      // Frees the assigned products, so that the next round can claim them again.
      await sql(catalogue, 'UPDATE pending_fetch SET batch_id = NULL');
    }
    const [row] = await sql<{ deadlocks: string }>(
      catalogue,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(row).toEqual({ deadlocks: '0' });
  });
});

describe('the report of a fetch batch', () => {
  it('stores a product, fetched once, in each workspace whose imports wait for it', async () => {
    const actors = Array.from({ length: 20 }, someone);
    const ids: string[] = [];
    for (const actor of actors)
      ids.push((await importOf(catalogue, actor, { asins: ['B0ONCE0001'], marketplace: US })).import.id);
    const batches = await openBatches(catalogue);
    expect(batches).toHaveLength(1);
    const lease = await claimBatch(catalogue, batches[0] ?? '');
    expect(lease.asins).toEqual(['B0ONCE0001']);
    await report(catalogue, lease, found(lease.asins));
    for (const [i, actor] of actors.entries()) {
      expect(await stateOf(catalogue, actor, ids[i] ?? '')).toMatchObject({ status: 'COMPLETED' });
    }
    expect(await sql(catalogue, `SELECT 1 FROM product WHERE asin = 'B0ONCE0001'`)).toHaveLength(20);
  });

  it('keeps the id and createdAt of a product, and raises its version only when its content has changed', async () => {
    const actor = someone();
    const again = async (title: string) => {
      await importOf(catalogue, actor, { asins: ['B0AGAIN001'], marketplace: US, refresh: true });
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      await report(catalogue, lease, found(lease.asins, title));
      const [row] = await sql<{ id: string; version: number; created_at: Date; updated_at: Date }>(
        catalogue,
        `SELECT id, version, created_at, updated_at FROM product WHERE workspace_id = $1`,
        [actor.workspaceId],
      );
      return row;
    };
    const first = await again('One');
    const same = await again('One');
    const changed = await again('Two');
    expect(same).toEqual(first);
    expect(changed).toMatchObject({ id: first?.id, version: 2, created_at: first?.created_at });
    expect(changed?.updated_at.getTime()).toBeGreaterThan(first?.updated_at.getTime() ?? 0);
  });

  it('writes the content of a product anew only when it has changed', async () => {
    const actor = someone();
    const stored = async (title: string) => {
      await importOf(catalogue, actor, { asins: ['B0EQUAL001'], marketplace: US, refresh: true });
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      await report(catalogue, lease, found(lease.asins, title));
      const [row] = await sql<{ chunk: number; fetched_at: Date }>(
        catalogue,
        'SELECT pg_column_toast_chunk_id(content) AS chunk, fetched_at FROM product WHERE workspace_id = $1',
        [actor.workspaceId],
      );
      return row;
    };
    const long = (): string => randomBytes(10_000).toString('hex'); // too long for its row, so it is stored apart
    const title = long();
    const first = await stored(title);
    const equal = await stored(title);
    expect(first?.chunk).toEqual(expect.any(Number));
    expect(equal?.chunk).toBe(first?.chunk);
    expect(equal?.fetched_at.getTime()).toBeGreaterThan(first?.fetched_at.getTime() ?? 0);
    expect((await stored(long()))?.chunk).not.toBe(first?.chunk);
  });

  it('ends an import as PARTIAL, and its status is then final', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, {
      asins: ['B0PART0001', 'B0PART0002'],
      marketplace: US,
    });
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, found(['B0PART0001']));
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'RUNNING' });
    const failed = [{ asin: 'B0PART0002', outcome: 'failed', errorCode: 'NotFound' } as const];
    await report(catalogue, lease, failed);
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({
      status: 'PARTIAL',
      success: ['B0PART0001'],
      failure: ['B0PART0002'],
    });
    await expect(
      sql(catalogue, `UPDATE import SET status = 'COMPLETED' WHERE id = $1`, [result.id]),
    ).rejects.toThrow(/has ended/);
  });

  it('makes a later import of the same product succeed at once while the product is fresh', async () => {
    const actor = someone();
    await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, found(lease.asins));
    const { import: result } = await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    expect(result).toMatchObject({ success: ['B0FRESH001'], importing: [] });
    await sql(catalogue, `UPDATE product SET fetched_at = now() - interval '25 h'`);
    const { import: stale } = await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    expect(stale).toMatchObject({ success: [], importing: ['B0FRESH001'] });
  });

  it('ends an import whose last products are reported at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const actor = someone();
      const { import: result } = await importOf(catalogue, actor, {
        asins: asins(`0RC${round}`, 40),
        marketplace: US,
      });
      const leases = [];
      for (const batch of await openBatches(catalogue)) leases.push(await claimBatch(catalogue, batch));
      await Promise.all(leases.map((lease) => report(catalogue, lease, found(lease.asins))));
      expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'COMPLETED' });
    }
  });
});
