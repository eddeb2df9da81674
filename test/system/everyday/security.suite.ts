// Security of the whole system: resources of other workspaces, text with a meaning for databases, and faults inside.
import { Client } from 'pg';
import type { ErrorResponse, Generation, ImportResult, ProductList } from '#contracts';
import { newId } from '#platform/context';
import type { Environment, Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { until } from '#testing/until';
import { settled } from '../helpers/settled.ts';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const security = (stack: EverydayStack): void =>
  describe('security', () => {
    let environment: Environment;
    let ann: Person;
    let ben: Person;
    /** Paths of resources in Ben’s workspace. */
    let paths: Record<'products' | 'generations' | 'products/imports', string>;
    beforeAll(async () => {
      ({ environment } = stack);
      [ann, ben] = await environment.addPeople('ann', 'ben');
      const imported = await ben.importProducts(['B0SECURE01']);
      const list = await ben.get<ProductList>('/products?genre=Retailer');
      const written = await ben.post<Generation>('/generations', { applicationId: 'product-title' });
      paths = {
        products: `/products/${list.body.products[0]?.id}`,
        generations: `/generations/${written.body.id}`,
        'products/imports': `/products/imports/${imported.id}`,
      };
    });

    const KINDS = ['products', 'generations', 'products/imports'] as const;

    describe('a resource of another workspace', () => {
      it.each(KINDS)('of %s is answered with the same bytes as an unknown one', async (kind) => {
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

      it('is refused as the product of a generation, with the same words as an unknown one', async () => {
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
      const body = {
        applicationId: 'product-title',
        inputs,
        environment: { tone: text, system_prompt: text },
      };
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
        await settled(environment); // whose statements would be among those that are compared
        superuser = new Client({ connectionString: environment.servers.postgres.superuserUrl('postgres') });
        await superuser.connect();
        await superuser.query(`ALTER SYSTEM SET log_statement = 'all'`);
        await superuser.query(`ALTER SYSTEM SET log_line_prefix = '#%a# '`);
        await superuser.query('SELECT pg_reload_conf()');
        await statementsOf(() => sendEverywhere('words'));
        usual = await statementsOf(() => sendEverywhere('other words'));
      });
      afterAll(async () => {
        await superuser.query('ALTER SYSTEM RESET log_statement');
        await superuser.query('ALTER SYSTEM RESET log_line_prefix');
        await superuser.query('SELECT pg_reload_conf()');
        await superuser.end();
      });

      /** The statements of some work, sorted, because some run at the same time. */
      async function statementsOf(work: () => Promise<void>): Promise<string[]> {
        const from = stack.lines.length;
        const logged = (): string[] =>
          stack.lines.slice(from).flatMap(({ process, line }) => (process === 'postgres' ? [line] : []));
        await work();
        const mark = newId();
        // All processes of the server write to one pipe, so earlier statements come before the mark.
        await superuser.query(`SELECT '${mark}'`);
        await until('the mark is logged', () => logged().some((line) => line.includes(mark)));
        const lines = logged();
        return lines
          .flatMap((line, i) => {
            if (!STATEMENT.test(line)) return [];
            const end = lines.findIndex((next, n) => n > i && !next.startsWith('\t'));
            return [lines.slice(i, end).join('\n')];
          })
          .toSorted();
      }

      it('is never used as a pattern', () => {
        expect(usual.length).toBeGreaterThan(5);
        expect(usual.filter((statement) => /\b(like|ilike|similar to)\b|~|regexp/i.test(statement))).toEqual(
          [],
        );
      });

      it.each(["' OR 1=1 --", '"; DROP TABLE product; --', '%', '_', '$ne', '{"$gt":""}', '\\', '${7*7}'])(
        '%s causes exactly the statements of any other text',
        async (text) => {
          // As plan_cache_mode is force_generic_plan, one statement has one plan, whatever its values.
          expect(await statementsOf(() => sendEverywhere(text))).toEqual(usual);
        },
      );
    });

    it('answers a fault inside with 500, logs its id once with the cause, and keeps the process running', async () => {
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
      const { id } = answer.body.error;
      const causes = () =>
        stack.lines.filter(({ line }) => line.includes(id) && line.includes('does not exist'));
      await until('the cause is logged', () => causes().length > 0);
      expect(causes()).toHaveLength(1);
      expect((await ann.get('/products')).status).toBe(200);
      expect(catalogue.pid).toBe(pid);
    });
  });
