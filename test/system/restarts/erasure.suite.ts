// The erasure of a workspace while processes are killed.
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import type {
  CreatedApiKey,
  ErrorResponse,
  ProductList,
  WorkspaceDetails,
  WorkspaceErasure,
} from '#contracts';
import type { Environment, Person } from '#testing/environment';
import { OWNERS, workspaceRows } from '#testing/servers';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import type { RestartsStack } from './restarts-stack.ts';

/** Products of the workspace: a round deletes 500, and after each of three kills some must be left. */
const PRODUCTS = sized(4000, 8000);
const MANY_PRODUCTS = `
  INSERT INTO product (workspace_id, id, genre, content, content_hash)
  SELECT $1, gen_random_uuid(), 'Custom', json_build_object('title', 'Board ' || n), ''
  FROM generate_series(1, ${PRODUCTS}) AS n`;

export const erasure = (stack: RestartsStack): void =>
  describe('erasure: an erased workspace', () => {
    let environment: Environment;
    beforeAll(() => {
      ({ environment } = stack);
    });
    afterAll(() => stack.ready());

    /** The rows of a workspace in all databases, as `<owner>.<table>`. */
    const rowsOf = async ({ workspaceId }: Person): Promise<Record<string, number>> => {
      const counted = OWNERS.map(async (owner) => {
        const rows = await workspaceRows(environment.servers.postgres.superuserUrl(owner), workspaceId);
        return Object.entries(rows).map(([table, count]) => [`${owner}.${table}`, count] as const);
      });
      return Object.fromEntries((await Promise.all(counted)).flat());
    };

    const leftOf = async ({ workspaceId }: Person): Promise<number> => {
      const query = 'SELECT count(*)::int AS left FROM product WHERE workspace_id = $1';
      const { rows } = await stack.catalogue.query<{ left: number }>(query, [workspaceId]);
      return rows[0]?.left ?? NaN;
    };

    /** Does something while the erasure waits in its midst. */
    async function whileItWaits(work: () => Promise<void>): Promise<void> {
      await stack.catalogue.query('BEGIN');
      await stack.catalogue.query('LOCK TABLE product IN SHARE ROW EXCLUSIVE MODE');
      try {
        await work();
      } finally {
        await stack.catalogue.query('COMMIT');
      }
    }

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
      await stack.catalogue.query(MANY_PRODUCTS, [eva.workspaceId]);
      const model = { environment: { model: 'sandbox:slow' } };
      const { products } = (await eva.get<ProductList>('/products?genre=Retailer')).body;
      const inputs = { productId: products[0]?.id };
      await eva.call('POST', '/generations', {
        body: { applicationId: 'product-title', inputs, ...model },
      });
      const settled = () =>
        until('the feed has the two products, their import and the generation', async () => {
          const rows = await rowsOf(finn);
          const isSent = !('catalogue.outbox' in rows || 'generations.outbox' in rows);
          return isSent && rows['notifications.event'] === 4;
        });
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
      );
      const again = await environment.signIn(eva);
      expect((await again.get(`${workspaces}/${workspaceId}`)).status).toBe(404);
      expect((await again.get<ProductList>('/products')).body.products).toEqual([]);
      const auth = new Client(environment.servers.postgres.superuserUrl('auth'));
      await auth.connect();
      const MINUTE_AGO = `UPDATE erased_workspace SET erased_at = now() - interval '1 minute' WHERE id = $1`;
      try {
        await auth.query(MINUTE_AGO, [workspaceId]);
      } finally {
        await auth.end();
      }
      for (const app of ['auth', 'catalogue', 'generations'] as const) {
        const had = await leftOf(eva);
        await until('some more are deleted', async () => (await leftOf(eva)) < had);
        await whileItWaits(async () => {
          await processes[app].kill();
          expect(await leftOf(eva)).toBeGreaterThan(0);
        });
        await processes[app].restart();
      }
      const owners = ['auth', 'catalogue', 'generations', 'notifications'];
      const remembered = Object.fromEntries(owners.map((owner) => [`${owner}.erased_workspace`, 1]));
      const isGone = async () => isDeepStrictEqual(await rowsOf(eva), remembered);
      await until('nothing is left', isGone);
      await settled();
      expect(await rowsOf(finn)).toEqual(before);
    });
  });
