// Imports of CSV files on real servers: rows become products, each once, and our own export changes nothing.
import {
  cancelImport,
  createCsvImport,
  createProduct,
  deleteProduct,
  getProduct,
  listImportItems,
  listImports,
  patchProduct,
  productCreation,
  productField,
  retryImport,
  type Actor,
  type CsvRow,
  type Product,
} from '#contracts';
import { CsvImportWriterService } from '../src/csv-imports/csv-import-writer.service.ts';
import { CsvImportsService } from '../src/csv-imports/csv-imports.service.ts';
import { ImportReconcilerService } from '../src/operations/import-reconciler.service.ts';
import {
  aProduct,
  eventsOf,
  importAgain,
  logEvents,
  removeImports,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';
import { ended, imported, importRows, productsOf, rowsOf, stage, type Content } from './csv-files.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
  await logEvents(catalogue);
});
afterAll(() => catalogue?.close());

/** Fields that are lists. */
const LISTS = ['features', 'images', 'keywords', 'tags', 'videos'];
const get = (actor: Actor, id: string): Promise<Product> =>
  catalogue.gateway.request(getProduct, { actor, id });
const write = (): Promise<void> => catalogue.app.get(CsvImportWriterService, { strict: false }).write();
async function create(actor: Actor, body: Content & { title: string }): Promise<Product> {
  const request = { actor, body: productCreation.parse(body) };
  return (await catalogue.gateway.request(createProduct, request)).product;
}

