// Cancelling imports, and trying their failures again: against workers, other imports and each other.
import {
  cancelImport,
  importChanged,
  importCompleted,
  retryImport,
  validateImport,
  type Actor,
  type AnswerOf,
  type ImportPreview,
  type ImportState,
  type ImportSubmission,
} from '#contracts';
import { newId } from '#platform/context';
import { answered } from '#testing/answers';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { ImportReconcilerService } from '../src/operations/import-reconciler.service.ts';
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
  // The relay deletes what it has sent.
  await sql(
    catalogue,
    `CREATE TABLE outbox_record (LIKE outbox);
     CREATE FUNCTION record_outbox() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN INSERT INTO outbox_record VALUES (NEW.*); RETURN NULL; END $$;
     CREATE TRIGGER record_outbox AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION record_outbox()`,
  );
});
afterAll(() => catalogue?.close());
afterEach(() => removeImports(catalogue));

const US = 'US' as const;

const cancel = (actor: Actor, id: string): Promise<ImportState> =>
  catalogue.gateway.request(cancelImport, { actor, id });

const retry = (actor: Actor, id: string, idempotencyKey?: string): Promise<AnswerOf<typeof retryImport>> =>
  catalogue.gateway.request(retryImport, { actor, id, ...(idempotencyKey ? { idempotencyKey } : {}) });

const start = async (actor: Actor, list: string[]): Promise<string> =>
  (await importOf(catalogue, actor, { asins: list, marketplace: US })).import.id;

/** The ends of an import that were announced. */
const announced = async (id: string): Promise<unknown[]> => {
  const rows = await sql<{ data: unknown }>(
    catalogue,
    `SELECT payload->'data' AS data FROM outbox_record WHERE topic = $1 AND payload->>'subject' = $2`,
    [importCompleted.type, id],
  );
  return rows.map(({ data }) => data);
};

describe('a cancelled import', () => {
  it('has failed for what was not imported, keeps the rest, and is announced once', async () => {
    const actor = someone();
    const id = await start(actor, ['B0CANC0001', 'nope', 'B0CANC0002', 'B0CANC0003']);
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, found(['B0CANC0001']));
    const cancelled = await cancel(actor, id);
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      success: ['B0CANC0001'],
      importing: [],
      failure: ['nope', 'B0CANC0002', 'B0CANC0003'],
      counts: { total: 4, success: 1, importing: 0, failure: 3 },
      completedAt: expect.any(Number),
    });
    expect(cancelled.items[2]).toMatchObject({
      errorCode: 'Cancelled',
      errorMessage: { zh: '导入已取消。' },
    });
    expect(await cancel(actor, id)).toEqual(cancelled);
    expect(await stateOf(catalogue, actor, id)).toEqual(cancelled);
    const counts = { total: 4, success: 1, failure: 3 };
    expect(await announced(id)).toEqual([
      { workspaceId: actor.workspaceId, importId: id, status: 'CANCELLED', counts },
    ]);
  });

  it('is not fetched any more, and leaves to others what they wait for', async () => {
    const actor = someone();
    const other = someone();
    const id = await start(actor, ['B0LEFT0001', 'B0LEFT0002']);
    const otherId = await start(other, ['B0LEFT0002']);
    await cancel(actor, id);
    const { asins: claimed, ...lease } = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    expect(claimed).toEqual(['B0LEFT0002']);
    await report(catalogue, lease, found(claimed));
    expect(await stateOf(catalogue, other, otherId)).toMatchObject({ status: 'COMPLETED' });
    expect(await stateOf(catalogue, actor, id)).toMatchObject({ status: 'CANCELLED', success: [] });
  });

  it('stays as it is when the worker that held its products reports, and the worker may go on', async () => {
    const actor = someone();
    const id = await start(actor, ['B0HELD0001']);
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await cancel(actor, id);
    expect(await report(catalogue, lease, found(['B0HELD0001']))).toEqual({ accepted: true });
    expect(await stateOf(catalogue, actor, id)).toMatchObject({ status: 'CANCELLED', success: [] });
    expect(await sql(catalogue, 'SELECT 1 FROM fetch_batch WHERE id = $1', [lease.batchId])).toEqual([]);
    expect(await announced(id)).toHaveLength(1);
  });

  it('that has ended is unchanged, and that of another workspace is not found', async () => {
    const actor = someone();
    const id = await start(actor, ['nope']);
    expect(await cancel(actor, id)).toEqual(await stateOf(catalogue, actor, id));
    for (const [who, unknown] of [
      [someone(), id],
      [actor, newId()],
      [actor, 'nope'],
    ] as const) {
      await expect(cancel(who, unknown)).rejects.toMatchObject({ code: 'NotFound', target: 'id' });
      await expect(retry(who, unknown)).rejects.toMatchObject({ code: 'NotFound', target: 'id' });
    }
    expect(await stateOf(catalogue, actor, id)).toMatchObject({ status: 'FAILED' });
  });

  it('ends once, and its counts add up, whoever claims, reports, cancels or expires at the same moment', async () => {
    const statuses = new Set<string>();
    for (let round = 0; round < sized(6, 25); round += 1) {
      const actor = someone();
      const wanted = asins(`0R${String.fromCharCode(65 + round)}`, 45);
      const ids = [
        await start(actor, wanted),
        await start(actor, wanted.slice(20)),
        await start(someone(), wanted),
      ];
      const batches = await openBatches(catalogue);
      const held = await claimBatch(catalogue, batches[0] ?? '');
      await Promise.all([
        report(catalogue, held, found(held.asins)),
        ...batches.slice(1).map(async (batchId, n) => {
          const lease = await claimBatch(catalogue, batchId, `worker/${n}`).catch(() => undefined);
          if (lease) await report(catalogue, lease, found(lease.asins));
        }),
        start(actor, wanted.slice(10)),
        ...ids.slice(0, 2).flatMap((id) => [cancel(actor, id), cancel(actor, id)]),
        catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile(),
      ]);
      for (const id of ids.slice(0, 2)) {
        const { status, counts, success, failure, items } = await stateOf(catalogue, actor, id);
        statuses.add(status);
        expect(['CANCELLED', 'COMPLETED']).toContain(status);
        expect(counts).toMatchObject({ importing: 0, success: success.length, failure: failure.length });
        expect(success.length + failure.length).toBe(items.length);
        expect(items.filter(({ errorCode }) => errorCode === 'Cancelled')).toHaveLength(failure.length);
        expect(await announced(id)).toHaveLength(1);
      }
      // What the others wait for is still fetched.
      await expireLeases(catalogue);
      for (const batchId of await openBatches(catalogue)) {
        const lease = await claimBatch(catalogue, batchId, `worker/of ${round}`).catch(() => undefined);
        if (lease) await report(catalogue, lease, found(lease.asins));
      }
      const [waiting] = await sql<{ count: number }>(
        catalogue,
        `SELECT count(*)::int FROM import_item item WHERE status = 'importing' AND NOT EXISTS
           (SELECT FROM pending_fetch f WHERE f.asin = item.asin AND f.marketplace = item.marketplace)`,
      );
      expect(waiting).toEqual({ count: 0 });
      await removeImports(catalogue);
    }
    const [row] = await sql(
      catalogue,
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(row).toEqual({ deadlocks: 0 });
    expect(statuses).toContain('CANCELLED');
  });
});

