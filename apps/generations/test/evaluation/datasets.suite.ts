// Datasets: the products as they were, with their accepted texts; their quota; what is left when one cannot be made.
import {
  acceptGeneration,
  AppError,
  createDataset,
  deleteDataset,
  deleteGeneration,
  getDataset,
  listCases,
  listDatasets,
  type Actor,
  type Dataset,
  type DatasetCase,
  type DatasetCreation,
} from '#contracts';
import { newId } from '#platform/context';
import { OldRowsService } from '../../src/operations/old-rows.service.ts';
import { DatasetsService } from '../../src/datasets/index.ts';
import { Database } from '#platform/database';
import { errorOf } from '#testing/answers';
import { plansOf } from '#testing/plans';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { catalogue, productFor, sourceHashOf } from '../stand-in-catalogue.ts';
import { app, environment, otherApp } from '../suite-environment.ts';

const someProducts = (actor: Actor, count: number): string[] =>
  Array.from({ length: count }, (_, n) => productFor(actor, { title: `Board ${n}` }).id);

const create = (actor: Actor, body: Partial<DatasetCreation>, idempotencyKey?: string) =>
  environment.gateway.request(createDataset, {
    actor,
    body: { name: 'Boards', products: { filter: {} }, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

async function casesOf(actor: Actor, id: string): Promise<DatasetCase[]> {
  const cases: DatasetCase[] = [];
  let nextToken: string | undefined;
  do {
    const page = await environment.gateway.request(listCases, { actor, id, limit: 4, nextToken });
    cases.push(...page.cases);
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  return cases;
}
const listed = async (actor: Actor): Promise<Dataset[]> =>
  (await environment.gateway.request(listDatasets, { actor, limit: 10 })).datasets;
const rowsOf = ({ workspaceId }: Actor) =>
  environment.sql<{ datasets: number; cases: number }>(
    `SELECT (SELECT count(*)::int FROM dataset WHERE workspace_id = $1) AS datasets,
       (SELECT count(*)::int FROM dataset_case WHERE workspace_id = $1) AS cases`,
    [workspaceId],
  );
/** Has a text about a product accepted into a document, which then has this content, and stands for that of more applications. */
async function acceptText(actor: Actor, productId: string, content: string, more: number): Promise<void> {
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId } });
  await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
  await environment.sql(
    'UPDATE document SET content = $2 WHERE id = (SELECT accepted_document_id FROM generation WHERE id = $1)',
    [id, content],
  );
  await environment.sql(
    `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, product_version, application_version)
     SELECT workspace_id, product_id, 'application-' || n, state, generation_id, 1, 1
     FROM product_text, generate_series(1, $2) AS n WHERE generation_id = $1`,
    [id, more],
  );
}
/** Rows that each statement that fits gives while `work` is done. */
const rowsGiven = async (pattern: RegExp, work: () => Promise<unknown>): Promise<number[]> =>
  (await plansOf(environment.servers.database.appUrl, pattern, work)).map((plan) => plan['Actual Rows']);
const NOTHING = [{ datasets: 0, cases: 0 }];

afterEach(() => {
  catalogue.error = undefined;
});

describe('a dataset', () => {
  it('keeps products as they were, whatever becomes of them, and pages through them', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 15);
    const inputs = { keywords: ['oak'] };
    const { dataset, replayed } = await create(actor, { products: { ids: [...ids, ids[0] ?? ''] }, inputs });
    expect(dataset).toEqual({
      id: expect.any(String),
      name: 'Boards',
      cases: 15,
      withReferences: 0,
      bytes: expect.any(Number),
      inputs,
      createdAt: expect.any(Number),
    });
    expect([replayed, catalogue.lookup?.holderId]).toEqual([false, actor.holderId]);
    productFor(actor, { id: ids[0], title: 'Another title', version: 2 });
    catalogue.products.delete(`${actor.workspaceId}/${ids[1]}`);
    const cases = await casesOf(actor, dataset.id);
    expect(cases.map(({ productId }) => productId)).toEqual(ids.toReversed());
    expect(cases.map(({ product }) => product.title)).toEqual(ids.map((_, n) => `Board ${n}`).toReversed());
    expect(cases[0]).not.toHaveProperty('references');
    expect(JSON.stringify(cases)).not.toContain(sourceHashOf(1));
    expect(await listed(actor)).toEqual([dataset]);
    expect(await environment.gateway.request(getDataset, { actor, id: dataset.id })).toEqual(dataset);
    expect(dataset.bytes).toBe(cases.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0));
  });

  it('has the accepted texts as they stand, of products and documents, after their generation is gone too', async () => {
    const actor = newActor();
    const [titled, described, pending, plain] = someProducts(actor, 4) as [string, string, string, string];
    const accept = async (productId: string, to: 'product' | 'document', applicationId = 'product-title') => {
      const id = await environment.createEnded(actor, SUCCESS, { applicationId, inputs: { productId } });
      await environment.gateway.request(acceptGeneration, { actor, id, body: { to } });
      return id;
    };
    await accept(titled, 'product');
    await accept(described, 'document');
    await environment.createEnded(actor, SUCCESS, { inputs: { productId: pending } });
    const products = { ids: [titled, described, pending, plain] };
    const { dataset } = await create(actor, { products, references: 'accepted' });
    expect(dataset.withReferences).toBe(2);
    const references = new Map(
      (await casesOf(actor, dataset.id)).map((one) => [one.productId, one.references]),
    );
    const text = { 'product-title': 'Fenwick Oak Serving Board' };
    expect(references.get(titled)).toEqual(text);
    expect(references.get(described)).toEqual(text);
    expect(references.get(pending)).toBeUndefined();
    const without = await create(actor, { products });
    expect(without.dataset.withReferences).toBe(0);
    const gone = await accept(plain, 'product');
    await environment.sql('DELETE FROM generation WHERE id = $1', [gone]);
    expect(await errorOf(environment.gateway.request(deleteGeneration, { actor, id: gone }))).toMatchObject({
      code: 'NotFound',
    });
    const later = await create(actor, { products: { ids: [plain] }, references: 'accepted' });
    expect((await casesOf(actor, later.dataset.id))[0]?.references).toEqual(text);
  });

  it('stays when nothing but the answer of its last step was lost', async () => {
    const actor = newActor();
    const body = { products: { ids: someProducts(actor, 2) } };
    const key = newId();
    // A connection breaks once, right after the COMMIT of the step that has the answer.
    const databases = [app, otherApp].map((one) => one.get(Database, { strict: false }));
    const mend = () => databases.forEach((database) => Reflect.deleteProperty(database, 'forWorkspace'));
    for (const database of databases) {
      const forWorkspace = database.forWorkspace.bind(database);
      database.forWorkspace = async (...args) => {
        const result = await forWorkspace(...args);
        if (!(result instanceof Object && 'replayed' in result)) return result;
        mend();
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      };
    }
    expect(await errorOf(create(actor, body, key))).toMatchObject({ code: 'Unavailable' });
    const { dataset, replayed } = await create(actor, body, key);
    expect(replayed).toBe(true);
    expect(await casesOf(actor, dataset.id)).toHaveLength(2);
  });

  it('is made once for a key, and answered by it after its products are gone, and itself', async () => {
    const actor = newActor();
    const body = { products: { ids: someProducts(actor, 9) } };
    const key = newId();
    const many = await Promise.allSettled(Array.from({ length: 4 }, () => create(actor, body, key)));
    const made = many.flatMap((one) => (one.status === 'fulfilled' ? [one.value.dataset.id] : []));
    expect(new Set(made).size).toBe(1);
    expect(await rowsOf(actor)).toEqual([{ datasets: 1, cases: 9 }]);
    catalogue.error = new AppError('Unavailable');
    expect(await create(actor, body, key)).toMatchObject({ dataset: { id: made[0] }, replayed: true });
    catalogue.error = undefined;
    expect(await errorOf(create(actor, { ...body, name: 'Other' }, key))).toMatchObject({
      code: 'IdempotencyKeyReused',
    });
    await environment.gateway.request(deleteDataset, { actor, id: made[0]! });
    expect(await create(actor, body, key)).toMatchObject({ dataset: { id: made[0] }, replayed: true });
    expect(await rowsOf(actor)).toEqual(NOTHING);
  });

  it.each<[Partial<DatasetCreation>, string, string]>([
    [{ products: { ids: [newId()] } }, 'UnknownReference', 'products.ids[0]'],
    [{ products: { filter: {}, first: 1001 } }, 'InvalidArgument', 'products.first'],
    [{ products: { filter: {} } }, 'InvalidArgument', 'products'],
    [{ products: { filter: { texts: 'stale' } } }, 'InvalidArgument', 'products.filter.applicationId'],
    [{ inputs: { productId: newId() } }, 'InvalidArgument', 'inputs.productId'],
    [{ name: '  ' }, 'InvalidArgument', 'body.name'],
  ])('is refused for %j: %s, %s, and leaves nothing', async (body, code, target) => {
    const actor = newActor();
    expect(await errorOf(create(actor, body))).toMatchObject({ code, target });
    expect(await rowsOf(actor)).toEqual(NOTHING);
  });

  it('of more products than it may have is refused; the first of them are taken', async () => {
    const actor = newActor();
    someProducts(actor, 1001);
    const refused = await errorOf(create(actor, {}));
    expect(refused).toMatchObject({ code: 'InvalidArgument', target: 'products.first' });
    const { dataset } = await create(actor, { products: { filter: {}, first: 30 } });
    expect(dataset.cases).toBe(30);
  });

  it('that cannot be finished leaves nothing; what a crash leaves is unseen, and deleted later', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 10);
    const release = Promise.withResolvers<void>();
    catalogue.holdAnswers();
    const failing = create(actor, { products: { ids } });
    catalogue.error = new AppError('Unavailable');
    catalogue.release();
    release.resolve();
    expect(await errorOf(failing)).toMatchObject({ code: 'Unavailable' });
    catalogue.error = undefined;
    expect(await rowsOf(actor)).toEqual(NOTHING);
    const { dataset } = await create(actor, { products: { ids } });
    await environment.sql('UPDATE dataset SET ready = false WHERE id = $1', [dataset.id]);
    expect(await listed(actor)).toEqual([]);
    const reading = environment.gateway.request(getDataset, { actor, id: dataset.id });
    expect(await errorOf(reading)).toMatchObject({ code: 'NotFound' });
    await app.get(OldRowsService, { strict: false }).delete();
    expect(await rowsOf(actor)).toEqual([{ datasets: 1, cases: 10 }]);
    await environment.sql(`UPDATE dataset SET created_at = created_at - interval '2 hours' WHERE id = $1`, [
      dataset.id,
    ]);
    await app.get(OldRowsService, { strict: false }).delete();
    expect(await rowsOf(actor)).toEqual(NOTHING);
  });

  it('is deleted with its cases; strangers have none', async () => {
    const actor = newActor();
    const { id } = (await create(actor, { products: { ids: someProducts(actor, 3) } })).dataset;
    const stranger = newActor();
    const requests = [
      (who: Actor, what: string) => environment.gateway.request(getDataset, { actor: who, id: what }),
      (who: Actor, what: string) =>
        environment.gateway.request(listCases, { actor: who, id: what, limit: 1 }),
      (who: Actor, what: string) => environment.gateway.request(deleteDataset, { actor: who, id: what }),
    ];
    for (const request of requests) {
      expect(await errorOf(request(stranger, id))).toMatchObject({ code: 'NotFound' });
      expect(await errorOf(request(actor, 'x'))).toMatchObject({ code: 'NotFound' });
    }
    await environment.gateway.request(deleteDataset, { actor, id });
    expect(await rowsOf(actor)).toEqual(NOTHING);
    expect(await errorOf(requests[2]!(actor, id))).toMatchObject({ code: 'NotFound' });
  });
});