describe('the rows of a CSV file', () => {
  it('become Custom products in the order of the file, as if they were created one by one', async () => {
    const actor = someone();
    const titles = Array.from({ length: 600 }, (_, i) => `Board ${i + 1}`);
    const rows = rowsOf(
      titles.map((title) => ({ title, brand: 'Fenwick', keywords: ['oak', ''], tags: [] })),
    );
    const { import: accepted } = await importRows(catalogue, actor, rows);
    expect(accepted).toMatchObject({ success: [], failure: [] });
    expect(accepted.importing).toEqual(rows.map(({ row }) => String(row)));
    const state = await ended(catalogue, actor, accepted.id);
    expect(state).toMatchObject({
      status: 'COMPLETED',
      counts: { total: 600, success: 600, importing: 0, failure: 0 },
      success: rows.map(({ row }) => String(row)),
    });
    expect(state).not.toHaveProperty('marketplace');
    expect(state.items[0]).toEqual({ row: 1, status: 'success', productId: expect.any(String) });
    const stored = await productsOf(catalogue, actor);
    expect(stored.map(({ title }) => title)).toEqual(titles);
    expect(stored[0]).toEqual(
      productCreation.parse({ title: 'Board 1', brand: 'Fenwick', keywords: ['oak', ''] }),
    );
    expect(await eventsOf(catalogue, state.items[599]?.productId ?? '')).toEqual(['product.created 1']);
    expect(await eventsOf(catalogue, accepted.id)).toEqual(['import.completed']);
    expect(await sql(catalogue, 'SELECT FROM import_chunk')).toEqual([]);
  });

  it('fail one by one, with the column that is wrong', async () => {
    const actor = someone();
    const foreign = await create(someone(), { title: 'Of others' });
    const own = await create(actor, { title: 'Own' });
    const deleted = await create(actor, { title: 'Deleted' });
    await catalogue.gateway.request(deleteProduct, { actor, id: deleted.id });
    const title = 'A title';
    const cases: [Omit<Extract<CsvRow, { content: object }>, 'row'>, string | undefined][] = [
      [{ content: {}, fixed: {} }, 'title'],
      [{ content: { title: ' ' }, fixed: {} }, 'title'],
      [{ content: { title, link: 'javascript:alert(1)' }, fixed: {} }, 'link'],
      [{ content: { title, images: ['ftp://example.com'] }, fixed: {} }, 'images'],
      [{ content: { title, tags: Array<string>(101).fill('x') }, fixed: {} }, 'tags'],
      [{ content: { title, features: ['x'] }, fixed: {} }, 'features'],
      [{ content: { title }, fixed: { genre: 'Retailer' } }, 'genre'],
      [{ content: { title }, fixed: { genre: 'Custom', asin: 'B000000001' } }, 'asin'],
      [{ content: { title }, fixed: { marketplace: 'US' } }, 'marketplace'],
      [{ id: foreign.id, content: { title }, fixed: {} }, 'id'],
      [{ id: deleted.id, content: { title }, fixed: {} }, 'id'],
      [{ id: 'row 11', content: { title }, fixed: {} }, 'id'],
      [{ id: own.id, content: { title: '' }, fixed: {} }, 'title'],
      [{ id: own.id, content: { features: ['x'] }, fixed: {} }, 'features'],
      [{ id: own.id, content: { title }, fixed: { genre: 'Retailer' } }, 'genre'],
      [{ id: own.id, content: { brand: 'x'.repeat(256 * 1024) }, fixed: {} }, undefined],
    ];
    const rows: CsvRow[] = cases.map(([row], i) => ({ row: i + 1, ...row }));
    rows.push(
      { row: rows.length + 1, isInvalid: true, target: 'brand' },
      { row: rows.length + 2, isInvalid: true },
    );
    rows.push({ row: rows.length + 1, content: { title }, fixed: { genre: 'Custom' } });
    const { import: accepted } = await importRows(catalogue, actor, rows, { perChunk: 6 });
    expect(accepted.failure).toEqual(['17', '18']);
    const state = await ended(catalogue, actor, accepted.id);
    expect(state).toMatchObject({
      status: 'PARTIAL',
      success: ['19'],
      counts: { total: 19, success: 1, failure: 18 },
    });
    const targets = [...cases.map(([, target]) => target), 'brand', undefined];
    expect(state.items.slice(0, 18).map(({ errorTarget }) => errorTarget)).toEqual(targets);
    expect(state.items[0]).toEqual({
      row: 1,
      status: 'failure',
      errorCode: 'InvalidRow',
      errorMessage: { en: expect.stringContaining('row'), zh: expect.stringContaining('行') },
      errorTarget: 'title',
    });
    expect(await get(actor, own.id)).toEqual(own);
  });

  it('with an id change that product, whose other fields stay as they are', async () => {
    const actor = someone();
    const custom = await create(actor, { title: 'Old', brand: 'Fenwick', keywords: ['a'], tags: ['b'] });
    const retailer = await importAgain(catalogue, actor, 'B0CSVROW01', aProduct('Theirs'));
    const state = await imported(catalogue, actor, [
      { row: 1, id: custom.id, content: { title: 'New', brand: '', tags: [] }, fixed: {} },
      { row: 2, id: retailer, content: { title: 'Ours', brand: 'Brand' }, fixed: { asin: 'B0CSVROW01' } },
      { row: 3, id: custom.id.toUpperCase(), content: { description: 'Later' }, fixed: {} },
    ]);
    expect(state).toMatchObject({ status: 'COMPLETED', success: ['1', '2', '3'] });
    const { updatedAt: _, ...changed } = await get(actor, custom.id);
    const { tags: __, updatedAt: ___, ...rest } = custom;
    expect(changed).toEqual({ ...rest, title: 'New', brand: '', description: 'Later', version: 2 });
    const edit = { title: 'Ours', editedBy: { title: 'person' }, imported: { title: 'Theirs' }, version: 2 };
    expect(await get(actor, retailer)).toMatchObject(edit);
    expect(await eventsOf(catalogue, retailer)).toEqual(['product.created 1', 'product.updated 2']);
  });

  it('that say what their products have already change nothing, even what nobody could write', async () => {
    const actor = someone();
    const odd = { ...aProduct(''), link: 'none', images: Array<string>(150).fill('x'), keywords: [''] };
    const retailer = await importAgain(catalogue, actor, 'B0CSVSAME1', odd);
    const edited = await importAgain(catalogue, actor, 'B0CSVSAME2', aProduct('Theirs'));
    await catalogue.gateway.request(patchProduct, { actor, id: edited, body: { title: 'Ours' } });
    const custom = await create(actor, { title: 'Own', keywords: [], tags: [''] });
    const before = await Promise.all([retailer, edited, custom.id].map((id) => get(actor, id)));
    const rows = before.map((product, i): CsvRow => {
      const { id, genre, ...stored } = product as Product & Record<string, string | string[] | undefined>;
      const cells = productField.options.map((field) => {
        const value = stored[field] ?? (LISTS.includes(field) ? [] : '');
        return [field, value.length === 1 && value[0] === '' ? [] : value];
      });
      const { asin = '', marketplace = '' } = product as { asin?: string; marketplace?: string };
      return {
        row: i + 1,
        id,
        content: Object.fromEntries(cells) as Content,
        fixed: { genre, asin, marketplace },
      };
    });
    expect(await imported(catalogue, actor, rows)).toMatchObject({
      status: 'COMPLETED',
      success: ['1', '2', '3'],
    });
    expect(await Promise.all([retailer, edited, custom.id].map((id) => get(actor, id)))).toEqual(before);
    expect(await eventsOf(catalogue, retailer)).toEqual(['product.created 1']);
  });
});