describe('a retry', () => {
  it('imports again what failed and may succeed, and names the import that it retries', async () => {
    const actor = someone();
    const id = await start(actor, ['B0TRYX0001', 'nope', 'B0TRYX0002', 'B0TRYX0003', 'B0TRYX0004']);
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, lease, [
      ...found(['B0TRYX0001']),
      { asin: 'B0TRYX0002', outcome: 'failed', errorCode: 'NotFound' },
      { asin: 'B0TRYX0003', outcome: 'failed', errorCode: 'SourceUnavailable' },
    ]);
    await cancel(actor, id);
    const { import: again } = await retry(actor, id);
    expect(again).toEqual({
      id: expect.any(String),
      success: [],
      importing: ['B0TRYX0003', 'B0TRYX0004'],
      failure: [],
      retryOf: id,
    });
    expect(await stateOf(catalogue, actor, again.id)).toMatchObject({
      status: 'RUNNING',
      retryOf: id,
      marketplace: US,
    });
    const next = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
    await report(catalogue, next, found(next.asins));
    expect(await stateOf(catalogue, actor, again.id)).toMatchObject({ status: 'COMPLETED' });
    await expect(retry(actor, again.id)).rejects.toMatchObject({ code: 'InvalidState' });
  });

  it('with one key is one import, with the same answer', async () => {
    const actor = someone();
    const id = await start(actor, ['B0KEYX0001']);
    const other = await start(actor, ['B0KEYX0002']);
    for (const one of [id, other]) await cancel(actor, one);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => answered(() => retry(actor, id, 'key'))),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.import))).size).toBe(1);
    await expect(retry(actor, other, 'key')).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
  });

  it('that may only repeat has the answer of its key, or none', async () => {
    const actor = someone();
    const id = await start(actor, ['B0REPEAT01']);
    await cancel(actor, id);
    const repeat = () =>
      catalogue.gateway.request(retryImport, { actor, id, idempotencyKey: 'key', onlyRepeat: true });
    await expect(repeat()).rejects.toMatchObject({ code: 'QuotaExceeded' });
    const first = await retry(actor, id, 'key');
    expect(await repeat()).toEqual({ ...first, replayed: true });
  });
});

it('those who follow an import are told of its changes once for each report, not for each item', async () => {
  const actor = someone();
  const id = await start(actor, asins('0TOLD', 40));
  let told = 0;
  const subscription = catalogue.gateway.onNotification(importChanged, id, () => (told += 1));
  await catalogue.gateway.request(retryImport, { actor, id }).catch(() => undefined); // the subscription stands
  for (const batchId of await openBatches(catalogue)) {
    const lease = await claimBatch(catalogue, batchId);
    await report(catalogue, lease, found(lease.asins));
  }
  await until('both are there', () => told >= 2);
  expect(await stateOf(catalogue, actor, id)).toMatchObject({ status: 'COMPLETED' });
  expect(told).toBe(2);
  subscription.unsubscribe();
});

it('a preview tells what an import would, and keeps nothing', async () => {
  const actor = someone();
  const id = await start(actor, ['B0PREV0001']);
  const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
  await report(catalogue, lease, found(lease.asins));
  await removeImports(catalogue);
  const preview = (body: ImportSubmission): Promise<ImportPreview> =>
    catalogue.gateway.request(validateImport, { actor, body });
  const list = ['b0prev0001', 'nope', 'B0PREV0002'];
  expect(await preview({ asins: list, marketplace: US })).toEqual({
    success: ['B0PREV0001'],
    importing: ['B0PREV0002'],
    failure: ['nope'],
  });
  expect(await preview({ asins: list, marketplace: US, refresh: true })).toMatchObject({ success: [] });
  expect(await preview({ asins: list, marketplace: 'CN' })).toMatchObject({ success: [], importing: [] });
  for (const table of ['import', 'import_item', 'pending_fetch', 'fair_share'])
    expect(await sql(catalogue, `SELECT 1 FROM ${table}`)).toEqual([]);
  await expect(stateOf(catalogue, actor, id)).rejects.toMatchObject({ code: 'NotFound' });
});
