// Security of the whole system: resources of other workspaces, text with a meaning for databases, faults inside, and the
// erasure of a workspace.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import type {
  CreatedApiKey,
  ErrorResponse,
  Generation,
  ImportResult,
  ProductList,
  WorkspaceDetails,
  WorkspaceErasure,
} from '#contracts';
import { newId } from '#platform/context';
import { Environment, type Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { OWNERS, workspaceRows } from '#testing/servers';
import { until } from '#testing/until';

const logged: string[] = [];
let environment: Environment;
let ann: Person;
let ben: Person;
/** Paths of resources in Ben’s workspace. */
let paths: Record<'products' | 'generations' | 'products/imports', string>;
beforeAll(async () => {
  environment = await Environment.start({ listener: { line: (_, line) => logged.push(line) } });
  [ann, ben] = await environment.addPeople('ann', 'ben');
  const imported = await ben.importProducts(['B0SECURE01']);
  const list = await ben.get<ProductList>('/products?genre=Retailer');
  const written = await ben.post<Generation>('/generations', { applicationId: 'product-title' });
  paths = {
    products: `/products/${list.body.products[0]?.id}`,
    generations: `/generations/${written.body.id}`,
    'products/imports': `/products/imports/${imported.id}`,
  };
}, 120_000);
afterAll(() => environment?.stop(), 60_000);

const KINDS = ['products', 'generations', 'products/imports'] as const;

describe('a resource of another workspace', () => {
  it.each(KINDS)('D5: of %s is answered with the same bytes as an unknown one', async (kind) => {
    expect((await ben.get(paths[kind])).status).toBe(200);
    const words = async (path: string): Promise<[number, string]> => {
      const { status, body } = await ann.get<ErrorResponse>(path);
      return [status, JSON.stringify(body).replace(body.error.id, '')];
    };
    const foreign = await words(paths[kind]);
    expect(foreign[0]).toBe(404);
    expect(foreign).toEqual(await words(`/${kind}/${newId()}`));
    expect(foreign).toEqual(await words(`/${kind}/nonsense`));
  });

  it.each(KINDS)('D5: of %s is answered after the same time as an unknown one', async (kind) => {
    const took: Record<'foreign' | 'unknown', number[]> = { foreign: [], unknown: [] };
    for (let round = 0; round < 120; round += 1) {
      for (const [name, path] of [
        ['foreign', paths[kind]] as const,
        ['unknown', `/${kind}/${newId()}`] as const,
      ]) {
        took[name].push((await ann.get(path)).ms);
      }
    }
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length / 2] ?? NaN;
    expect(Math.abs(median(took.foreign) - median(took.unknown))).toBeLessThan(2);
  });

  it('D5: is refused as the product of a generation, with the same words as an unknown one', async () => {
    const create = async (productId: string): Promise<Answer<ErrorResponse>> =>
      ann.post('/generations', { applicationId: 'product-title', inputs: { productId } });
    const answers = [await create(paths.products.split('/').at(-1) ?? ''), await create(newId())];
    const words = answers.map(({ status, body }) => [status, { ...body.error, id: '' }]);
    expect(words[0]).toEqual([400, expect.objectContaining({ code: 'UnknownReference' })]);
    expect(words[0]).toEqual(words[1]);
  });
});

/** Sends a text in every place that takes one, and expects it to be stored unchanged or refused. */
async function sendEverywhere(text: string): Promise<void> {
  const path = `/products/${encodeURIComponent(text)}`;
  expect((await ann.get(path)).status).toBe(404);
  const cursor = await ann.get<ErrorResponse>(`/products?nextToken=${encodeURIComponent(text)}`);
  expect([cursor.status, cursor.body.error.code]).toEqual([400, 'InvalidNextToken']);
  const imported = await ann.post<ImportResult>('/products/import/retailer', { asins: [text] });
  expect(imported.body.failure).toEqual([text]);
  const inputs = { notes: text, [text]: text };
  const body = { applicationId: 'product-title', inputs, environment: { tone: text, system_prompt: text } };
  const written = await ann.post<Generation>('/generations', body, { 'idempotency-key': text });
  expect(written.status).toBe(201);
  const { body: kept } = await ann.get<Generation>(`/generations/${written.body.id}`);
  expect(kept).toMatchObject({ inputs, environment: { tone: text, system_prompt: text } });
}

