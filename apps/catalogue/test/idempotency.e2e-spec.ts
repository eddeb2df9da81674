// Idempotency keys of imports: the first request with a key is carried out, repeated ones get its answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { newId, withContext } from '#platform/context';
import { ImportReconcilerService } from '../src/operations/import-reconciler.service.ts';
import {
  asins,
  claimBatch,
  found,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

const US = 'US' as const;
let catalogue: Catalogue;
let holder: Client;
beforeAll(async () => {
  catalogue = await startCatalogue();
  holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
  await holder.connect();
}, 30_000);
afterAll(async () => {
  await holder?.end();
  await catalogue?.close();
});

describe('an Idempotency-Key', () => {
  it('makes requests with the same key at the same moment create one import and get one answer', async () => {
    const actor = someone();
    const body = { asins: asins('0KEY', 3), marketplace: US };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => importOf(catalogue, actor, body, 'key')),
    );
    expect(new Set(answers.map((answer) => answer.import.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(
      await sql(catalogue, 'SELECT 1 FROM import WHERE workspace_id = $1', [actor.workspaceId]),
    ).toHaveLength(1);
    await expect(importOf(catalogue, actor, { ...body, refresh: true }, 'key')).rejects.toMatchObject({
      code: 'IdempotencyKeyReused',
    });
  });

  it('gives the first answer again after the import has ended, but stores no identifier a second time', async () => {
    const actor = someone();
    const fresh = asins('0FRESH', 2);
    await importOf(catalogue, actor, { asins: fresh, marketplace: US });
    const [first = ''] = await openBatches(catalogue);
    await report(catalogue, await claimBatch(catalogue, first), found(fresh));
    const strange = ['\ud800', '\u0000', 'x'.repeat(500)];
    const [one = '', ...more] = asins('0MANY', 900);
    const submitted = [one, ...strange, ...fresh, ...more];
    const create = () => importOf(catalogue, actor, { asins: submitted, marketplace: US }, 'large');
    const { import: answer, replayed } = await create();
    expect([answer.success, answer.importing.length, answer.failure, replayed]).toEqual([
      fresh,
      900,
      strange,
      false,
    ]);
    await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s' WHERE id = $1`, [answer.id]);
    await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
    expect((await stateOf(catalogue, actor, answer.id)).status).toBe('PARTIAL');
    expect(await create()).toEqual({ import: answer, replayed: true });
    const [stored] = await sql<{ bytes: number }>(
      catalogue,
      `SELECT octet_length(answer::text) AS bytes FROM idempotency WHERE key = 'large' AND workspace_id = $1`,
      [actor.workspaceId],
    );
    expect(stored?.bytes).toBeLessThan(1100);
  });

  it('D31: gets IdempotencyInProgress while the first request runs, and its answer later', async () => {
    const actor = someone();
    // The second request has two seconds left, less than the first one may take.
    const ask = (leftMs: number) =>
      withContext({ requestId: newId(), deadline: performance.now() + leftMs }, () =>
        importOf(catalogue, actor, { asins: asins('0RUN', 3), marketplace: US }, 'key'),
      );
    await holder.query('BEGIN; LOCK TABLE import IN SHARE MODE');
    const first = ask(3000);
    const isBlocked = `SELECT 1 FROM pg_locks WHERE relation = 'import'::regclass AND NOT granted`;
    while ((await holder.query(isBlocked)).rowCount === 0) await sleep(10);
    const asked = performance.now();
    const refused = expect(ask(2000)).rejects.toMatchObject({ code: 'IdempotencyInProgress', retryAfter: 1 });
    // oxlint-disable-next-line typescript/no-misused-promises -- a promise that finally() gets is awaited
    await refused.finally(() => holder.query('COMMIT'));
    const tookMs = performance.now() - asked;
    expect(tookMs).toBeGreaterThan(900); // the second request waited for the first one
    expect(tookMs).toBeLessThan(2000);
    const answer = await first;
    expect(answer.replayed).toBe(false);
    expect(await ask(3000)).toEqual({ import: answer.import, replayed: true });
    const stored = await sql(catalogue, 'SELECT id FROM import WHERE workspace_id = $1', [actor.workspaceId]);
    expect(stored).toEqual([{ id: answer.import.id }]);
  });
});
