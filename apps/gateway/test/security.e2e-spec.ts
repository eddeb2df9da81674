// Rows of the security table that need the whole system: other people's things, and faults inside.
import { Client } from 'pg';
import type { ErrorResponse, Generation, ImportResult, ProductList } from '#contracts';
import { newId } from '#platform/context';
import type { Answer } from '#testing/api';
import { importEnd, startSystem, type Person, type System } from './system.ts';

const logged: string[] = [];
let system: System;
let ann: Person;
let ben: Person;
/** Paths of things of Ben's. */
let paths: Record<'products' | 'generations' | 'products/imports', string>;
beforeAll(async () => {
  system = await startSystem({ listener: { line: (_, line) => logged.push(line) } });
  [ann, ben] = await Promise.all([system.person('ann'), system.person('ben')]);
  const imported = await system.post<ImportResult>(ben, '/products/import/retailer', {
    asins: ['B0SECURE01'],
  });
  await importEnd(system, ben, imported.body.id);
  const list = await system.get<ProductList>(ben, '/products?genre=Retailer');
  const written = await system.post<Generation>(ben, '/generations', { applicationId: 'product-title' });
  paths = {
    products: `/products/${list.body.products[0]?.id}`,
    generations: `/generations/${written.body.id}`,
    'products/imports': `/products/imports/${imported.body.id}`,
  };
}, 120_000);
afterAll(() => system.close(), 60_000);

const KINDS = ['products', 'generations', 'products/imports'] as const;

describe('a thing of another workspace', () => {
  it.each(KINDS)('D5: of %s has the very bytes of an unknown one', async (kind) => {
    expect((await system.get(ben, paths[kind])).status).toBe(200);
    const words = async (path: string): Promise<[number, string]> => {
      const { status, body } = await system.get<ErrorResponse>(ann, path);
      return [status, JSON.stringify(body).replace(body.error.id, '')];
    };
    const foreign = await words(paths[kind]);
    expect(foreign[0]).toBe(404);
    expect(foreign).toEqual(await words(`/${kind}/${newId()}`));
    expect(foreign).toEqual(await words(`/${kind}/nonsense`));
  });

  it.each(KINDS)('D5: of %s takes as long as an unknown one', async (kind) => {
    const took: Record<'foreign' | 'unknown', number[]> = { foreign: [], unknown: [] };
    for (let round = 0; round < 120; round += 1) {
      for (const [name, path] of [
        ['foreign', paths[kind]] as const,
        ['unknown', `/${kind}/${newId()}`] as const,
      ]) {
        const started = performance.now();
        await system.get(ann, path);
        took[name].push(performance.now() - started);
      }
    }
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length / 2] ?? NaN;
    expect(Math.abs(median(took.foreign) - median(took.unknown))).toBeLessThan(2);
  });

  it('D5: is no product to write from, and is named as an unknown one is', async () => {
    const asked = async (productId: string): Promise<Answer<ErrorResponse>> =>
      system.post(ann, '/generations', { applicationId: 'product-title', inputs: { productId } });
    const answers = [await asked(paths.products.split('/').at(-1) ?? ''), await asked(newId())];
    const words = answers.map(({ status, body }) => [status, { ...body.error, id: '' }]);
    expect(words[0]).toEqual([400, expect.objectContaining({ code: 'UnknownReference' })]);
    expect(words[0]).toEqual(words[1]);
  });
});

it.each(["' OR 1=1 --", '"; DROP TABLE product; --', '%', '_', '$ne', '{"$gt":""}', '\\', '${7*7}'])(
  'D28: %s is text and nothing more, wherever it stands',
  async (text) => {
    const path = `/products/${encodeURIComponent(text)}`;
    expect((await system.get(ann, path)).status).toBe(404);
    const cursor = await system.get<ErrorResponse>(ann, `/products?nextToken=${encodeURIComponent(text)}`);
    expect([cursor.status, cursor.body.error.code]).toEqual([400, 'InvalidNextToken']);
    const imported = await system.post<ImportResult>(ann, '/products/import/retailer', { asins: [text] });
    expect(imported.body.failure).toEqual([text]);
    const inputs = { notes: text, [text]: text };
    const body = { applicationId: 'product-title', inputs, environment: { tone: text, system_prompt: text } };
    const written = await system.post<Generation>(ann, '/generations', body, { 'idempotency-key': text });
    expect(written.status).toBe(201);
    const { body: kept } = await system.get<Generation>(ann, `/generations/${written.body.id}`);
    expect(kept).toMatchObject({ inputs, environment: { tone: text, system_prompt: text } });
  },
);

it('D40: a fault inside is 500, its id is logged as one error with its cause, and the process lives on', async () => {
  const { catalogue } = system.stack.processes;
  const { pid } = catalogue;
  const client = new Client({
    connectionString: system.stack.servers.postgres.superuserUrl('catalogue'),
  });
  await client.connect();
  await client.query('ALTER TABLE product RENAME TO product_away');
  const answer = await system.get<ErrorResponse>(ann, '/products');
  await client.query('ALTER TABLE product_away RENAME TO product');
  await client.end();
  expect([answer.status, answer.body.error.code]).toEqual([500, 'InternalFault']);
  expect(JSON.stringify(answer.body)).not.toMatch(/product|relation|select/i);
  const told = logged.filter((line) => line.includes(answer.body.error.id));
  expect(told.filter((line) => line.includes('does not exist'))).toHaveLength(1);
  expect((await system.get(ann, '/products')).status).toBe(200);
  expect(catalogue.pid).toBe(pid);
});
