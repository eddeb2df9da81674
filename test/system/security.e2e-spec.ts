// Rows of the security table that need the whole system: other people's things, and faults inside.
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Sends a text wherever one goes, and sees that it is kept as it is or refused. */
async function everywhere(text: string): Promise<void> {
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
}

describe('text in the language of a database', () => {
  /** Statements of the owners for requests, not those of their background work, which connects as "-system". */
  const STATEMENT = /^#(?:catalogue|generations)(?:-reads)?# LOG: {2}(?:execute [^:]*|statement): /;
  let superuser: Client;
  /** What is asked of the databases for a text that means nothing to them. */
  let usual: string[];
  beforeAll(async () => {
    superuser = new Client({ connectionString: system.stack.servers.postgres.superuserUrl('postgres') });
    await superuser.connect();
    await superuser.query(`ALTER SYSTEM SET log_statement = 'all'`);
    await superuser.query(`ALTER SYSTEM SET log_line_prefix = '#%a# '`);
    await superuser.query('SELECT pg_reload_conf()');
    await asked(() => everywhere('words'));
    usual = await asked(() => everywhere('other words'));
  });
  afterAll(async () => {
    await superuser.query('ALTER SYSTEM RESET ALL');
    await superuser.query('SELECT pg_reload_conf()');
    await superuser.end();
  });

  /** The statements of some work; their order does not count, for some are asked side by side. */
  async function asked(work: () => Promise<void>): Promise<string[]> {
    const from = logged.length;
    await work();
    const mark = newId();
    // All processes of the server write to one pipe: what was asked before this stands before it.
    for (let read = from; !logged.slice(read).some((line) => line.includes(mark)); await sleep(20)) {
      read = logged.length;
      await superuser.query(`SELECT '${mark}'`);
    }
    const lines = logged.slice(from);
    return lines
      .flatMap((line, i) => {
        if (!STATEMENT.test(line)) return [];
        const end = lines.findIndex((next, n) => n > i && !next.startsWith('\t'));
        return [lines.slice(i, end).join('\n')];
      })
      .toSorted();
  }

  it('D28: is asked about as often as any, and never as a pattern', () => {
    expect(usual.length).toBeGreaterThan(5);
    expect(usual.filter((statement) => /\b(like|ilike|similar to)\b|~|regexp/i.test(statement))).toEqual([]);
  });

  it.each(["' OR 1=1 --", '"; DROP TABLE product; --', '%', '_', '$ne', '{"$gt":""}', '\\', '${7*7}'])(
    'D28: %s is text and nothing more, wherever it stands, in the very statements of any text',
    async (text) => {
      // As plan_cache_mode is force_generic_plan, one statement has one plan, whatever its values.
      expect(await asked(() => everywhere(text))).toEqual(usual);
    },
  );
});

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
