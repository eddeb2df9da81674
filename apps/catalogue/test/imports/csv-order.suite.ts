// How the rows of CSV files are written: those that name one product one after the other, by several instances too, and few of
// large products at once.
import type { Type } from '@nestjs/common';
import { Client } from 'pg';
import { createProduct, getProduct, type Actor, type CsvRow } from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { IntervalTasks } from '#platform/resilience';
import { until } from '#testing/until';
import { CsvImportWriterService } from '../../src/csv-imports/csv-import-writer.service.ts';
import { CsvImportsStore } from '../../src/csv-imports/csv-imports.store.ts';
import { ImportCompletionService } from '../../src/import-record/index.ts';
import { ProductRowsService } from '../../src/products/index.ts';
import { aProduct, someone, sql, type Catalogue } from '../catalogue.ts';
import { ended, importRows } from '../csv-files.ts';

/** It stops the task that writes rows: no test may follow that needs the task. */
export const csvOrder = (shared: () => Catalogue): void =>
  describe('a CSV file', () => {
    let catalogue: Catalogue;
    beforeAll(() => {
      catalogue = shared();
    });

    it('no more products are changed at once than fit into memory, however large those are that a file names', async () => {
      const actor = someone();
      const content = JSON.stringify({ ...aProduct('Board'), description: 'oak '.repeat(60_000) });
      const products = await sql<{ id: string }>(
        catalogue,
        `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT $1, gen_random_uuid(), 'Custom', $2::json, '' FROM generate_series(1, 40) RETURNING id`,
        [actor.workspaceId, content],
      );
      const rows = products.map(({ id }, i): CsvRow => ({
        row: i + 1,
        id,
        content: { title: `Board ${i}` },
        fixed: {},
      }));
      const { import: accepted } = await importRows(catalogue, actor, rows);
      expect(await ended(catalogue, actor, accepted.id)).toMatchObject({ counts: { success: 40 } });
      const written = await sql<{ bytes: number }>(
        catalogue,
        `SELECT sum(octet_length(content::text))::int AS bytes FROM product
       WHERE workspace_id = $1 GROUP BY updated_at`, // the time of a transaction
        [actor.workspaceId],
      );
      expect(Math.max(...written.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4_000_000);
    });

    it('the rows of a file are written in its order by two instances, too', async () => {
      const get = <T>(type: Type<T>): T => catalogue.app.get(type, { strict: false });
      await get(IntervalTasks)
        .tasks.find(({ name }) => name === 'rows of CSV files')
        ?.stop();
      const instance = () =>
        new CsvImportWriterService(
          get(Database),
          get(CsvImportsStore),
          get(ProductRowsService),
          get(ImportCompletionService),
        );
      const actor = someone();
      const { product } = await catalogue.gateway.request(createProduct, { actor, body: { title: 'Board' } });
      const { id } = product;
      const titles = ['First', 'Second'];
      const rows = titles.map((title, i): CsvRow => ({ row: i + 1, id, content: { title }, fixed: {} }));
      const { import: accepted } = await importRows(catalogue, actor, rows, { perChunk: 1 });
      const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
      try {
        await holder.query('BEGIN');
        await holder.query(`SELECT FROM import_item WHERE import_id = $1 AND position = 1 FOR UPDATE`, [
          accepted.id,
        ]);
        const writing = instance().write();
        const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%import_item%'`;
        await until('the first chunk is being written', async () => (await sql(catalogue, waits)).length > 0);
        await instance().write();
        await holder.query('ROLLBACK');
        await writing.catch(() => undefined); // the lock was held for too long on a busy machine
      } finally {
        await holder.end();
      }
      await instance().write();
      expect(await ended(catalogue, actor, accepted.id)).toMatchObject({ status: 'COMPLETED' });
      const { title, version } = await catalogue.gateway.request(getProduct, { actor, id });
      expect({ title, version }).toEqual({ title: 'Second', version: 3 });
    });

    it('files are written for each holder in turn, and those that have been written least come first', async () => {
      const holderId = newId();
      const one = { ...someone(), holderId };
      const sister = { ...someone(), holderId };
      const other = someone();
      const store = catalogue.app.get(CsvImportsStore, { strict: false });
      const file = async (actor: Actor, count: number): Promise<string> => {
        const rows = Array.from({ length: count }, (_, i): CsvRow => ({
          row: i + 1,
          content: { title: 'Board' },
          fixed: {},
        }));
        return (await importRows(catalogue, actor, rows, { perChunk: 1 })).import.id;
      };
      const large = await file(one, 3);
      const small = [await file(sister, 1), await file(one, 1), await file(sister, 1)];
      const stranger = await file(other, 1);
      const next = async (limit: number) => (await store.running(limit)).map(({ id }) => id);
      expect(new Set(await next(2))).toEqual(new Set([large, stranger]));
      await sql(catalogue, 'DELETE FROM import_chunk WHERE import_id = $1 AND chunk = 1', [large]); // as if it were written
      const [first, second, ...others] = await next(9);
      expect(new Set([first, second])).toEqual(new Set([small[0], stranger]));
      expect(others).toEqual([small[1], small[2], large]);
    });
  });
