// Tests what the gateway of one cell answers about a workspace that another cell has.
import {
  CHANGED,
  findApiKey,
  getMembership,
  listProducts,
  listSpending,
  listWebhooks,
  listWorkspaces,
  membershipsChanged,
  type Elsewhere,
} from '#contracts';
import { newId } from '#platform/context';
import { newApiKey } from '#platform/crypto';
import { until } from '#testing/until';
import { exampleWorkspace } from '../src/openapi/examples/account-examples.ts';
import {
  BASE,
  CORE,
  errorOf,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
/** Workspaces that another cell has, and where that is. */
const elsewhere = new Map<string, Elsewhere>();
/** Workspaces that are moved. */
const moving = new Set<string>();
const THERE = { cell: 'eu2', url: 'https://eu2.example.com' };

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.owners.on(getMembership, ({ accountId, workspaceId }) => ({
    role: 'owner' as const,
    holderId: accountId,
    elsewhere: elsewhere.get(workspaceId),
    isMoving: moving.has(workspaceId),
  }));
});
afterAll(() => gateway?.close());

it.each(['an access token', 'an API key'])(
  'a workspace that another cell has is refused for %s with 421, the cell and its address, and no owner is asked',
  async (kind) => {
    const person = { accountId: newId(), workspaceId: newId() };
    const { accountId: sub, workspaceId: wid } = person;
    const token = kind === 'an API key' ? newApiKey() : await gateway.signer.token({ sub, wid });
    const apiKey = { ...person, id: newId(), scopes: ['read' as const] };
    await gateway.owners.on(findApiKey, () => ({ apiKey }));
    let isAsked = false;
    await gateway.owners.on(listProducts, () => {
      isAsked = true;
      return '{"products":[]}';
    });
    const list = () => gateway.call(PRODUCTS, { headers: { authorization: `Bearer ${token}` } });
    elsewhere.set(wid, THERE);
    const response = await list();
    expect(response.status).toBe(421);
    const { code, message, details } = await errorOf(response);
    expect(code).toBe('MisdirectedRequest');
    expect(message).toContain(THERE.url);
    expect(details).toEqual([
      { code: 'cell', message: THERE.cell },
      { code: 'url', message: THERE.url },
    ]);
    expect(isAsked).toBe(false);
    elsewhere.delete(wid);
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [person] });
    await until('the workspace is here', async () => (await list()).status === 200);
    expect(isAsked).toBe(true);
  },
);

it('a workspace in the path that another cell has is refused with 421, too', async () => {
  const workspaceId = newId();
  elsewhere.set(workspaceId, { cell: 'eu2' });
  const response = await gateway.call(`${CORE}/workspaces/${workspaceId}`);
  expect(response.status).toBe(421);
  expect((await errorOf(response)).details).toEqual([{ code: 'cell', message: 'eu2' }]);
});

it('a workspace that is moved can be read, and refuses changes with 503 until they can be tried again', async () => {
  const person = { accountId: newId(), workspaceId: newId() };
  const { accountId: sub, workspaceId: wid } = person;
  moving.add(wid);
  await gateway.owners.on(listWebhooks, () => JSON.stringify({ webhooks: [] }));
  const headers = { ...JSON_TYPE, authorization: `Bearer ${await gateway.signer.token({ sub, wid })}` };
  const change = () => gateway.call(IMPORT, { method: 'POST', body: '{"asins":["B000000001"]}', headers });
  const refused = await change();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await errorOf(refused)).code).toBe('Unavailable');
  expect(gateway.owners.accepted).toEqual([]);
  expect((await gateway.call(PRODUCTS, { headers })).status).toBe(200);
  expect((await gateway.call(`${BASE}/webhooks`, { headers })).status).toBe(200); // for owners only, but a read
  moving.delete(wid);
  gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [person] });
  await until('changes are taken', async () => (await change()).status === 202);
});

it('the list of workspaces tells where each is, and asks for the spending of those of this cell only', async () => {
  const here = { ...exampleWorkspace, id: newId() };
  const there = { ...exampleWorkspace, id: newId(), elsewhere: THERE };
  const workspaces = [there, here];
  await gateway.owners.on(listWorkspaces, () => JSON.stringify({ workspaces }));
  const asked: string[] = [];
  await gateway.owners.on(listSpending, ({ workspaceIds }) => {
    asked.push(...workspaceIds);
    return { spentMicros: [7] };
  });
  const response = await gateway.call(`${CORE}/workspaces`);
  const { workspaces: shown } = (await response.json()) as { workspaces: object[] };
  expect(asked).toEqual([here.id]);
  expect(shown[0]).toMatchObject({ id: there.id, elsewhere: THERE });
  expect(shown[0]).not.toHaveProperty('spentMicros');
  expect(shown[1]).toMatchObject({ id: here.id, spentMicros: 7 });
});
