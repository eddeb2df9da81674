// Imports on real servers: acceptance, tickets, settlement.
import { claimFetchBatch, reportFetchBatch } from '#contracts';
import {
  asins,
  claimed,
  found,
  importOf,
  openTickets,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
}, 30_000);
afterAll(() => catalogue.close());
afterEach(() =>
  sql(catalogue, 'TRUNCATE import, import_item, import_fetch, import_turn, import_ticket CASCADE'),
);

const US = 'US' as const;
const report = (held: { batchId: string; epoch: number }, outcomes: ReturnType<typeof found>) =>
  catalogue.worker.request(reportFetchBatch, { batchId: held.batchId, epoch: held.epoch, outcomes });

describe('accepting an import', () => {
  it('sorts the identifiers out, in submitted order', async () => {
    const { import: result } = await importOf(catalogue, someone(), {
      asins: ['B0SORT0001', 'nope', 'b0sort0001', 'B0SORT0002'],
      marketplace: US,
    });
    expect(result).toMatchObject({ success: [], importing: ['B0SORT0001', 'B0SORT0002'], failure: ['nope'] });
  });

  it.each([
    ['NUL', '\u0000'],
    ['a half of a character', '\ud800'],
    [
      'more than an index takes',
      Array.from({ length: 9000 }, (_, i) => String.fromCharCode(33 + ((i * i) % 9973))).join(''),
    ],
    ['the look of our own mark', '#1'],
    ['nothing', ''],
  ])('D23: echoes an identifier that is %s as it was sent, with a key too', async (_, odd) => {
    const actor = someone();
    const body = { asins: ['B0ODD00001', odd, '\udfff', 'b0odd00002'], marketplace: US };
    const first = await importOf(catalogue, actor, body, 'key');
    expect(first.import).toMatchObject({ importing: ['B0ODD00001', 'B0ODD00002'], failure: [odd, '\udfff'] });
    expect((await importOf(catalogue, actor, body, 'key')).import).toEqual(first.import);
    const { items, failure } = await stateOf(catalogue, actor, first.import.id);
    expect(failure).toEqual([odd, '\udfff']);
    expect(items.map(({ asin }) => asin)).toEqual(['B0ODD00001', odd, '\udfff', 'B0ODD00002']);
  });

  it('issues one ticket a batch, and none for what an earlier one still has room for', async () => {
    await importOf(catalogue, someone(), { asins: asins('0AAA', 41), marketplace: US });
    expect(await openTickets(catalogue)).toHaveLength(3);
    await importOf(catalogue, someone(), { asins: asins('0BBB', 19), marketplace: US });
    expect(await openTickets(catalogue)).toHaveLength(3);
    await importOf(catalogue, someone(), { asins: asins('0CCC', 1), marketplace: US });
    expect(await openTickets(catalogue)).toHaveLength(4);
  });

  it('ends at once, as FAILED, where no source serves the marketplace', async () => {
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

  it('is not seen from another workspace', async () => {
    const { import: result } = await importOf(catalogue, someone(), {
      asins: ['B0SEEN0001'],
      marketplace: US,
    });
    await expect(stateOf(catalogue, someone(), result.id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(stateOf(catalogue, someone(), 'not-an-id')).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('a ticket', () => {
  it('takes one product of each workspace in turn, so that a big import blocks no small one', async () => {
    const [big, small] = [someone(), someone()];
    await importOf(catalogue, big, { asins: asins('0BIG', 100), marketplace: US });
    await importOf(catalogue, small, { asins: asins('0SML', 3), marketplace: US });
    const [first] = await openTickets(catalogue);
    const { asins: batch } = await claimed(catalogue, first ?? '');
    expect(batch).toHaveLength(20);
    expect(batch.filter((asin) => asin.startsWith('B0SML'))).toHaveLength(3);
  });

  it('serves the marketplaces of its region in turn', async () => {
    const actor = someone();
    await importOf(catalogue, actor, { asins: asins('0DE', 60), marketplace: 'DE' });
    await importOf(catalogue, actor, { asins: asins('0FR', 60), marketplace: 'FR' });
    const tickets = await openTickets(catalogue, 'eu');
    const served = [];
    for (const ticket of tickets.slice(0, 4)) served.push((await claimed(catalogue, ticket)).marketplace);
    expect(new Set(served.slice(0, 2)).size).toBe(2);
    expect(new Set(served.slice(2, 4)).size).toBe(2);
  });

  it('answers the same worker alike, and tells another to wait', async () => {
    await importOf(catalogue, someone(), { asins: asins('0SAME', 2), marketplace: US });
    const [batchId = ''] = await openTickets(catalogue);
    const first = await claimed(catalogue, batchId);
    expect(await claimed(catalogue, batchId)).toEqual(first);
    const other = await catalogue.worker.request(claimFetchBatch, { batchId, worker: 'worker/2' });
    expect(other).toMatchObject({ state: 'busy', retryAfterMs: expect.any(Number) });
  });

  it('goes to the next worker when its lease ran out, and the first one comes too late', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, { asins: ['B0LATE0001'], marketplace: US });
    const [batchId = ''] = await openTickets(catalogue);
    const first = await claimed(catalogue, batchId);
    await sql(catalogue, `UPDATE import_ticket SET lease_until = now() - interval '1 s'`);
    const second = await claimed(catalogue, batchId, 'worker/2');
    expect(second.epoch).toBe(first.epoch + 1);
    expect(await report(first, found(first.asins, 'Late'))).toEqual({ accepted: false });
    expect(await report(second, found(second.asins))).toEqual({ accepted: true });
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'COMPLETED' });
    const [product] = await sql<{ title: string }>(
      catalogue,
      `SELECT content->>'title' AS title FROM product WHERE workspace_id = $1`,
      [actor.workspaceId],
    );
    expect(product?.title).toBe('Title of B0LATE0001');
  });

  it('is nothing once it is settled, and nothing when it never was', async () => {
    await importOf(catalogue, someone(), { asins: ['B0NOTH0001'], marketplace: US });
    const [batchId = ''] = await openTickets(catalogue);
    const held = await claimed(catalogue, batchId);
    await report(held, found(held.asins));
    for (const id of [batchId, '0199c000-0000-7000-8000-000000000000']) {
      const claim = await catalogue.worker.request(claimFetchBatch, { batchId: id, worker: 'worker/1' });
      expect(claim).toEqual({ state: 'nothing' });
    }
  });
});

describe('requests and claims at the same moment', () => {
  it('never wait for each other in a circle', async () => {
    const wanted = asins('0RING', 40);
    const actor = someone();
    for (let round = 0; round < 20; round += 1) {
      const tickets = await openTickets(catalogue);
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => {
          const some = n % 2 === 0 ? wanted : wanted.toReversed();
          return importOf(catalogue, actor, { asins: some, marketplace: US, refresh: true });
        }),
        ...tickets.map((batchId, n) =>
          catalogue.worker.request(claimFetchBatch, { batchId, worker: `worker/${round}/${n}` }),
        ),
      ]);
      // What was claimed comes back, to be claimed again.
      await sql(catalogue, 'UPDATE import_fetch SET ticket_id = NULL');
    }
    const [row] = await sql<{ deadlocks: string }>(
      catalogue,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(row).toEqual({ deadlocks: '0' });
  }, 30_000);
});

describe('settling', () => {
  it('fetches a product once for all imports that wait for it, and stores it in each workspace', async () => {
    const actors = Array.from({ length: 20 }, someone);
    const ids = await Promise.all(
      actors.map(
        async (actor) =>
          (await importOf(catalogue, actor, { asins: ['B0ONCE0001'], marketplace: US })).import.id,
      ),
    );
    const tickets = await openTickets(catalogue);
    expect(tickets).toHaveLength(1);
    const held = await claimed(catalogue, tickets[0] ?? '');
    expect(held.asins).toEqual(['B0ONCE0001']);
    await report(held, found(held.asins));
    for (const [i, actor] of actors.entries()) {
      expect(await stateOf(catalogue, actor, ids[i] ?? '')).toMatchObject({ status: 'COMPLETED' });
    }
    expect(await sql(catalogue, `SELECT 1 FROM product WHERE asin = 'B0ONCE0001'`)).toHaveLength(20);
  });

  it('keeps a product’s id and age, and raises its version only when its content changed', async () => {
    const actor = someone();
    const again = async (title: string) => {
      await importOf(catalogue, actor, { asins: ['B0AGAIN001'], marketplace: US, refresh: true });
      const held = await claimed(catalogue, (await openTickets(catalogue))[0] ?? '');
      await report(held, found(held.asins, title));
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

  it('ends an import once, as PARTIAL, for good', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, {
      asins: ['B0PART0001', 'B0PART0002'],
      marketplace: US,
    });
    const held = await claimed(catalogue, (await openTickets(catalogue))[0] ?? '');
    await report(held, found(['B0PART0001']));
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'RUNNING' });
    const failed = [{ asin: 'B0PART0002', outcome: 'failed', errorCode: 'NotFound' } as const];
    await catalogue.worker.request(reportFetchBatch, {
      batchId: held.batchId,
      epoch: held.epoch,
      outcomes: failed,
    });
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({
      status: 'PARTIAL',
      success: ['B0PART0001'],
      failure: ['B0PART0002'],
    });
    await expect(
      sql(catalogue, `UPDATE import SET status = 'COMPLETED' WHERE id = $1`, [result.id]),
    ).rejects.toThrow(/has ended/);
  });

  it('answers success at once for what was imported lately', async () => {
    const actor = someone();
    await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    const held = await claimed(catalogue, (await openTickets(catalogue))[0] ?? '');
    await report(held, found(held.asins));
    const { import: result } = await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    expect(result).toMatchObject({ success: ['B0FRESH001'], importing: [] });
    await sql(catalogue, `UPDATE product SET fetched_at = now() - interval '25 h'`);
    const { import: stale } = await importOf(catalogue, actor, { asins: ['B0FRESH001'], marketplace: US });
    expect(stale).toMatchObject({ success: [], importing: ['B0FRESH001'] });
  });

  it('ends an import whose last two products are settled at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const actor = someone();
      const { import: result } = await importOf(catalogue, actor, {
        asins: asins(`0RC${round}`, 40),
        marketplace: US,
      });
      const held = [];
      for (const ticket of await openTickets(catalogue)) held.push(await claimed(catalogue, ticket));
      await Promise.all(held.map((one) => report(one, found(one.asins))));
      expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'COMPLETED' });
    }
  });
});
