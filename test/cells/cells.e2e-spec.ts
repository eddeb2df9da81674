// Two cells on one machine, with real servers and all processes twice, and one database of auth: npm run test:cells
import { Client } from 'pg';
import type {
  AccessToken,
  CreatedApiKey,
  CreatedInvitation,
  ErrorResponse,
  ProductList,
  WorkspaceDetails,
  WorkspaceList,
} from '#contracts';
import { HttpClient } from '#testing/http';
import type { Environment, Person } from '#testing/environment';
import { workspaceRows } from '#testing/servers';
import { until } from '#testing/until';
import { moves } from './moves.suite.ts';
import { TwoCells } from './two-cells.ts';

let cells: TwoCells;
let main: Environment;
let two: Environment;
beforeAll(async () => {
  cells = await TwoCells.start();
  ({ main, two } = cells);
});
afterAll(() => cells?.stop());

moves(() => cells);

const MINE = '/products?genre=Retailer';
const urlOf = ({ baseUrl }: Environment): string => new URL(baseUrl).origin;

/** A client of a cell with this token or key. */
const clientOf = ({ baseUrl }: Environment, token: string): HttpClient => new HttpClient({ baseUrl, token });

/** Ana has a workspace of the main cell; Bo has one of the second, in which Ana is an editor. */
async function anaAndBo() {
  const [ana] = await main.addPeople('ana');
  const [bo] = await two.addPeople('bo');
  const { code } = await bo.call<CreatedInvitation>(
    'POST',
    `${two.coreUrl}/workspaces/${bo.workspaceId}/invitations`,
    { body: { email: ana.email, role: 'editor' } },
  );
  await ana.call('POST', `${main.coreUrl}/invitations/accept`, { body: { code } });
  return { ana, bo };
}

/** The token with which the session of a person goes on in another workspace. */
const switched = (person: Person, workspaceId: string): Promise<AccessToken> =>
  person.call('POST', `${main.coreUrl}/accounts/sessions/current/workspace`, { body: { workspaceId } });

async function asinsOf(client: HttpClient): Promise<(string | undefined)[]> {
  const { products } = await client.call<ProductList>('GET', MINE);
  return products.map((product) => ('asin' in product ? product.asin : undefined));
}

/** The rows of a workspace in the database of a cell's catalogue. */
const rowsIn = ({ servers }: Environment, workspaceId: string): Promise<Record<string, number>> =>
  workspaceRows(servers.postgres.superuserUrl('catalogue'), workspaceId);

it('an account works in workspaces of both cells, and what is in one is not in the other', async () => {
  const { ana, bo } = await anaAndBo();
  const token = await switched(ana, bo.workspaceId);
  expect(token.elsewhere).toEqual({ cell: 'two', url: urlOf(two) });
  const there = clientOf(two, token.accessToken);
  await ana.importProducts(['B0CELLMAIN']);
  await bo.importProducts(['B0CELLTWO1']);
  expect(await asinsOf(ana)).toEqual(['B0CELLMAIN']);
  expect(await asinsOf(there)).toEqual(['B0CELLTWO1']);
  expect(await rowsIn(main, bo.workspaceId)).toEqual({});
  expect(await rowsIn(two, ana.workspaceId)).toEqual({});
  const { workspaces } = await ana.call<WorkspaceList>('GET', `${main.coreUrl}/workspaces`);
  expect(workspaces.map(({ id, elsewhere }) => [id, elsewhere])).toEqual([
    [bo.workspaceId, { cell: 'two', url: urlOf(two) }],
    [ana.workspaceId, undefined],
  ]);
  const atTwo = await two.signIn(ana); // a sign-in goes to a workspace of its own cell
  expect(await asinsOf(atTwo)).toEqual(['B0CELLTWO1']);
});

it('a token and a key of one cell are refused by the other, which says where to go', async () => {
  const [ana] = await main.addPeople('ana');
  const [bo] = await two.addPeople('bo');
  for (const { person, here, there, name } of [
    { person: ana, here: main, there: two, name: 'main' },
    { person: bo, here: two, there: main, name: 'two' },
  ]) {
    const body = { name: 'k', scopes: ['write'] };
    const { key = '' } = await person.call<CreatedApiKey>('POST', `${here.coreUrl}/accounts/keys`, { body });
    expect(key.startsWith('ssk_two.')).toBe(name === 'two');
    for (const secret of [person.token, key]) {
      expect((await clientOf(here, secret).get(MINE)).status).toBe(200);
      const asins = { asins: ['B0CELLNONE'] };
      const refused = await clientOf(there, secret).post<ErrorResponse>('/products/import/retailer', asins);
      expect(refused.status).toBe(421);
      expect(refused.body.error).toMatchObject({
        code: 'MisdirectedRequest',
        details: [
          { code: 'cell', message: name },
          { code: 'url', message: urlOf(here) },
        ],
      });
    }
    expect(await rowsIn(there, person.workspaceId)).toEqual({});
  }
});

it('the gateways of both cells are told of a revoked session and of a removed member', async () => {
  const { ana, bo } = await anaAndBo();
  const token = await switched(ana, bo.workspaceId);
  const there = clientOf(two, token.accessToken);
  expect((await there.get(MINE)).status).toBe(200);
  const workspace = `${main.coreUrl}/workspaces/${bo.workspaceId}`;
  expect((await ana.get(workspace)).status).toBe(421);
  await bo.call('DELETE', `${two.coreUrl}/workspaces/${bo.workspaceId}/members/${ana.accountId}`);
  // Without being told they would look after an hour.
  await until('the second cell refuses', async () => (await there.get(MINE)).status === 401);
  await until('the main cell knows', async () => (await ana.get(workspace)).status === 404);
  expect((await bo.get(MINE)).status).toBe(200);
  const again = await main.signIn(bo); // in the main cell, with the workspace of the second
  await again.call('DELETE', `${two.coreUrl}/accounts/sessions`);
  await until('the session has ended', async () => (await bo.get(MINE)).status === 401);
});

it('an erasure is done when both cells have confirmed it, also one that stood still meanwhile', async () => {
  const [bo] = await two.addPeople('bo');
  await bo.importProducts(['B0CELLGONE']);
  const workspaces = `${two.coreUrl}/workspaces`;
  await bo.call('POST', workspaces, { body: { name: 'Second shop' } });
  const { workspaceId } = bo;
  const { name } = await bo.call<WorkspaceDetails>('GET', `${workspaces}/${workspaceId}`);
  const { products } = await bo.call<ProductList>('GET', MINE);
  expect(products).toHaveLength(1);
  await two.processes.catalogue.stop();
  await bo.call('POST', `${workspaces}/${workspaceId}/erase`, { body: { confirm: name } });
  await cells.beginErasure(workspaceId);
  const isOpenIn = async (...expected: string[]): Promise<boolean> =>
    String(await cells.openErasures(workspaceId)) === String(expected);
  await until('the main cell, which has nothing, has confirmed', () => isOpenIn('two'));
  const catalogue = new Client(two.servers.postgres.superuserUrl('catalogue'));
  await catalogue.connect();
  const text = 'SELECT FROM product WHERE workspace_id = $1';
  expect((await catalogue.query(text, [workspaceId])).rowCount).toBe(1);
  await two.processes.auth.stop();
  await two.processes.catalogue.restart();
  expect(await isOpenIn('two')).toBe(true); // with no auth in the cell, nobody asks there
  await two.processes.auth.restart();
  await until('the second cell has confirmed', () => isOpenIn(), { withinMs: 60_000 });
  expect(await rowsIn(two, workspaceId)).toEqual({ erased_workspace: 1 });
  await catalogue.end();
});