describe('a text with a meaning for databases', () => {
  /** Log lines of statements that requests cause. Background work connects under names that end in "-system". */
  const STATEMENT = /^#(?:catalogue|generations)(?:-reads)?# LOG: {2}(?:execute [^:]*|statement): /;
  let superuser: Client;
  /** The statements for a text that means nothing to a database. */
  let usual: string[];
  beforeAll(async () => {
    superuser = new Client({ connectionString: environment.servers.postgres.superuserUrl('postgres') });
    await superuser.connect();
    await superuser.query(`ALTER SYSTEM SET log_statement = 'all'`);
    await superuser.query(`ALTER SYSTEM SET log_line_prefix = '#%a# '`);
    await superuser.query('SELECT pg_reload_conf()');
    await statementsOf(() => sendEverywhere('words'));
    usual = await statementsOf(() => sendEverywhere('other words'));
  });
  afterAll(async () => {
    await superuser.query('ALTER SYSTEM RESET ALL');
    await superuser.query('SELECT pg_reload_conf()');
    await superuser.end();
  });

  /** The statements of some work, sorted, because some run at the same time. */
  async function statementsOf(work: () => Promise<void>): Promise<string[]> {
    const from = logged.length;
    await work();
    const mark = newId();
    // All processes of the server write to one pipe, so earlier statements come before the mark.
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

  it('D28: is never used as a pattern', () => {
    expect(usual.length).toBeGreaterThan(5);
    expect(usual.filter((statement) => /\b(like|ilike|similar to)\b|~|regexp/i.test(statement))).toEqual([]);
  });

  it.each(["' OR 1=1 --", '"; DROP TABLE product; --', '%', '_', '$ne', '{"$gt":""}', '\\', '${7*7}'])(
    'D28: %s causes exactly the statements of any other text',
    async (text) => {
      // As plan_cache_mode is force_generic_plan, one statement has one plan, whatever its values.
      expect(await statementsOf(() => sendEverywhere(text))).toEqual(usual);
    },
  );
});

it('D40: answers a fault inside with 500, logs its id once with the cause, and keeps the process running', async () => {
  const { catalogue } = environment.processes;
  const { pid } = catalogue;
  const client = new Client({
    connectionString: environment.servers.postgres.superuserUrl('catalogue'),
  });
  await client.connect();
  await client.query('ALTER TABLE product RENAME TO product_away');
  const answer = await ann.get<ErrorResponse>('/products');
  await client.query('ALTER TABLE product_away RENAME TO product');
  await client.end();
  expect([answer.status, answer.body.error.code]).toEqual([500, 'InternalFault']);
  expect(JSON.stringify(answer.body)).not.toMatch(/product|relation|select/i);
  const lines = logged.filter((line) => line.includes(answer.body.error.id));
  expect(lines.filter((line) => line.includes('does not exist'))).toHaveLength(1);
  expect((await ann.get('/products')).status).toBe(200);
  expect(catalogue.pid).toBe(pid);
});

describe('an erased workspace', () => {
  /** The rows of a workspace in all databases, as `<owner>.<table>`. */
  const rowsOf = async ({ workspaceId }: Person): Promise<Record<string, number>> => {
    const counted = OWNERS.map(async (owner) => {
      const rows = await workspaceRows(environment.servers.postgres.superuserUrl(owner), workspaceId);
      return Object.entries(rows).map(([table, count]) => [`${owner}.${table}`, count] as const);
    });
    return Object.fromEntries((await Promise.all(counted)).flat());
  };

  const sql = async (
    owner: (typeof OWNERS)[number],
    text: string,
    { workspaceId }: Person,
  ): Promise<void> => {
    const client = new Client({ connectionString: environment.servers.postgres.superuserUrl(owner) });
    await client.connect();
    try {
      await client.query(text, [workspaceId]);
    } finally {
      await client.end();
    }
  };

  it('is refused at once and leaves no row in any database, whatever is killed, and no other loses one', async () => {
    const people = await environment.addPeople('eva', 'finn');
    const [eva, finn] = people;
    const { coreUrl, processes } = environment;
    const keyOf = (person: Person) =>
      person.call<CreatedApiKey>('POST', `${coreUrl}/accounts/keys`, {
        body: { name: 'k', scopes: ['read'] },
      });
    for (const person of people) {
      await person.importProducts(['B0ERASE001', 'B0ERASE002']);
      await person.generate({ applicationId: 'product-title' });
      await keyOf(person);
    }
    await sql('catalogue', MANY_PRODUCTS, eva);
    const model = { environment: { model: 'sandbox:slow' } };
    const { products } = (await eva.get<ProductList>('/products?genre=Retailer')).body;
    const inputs = { productId: products[0]?.id };
    await eva.call('POST', '/generations', { body: { applicationId: 'product-title', inputs, ...model } });
    const settled = () => until('events are sent', async () => !('catalogue.outbox' in (await rowsOf(finn))));
    await settled();
    const before = await rowsOf(finn);
    const { workspaceId } = eva;
    const workspaces = `${coreUrl}/workspaces`;
    const path = `${workspaces}/${workspaceId}/erase`;
    const { name } = await eva.call<WorkspaceDetails>('GET', `${workspaces}/${workspaceId}`);
    const last = await eva.post<ErrorResponse>(path, { confirm: name });
    expect([last.status, last.body.error.code]).toEqual([409, 'InvalidState']);
    await eva.call('POST', workspaces, { body: { name: 'Second shop' } });
    const misspelt = await eva.post<ErrorResponse>(path, { confirm: `${name}?` });
    expect([misspelt.status, misspelt.body.error.target]).toEqual([400, 'confirm']);
    const erased = await eva.post<WorkspaceErasure>(path, { confirm: name });
    expect(erased).toMatchObject({ status: 202, body: { id: workspaceId } });
    await until(
      'the token is refused',
      async () => (await eva.get('/products?genre=Retailer')).status === 401,
      {
        withinMs: 1000,
      },
    );
    const again = await environment.signIn(eva);
    expect((await again.get(`${workspaces}/${workspaceId}`)).status).toBe(404);
    expect((await again.get<ProductList>('/products')).body.products).toEqual([]);
    await sql(
      'auth',
      `UPDATE erased_workspace SET erased_at = now() - interval '1 minute' WHERE id = $1`,
      eva,
    );
    const left = async (): Promise<number> => (await rowsOf(eva))['catalogue.product'] ?? 0;
    for (const [app, most] of [
      ['auth', 7000],
      ['catalogue', 5000],
      ['generations', 3000],
    ] as const) {
      await until('some are deleted', async () => (await left()) < most, { withinMs: 30_000 });
      await processes[app].kill();
      expect(await left()).toBeGreaterThan(0);
      await processes[app].restart();
    }
    const remembered = { 'auth.erased_workspace': 1, 'notifications.erased_workspace': 1 };
    const isGone = async () => isDeepStrictEqual(await rowsOf(eva), remembered);
    await until('nothing is left', isGone, { withinMs: 60_000 });
    await settled();
    expect(await rowsOf(finn)).toEqual(before);
  }, 120_000);
});

const MANY_PRODUCTS = `
  INSERT INTO product (workspace_id, id, genre, content, content_hash)
  SELECT $1, gen_random_uuid(), 'Custom', json_build_object('title', 'Board ' || n), '' FROM generate_series(1, 8000) AS n`;
