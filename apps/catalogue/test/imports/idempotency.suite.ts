// Idempotency keys of imports: the first request with a key is carried out, repeated ones get its answer.
import { Client } from 'pg';
import { createCsvImport, createImport } from '#contracts';
import { newId, withContext } from '#platform/context';
import { Database } from '#platform/database';
import { answered } from '#testing/answers';
import { HeldInserts } from '#testing/schema';
import { ImportsService } from '../../src/imports/imports.service.ts';
import { ImportReconcilerService } from '../../src/operations/import-reconciler.service.ts';
import {
  asins,
  claimBatch,
  found,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  stateOf,
  type Catalogue,
} from '../catalogue.ts';
import { importRows, rowsOf } from '../csv-files.ts';

const US = 'US' as const;
export const idempotency = (shared: () => Catalogue): void =>
  describe('keys of imports', () => {
    let catalogue: Catalogue;
    let holder: Client;
    beforeAll(async () => {
      catalogue = shared();
      holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
    });
    afterAll(async () => {
      await holder?.end();
    });

    /** The milliseconds of a setting such as `2s` or `750ms`. */
    const milliseconds = (setting = ''): number => parseFloat(setting) * (setting.endsWith('ms') ? 1 : 1000);

    describe('an Idempotency-Key', () => {
      it('makes requests with the same key at the same moment create one import and get one answer', async () => {
        const actor = someone();
        const body = { asins: asins('0KEY', 3), marketplace: US };
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => answered(() => importOf(catalogue, actor, body, 'key'))),
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
        await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s' WHERE id = $1`, [
          answer.id,
        ]);
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

      it('answers a repeat whose references are gone, and no other request with such references', async () => {
        const actor = someone();
        const body = { asins: asins('0GONE', 2), marketplace: US };
        const repeat = (idempotencyKey: string) =>
          catalogue.gateway.request(createImport, { actor, body, idempotencyKey, onlyRepeat: true });
        await expect(repeat('gone')).rejects.toMatchObject({ code: 'QuotaExceeded' });
        const { import: answer } = await importOf(catalogue, actor, body, 'gone');
        expect(await repeat('gone')).toEqual({ import: answer, replayed: true });
        // auth, which knows the marketplace of a workspace, is away.
        const unknown = catalogue.gateway.request(createImport, { actor, body: { asins: body.asins } });
        await expect(unknown).rejects.toMatchObject({ code: 'Unavailable' });
      });

      it('answers a repeat of a file alike, which then needs no rows', async () => {
        const actor = someone();
        const idempotencyKey = 'file';
        const file = { actor, importId: newId(), chunks: 1, fileHash: 'one', idempotencyKey };
        const repeat = () => catalogue.gateway.request(createCsvImport, { ...file, onlyRepeat: true });
        await expect(repeat()).rejects.toMatchObject({ code: 'QuotaExceeded' });
        const rows = rowsOf([{ title: 'Oak board' }]);
        const { import: answer } = await importRows(catalogue, actor, rows, { fileHash: 'one', key: 'file' });
        expect(await repeat()).toEqual({ import: answer, replayed: true });
      });

      describe('that waits for its first request', () => {
        const inserts = new HeldInserts('import', async (text) => (await holder.query(text)).rows);
        beforeAll(() => inserts.begin());
        afterAll(() => inserts.end());

        it('gets IdempotencyInProgress while the first request runs, and its answer later', async () => {
          const actor = someone();
          const body = { asins: asins('0RUN', 3), marketplace: US };
          // Not over the bus, which gives up after three seconds: so long may the refusal alone take on a busy machine.
          const ask = () => catalogue.app.get(ImportsService, { strict: false }).create(actor, body, 'key');
          const answer = await inserts.holding(ask, async () => {
            await expect(ask()).rejects.toMatchObject({ code: 'IdempotencyInProgress', retryAfter: 1 });
          });
          expect(answer.replayed).toBe(false);
          expect(await importOf(catalogue, actor, body, 'key')).toEqual({
            import: answer.import,
            replayed: true,
          });
          const stored = await sql(catalogue, 'SELECT id FROM import WHERE workspace_id = $1', [
            actor.workspaceId,
          ]);
          expect(stored).toEqual([{ id: answer.import.id }]);
        });
      });

      it.each([1300, 10_000])(
        'waits for the first request for less than the %d ms for which the caller waits',
        async (leftMs) => {
          const context = { requestId: newId(), deadline: performance.now() + leftMs };
          const settings = `SELECT current_setting('lock_timeout') AS lock, current_setting('transaction_timeout') AS transaction`;
          const [found] = await withContext(context, () =>
            catalogue.app
              .get(Database)
              .forWorkspace(newId(), (tx) => tx.query<Record<string, string>[]>(settings)),
          );
          const [lock = NaN, transaction = NaN] = [found?.['lock'], found?.['transaction']].map(milliseconds);
          expect(lock).toBeGreaterThan(0);
          expect(lock).toBeLessThan(transaction);
          expect(transaction).toBeLessThan(leftMs);
        },
      );
    });
  });