describe('a CSV import', () => {
  afterEach(() => removeImports(catalogue));

  it('writes each row once, also after a crash within a chunk and with several instances at work', async () => {
    const actor = someone();
    await sql(
      catalogue,
      `CREATE TABLE crashes (nth serial);
       CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         IF nextval('crashes_nth_seq') % 3 <> 0 THEN RAISE 'the process dies here'; END IF;
         RETURN OLD;
       END $$;
       CREATE TRIGGER crash BEFORE DELETE ON import_chunk FOR EACH ROW EXECUTE FUNCTION crash()`,
    );
    const titles = Array.from({ length: 300 }, (_, i) => `Once ${i + 1}`);
    const { import: accepted } = await importRows(
      catalogue,
      actor,
      rowsOf(titles.map((title) => ({ title }))),
      {
        perChunk: 20,
      },
    );
    const instances = Array.from({ length: 4 }, async () => {
      for (;;) {
        await write().catch(() => undefined);
        if ((await stateOf(catalogue, actor, accepted.id)).status !== 'RUNNING') return;
      }
    });
    await Promise.all(instances);
    const [crashes] = await sql<{ n: number }>(
      catalogue,
      'SELECT last_value::int AS n FROM crashes_nth_seq; ',
    );
    await sql(catalogue, 'DROP TRIGGER crash ON import_chunk; DROP FUNCTION crash; DROP TABLE crashes');
    expect(crashes?.n).toBeGreaterThan(30);
    expect(await ended(catalogue, actor, accepted.id)).toMatchObject({
      status: 'COMPLETED',
      counts: { success: 300 },
    });
    const stored = (await productsOf(catalogue, actor)).map(({ title }) => title);
    expect(stored.toSorted()).toEqual(titles.toSorted());
    expect(await eventsOf(catalogue, accepted.id)).toEqual(['import.completed']);
  });

  it('is one for each Idempotency-Key', async () => {
    const actor = someone();
    const rows: CsvRow[] = [...rowsOf([{ title: 'A' }, { title: 'B' }]), { row: 3, isInvalid: true }];
    const repeat = (fileHash: string) => importRows(catalogue, actor, rows, { fileHash, key: 'key' });
    const first = await repeat('one');
    await ended(catalogue, actor, first.import.id);
    expect(await repeat('one')).toEqual({ import: first.import, replayed: true });
    expect(await productsOf(catalogue, actor)).toHaveLength(2);
    expect(await sql(catalogue, 'SELECT FROM import_chunk')).toEqual([]);
    await expect(repeat('other')).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
    const both = await Promise.all(
      [1, 2].map(() => importRows(catalogue, actor, rows, { fileHash: 'x', key: 'at once' })),
    );
    expect(new Set(both.map(({ import: { id } }) => id)).size).toBe(1);
  });

  it('is nothing before all of its chunks are there, and what a stopped gateway left is deleted', async () => {
    const actor = someone();
    const [importId, chunks] = await stage(
      catalogue,
      actor,
      rowsOf([{ title: 'Left' }, { title: 'Behind' }]),
      1,
    );
    const input = { actor, importId, chunks: chunks + 1, fileHash: 'x' };
    await expect(catalogue.gateway.request(createCsvImport, input)).rejects.toMatchObject({
      code: 'Unavailable',
    });
    await write();
    await expect(stateOf(catalogue, actor, importId)).rejects.toMatchObject({ code: 'NotFound' });
    expect(await productsOf(catalogue, actor)).toEqual([]);
    const service = catalogue.app.get(CsvImportsService, { strict: false });
    await service.removeLeft();
    expect(await sql(catalogue, 'SELECT FROM import_chunk')).toHaveLength(2);
    await sql(catalogue, `UPDATE import_chunk SET staged_at = now() - interval '61 minutes'`);
    await service.removeLeft();
    expect(await sql(catalogue, 'SELECT FROM import_chunk')).toEqual([]);
  });

  it.each([
    ['deadline', 'DeadlineExceeded', 'FAILED'],
    ['end by a person', 'Cancelled', 'CANCELLED'],
  ])('writes no row after its %s, which none of its lists hides', async (_, errorCode, status) => {
    const actor = someone();
    await sql(
      catalogue,
      `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no row is written'; END $$;
       CREATE TRIGGER stop BEFORE INSERT ON product FOR EACH ROW EXECUTE FUNCTION stop()`,
    );
    const rows: CsvRow[] = [...rowsOf([{ title: 'Late' }]), { row: 2, isInvalid: true, target: 'brand' }];
    const { import: accepted } = await importRows(catalogue, actor, rows);
    const named = { actor, id: accepted.id };
    if (errorCode === 'Cancelled') await catalogue.gateway.request(cancelImport, named);
    else {
      await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s'`);
      await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
    }
    await sql(catalogue, 'DROP FUNCTION stop CASCADE');
    await write();
    const failed = [
      { row: 1, status: 'failure', errorCode },
      { row: 2, errorCode: 'InvalidRow', errorTarget: 'brand' },
    ];
    expect(await stateOf(catalogue, actor, accepted.id)).toMatchObject({ status, items: failed });
    expect(await productsOf(catalogue, actor)).toEqual([]);
    const page = await catalogue.gateway.request(listImportItems, { ...named, limit: 10 });
    expect(page.items).toMatchObject(failed);
    const { imports } = await catalogue.gateway.request(listImports, { actor, limit: 10 });
    expect(imports).toEqual([expect.objectContaining({ id: accepted.id, status })]);
    expect(imports[0]).not.toHaveProperty('marketplace');
    const retried = catalogue.gateway.request(retryImport, named);
    await expect(retried).rejects.toMatchObject({ code: 'InvalidState' });
  });
});