describe('of a dataset with large cases', () => {
  it('no more are read at once than a page may have bytes', async () => {
    const actor = newActor();
    const { workspaceId } = actor;
    const description = 'Solid oak. '.repeat(12_000);
    const ids = Array.from({ length: 20 }, () => productFor(actor, { description }).id);
    const { dataset } = await create(actor, { products: { ids } });
    const seen: string[] = [];
    const walk = async () => {
      let nextToken: string | undefined;
      do {
        const query = { actor, id: dataset.id, limit: 100, nextToken };
        const page = await environment.gateway.request(listCases, query);
        seen.push(...page.cases.map(({ productId }) => productId));
        ({ nextToken } = page);
      } while (nextToken !== undefined);
    };
    expect(await rowsGiven(/"cursorId".*FROM dataset_case|FROM dataset_case.*"cursorId"/s, walk)).toEqual([
      7, 7, 7, 2,
    ]);
    expect(seen).toEqual(ids.toReversed());
    const datasets = app.get(DatasetsService, { strict: false });
    const absent = newId();
    const found = await datasets.products(workspaceId, dataset.id, [absent, ...ids, ...ids]);
    expect([...found.keys()]).toEqual([absent, ...ids.slice(0, 7)]);
    expect([...found.values()].map((product) => product?.id)).toEqual([undefined, ...ids.slice(0, 7)]);
    const sample = await datasets.sample(workspaceId, dataset.id, 20);
    expect(sample.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 7));
  });

  it('the accepted texts are read some at a time', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 5);
    for (const id of ids) await acceptText(actor, id, 'x'.repeat(64_000), 5);
    const make = () => create(actor, { products: { ids }, references: 'accepted' });
    expect(await rowsGiven(/review ->> 'to'.*FROM product_text/s, make)).toEqual([2 * 6, 2 * 6, 6]);
    expect(await listed(actor)).toMatchObject([{ cases: 5, withReferences: 5 }]);
  });

  it.each<[string, string, number]>([
    ['which are not even read', 'x'.repeat(64_000), 14],
    ['whose JSON is longer', '\u0001'.repeat(64_000), 2],
  ])('none has texts that no page could show, %s', async (_, content, more) => {
    const actor = newActor();
    const [large, small] = someProducts(actor, 2) as [string, string];
    await acceptText(actor, large, content, more);
    await acceptText(actor, small, 'Oak board', 0);
    const refused = await errorOf(create(actor, { references: 'accepted' }));
    expect(refused).toMatchObject({ code: 'InvalidArgument', target: 'references' });
    expect(refused.message).toContain(large);
    expect(await rowsOf(actor)).toEqual(NOTHING);
    expect(await create(actor, {})).toMatchObject({ dataset: { cases: 2 } });
  });
});
