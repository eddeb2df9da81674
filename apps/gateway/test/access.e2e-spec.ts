// Tests who may do what, by operation, role and scope, and how the gateway learns of roles and API keys.
import { mock } from 'node:test';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ACCESS_STEPS,
  CHANGED,
  findApiKey,
  getMembership,
  listMembers,
  listProducts,
  membershipsChanged,
  REVOKED,
  role,
  sessionsRevoked,
  type AccessStep,
  type Role,
} from '#contracts';
import { newId } from '#platform/context';
import { hashApiKey, newApiKey } from '#platform/crypto';
import { BusConnection } from '#platform/messaging';
import { until } from '#testing/until';
import type { KnownApiKey } from '../src/access/known-api-keys.service.ts';
import {
  CORE,
  errorOf,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';
import { UNUSUAL_ACCESS } from './operations.ts';

let gateway: GatewayEnvironment;
/** Roles by account, and API keys by hash, as auth knows them. */
const roles = new Map<string, Role>();
const keys = new Map<string, KnownApiKey>();
const HOLDER = newId(); // holds all workspaces
const asked: string[] = []; // what auth was asked for: accounts and hashes

beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway?.close());
afterEach(() => mock.restoreAll());
beforeEach(async () => {
  await gateway.owners.answerWithExamples();
  await gateway.owners.on(getMembership, ({ accountId }) => {
    asked.push(accountId);
    const known = roles.get(accountId);
    return known ? { role: known, holderId: HOLDER } : {};
  });
  await gateway.owners.on(findApiKey, ({ hash }) => {
    asked.push(hash);
    return { apiKey: keys.get(hash) };
  });
});

/** A member of a workspace of its own, and the header of its requests: with a token, or with a key of these scopes. */
interface Someone {
  accountId: string;
  workspaceId: string;
  /** The session or the API key. */
  id: string;
  headers: { authorization: string };
}

async function someone(as: Role, scopes?: AccessStep[], expiresAt?: number): Promise<Someone> {
  const ids = { accountId: newId(), workspaceId: newId(), id: newId() };
  roles.set(ids.accountId, as);
  const key = newApiKey();
  if (scopes) keys.set(hashApiKey(key), { ...ids, scopes, expiresAt });
  const claims = { sub: ids.accountId, wid: ids.workspaceId, sid: ids.id };
  const token = scopes ? key : await gateway.signer.token(claims);
  return { ...ids, headers: { authorization: `Bearer ${token}` } };
}

const list = async ({ headers }: Pick<Someone, 'headers'>): Promise<number> =>
  (await gateway.call(PRODUCTS, { headers })).status;
const importSome = async ({ headers }: Someone): Promise<number> => {
  const init = { method: 'POST', body: '{"asins":["B000000001"]}', headers: { ...headers, ...JSON_TYPE } };
  return (await gateway.call(IMPORT, init)).status;
};

type Needed = { step: AccessStep; apiKeys: boolean };
type Described = { operationId: string; 'x-required-access'?: Needed };

describe('the operations of the API document', () => {
  let operations: { name: string; method: string; path: string; needed: Needed }[];
  beforeAll(async () => {
    const document = (await (await fetch(`${gateway.origin}/openapi.json`)).json()) as OpenAPIObject;
    operations = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
      Object.entries(methods as Record<string, Described>).flatMap(([method, described]) => {
        const { operationId: name, 'x-required-access': needed } = described;
        const url = new URL(servers![0]!.url).pathname + path;
        return needed ? [{ name, method: method.toUpperCase(), path: url, needed }] : [];
      }),
    );
  });

  /** The path for a member: a workspace in it is that of the member, and every other id is unknown. */
  const pathFor = ({ path }: { path: string }, { workspaceId }: Someone): string =>
    path.replace('workspaces/{id}', `workspaces/${workspaceId}`).replace(/\{\w+\}/g, newId);

  it('are allowed and refused to each role and each scope as the document says', async () => {
    const credentials = [undefined, ...ACCESS_STEPS].flatMap((scope) =>
      role.options.map((as) => ({ as, scope })),
    );
    const wrong: string[] = [];
    for (const { as, scope } of credentials) {
      const person = await someone(as, scope && [scope]);
      for (const operation of operations) {
        const { step, apiKeys } = operation.needed;
        const steps = { owner: 3, editor: 2, viewer: 1 }[as];
        const granted = Math.min(steps, scope ? ACCESS_STEPS.indexOf(scope) + 1 : 3);
        const isAllowed = ACCESS_STEPS.indexOf(step) < granted && (apiKeys || !scope);
        const { method } = operation;
        const response = await gateway.call(pathFor(operation, person), {
          method,
          headers: { ...person.headers, ...(method === 'GET' ? {} : JSON_TYPE) },
          ...(['POST', 'PATCH', 'PUT'].includes(method) && { body: '{}' }),
        });
        await response.body?.cancel();
        const isRefused = [401, 403].includes(response.status);
        if (isRefused !== !isAllowed || (isRefused && response.status !== 403))
          wrong.push(`${operation.name} as ${as} ${scope ?? 'session'}: ${response.status}`);
      }
    }
    expect(operations.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('that change something refuse a field of the body that they do not know, and name it', async () => {
    const person = await someone('owner');
    const wrong: string[] = [];
    // A CSV file has no fields.
    const changing = operations.filter(
      ({ method, name }) => method !== 'GET' && name !== 'ImportCsvProducts',
    );
    for (const operation of changing) {
      const response = await gateway.call(pathFor(operation, person), {
        method: operation.method,
        headers: { ...person.headers, ...JSON_TYPE },
        body: '{"unheardOf":true}',
      });
      const { code, details } = await errorOf(response);
      if (!details.some(({ target }) => target === 'unheardOf')) wrong.push(`${operation.name}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('that need another step than usual, and those that refuse API keys, are these', () => {
    const table = operations.flatMap(({ name, path, method, needed: { step, apiKeys } }) => {
      const usual = path.includes('/webhooks') ? 'admin' : method === 'GET' ? 'read' : 'write';
      const isUsual = step === usual && apiKeys;
      return isUsual ? [] : [`${name} ${step}${apiKeys ? '' : ', session'}`];
    });
    expect(table.sort()).toEqual(UNUSUAL_ACCESS);
  });
});

describe('a refused request', () => {
  it('is answered 403 in the language of the client, before its body is read', async () => {
    const viewer = await someone('viewer');
    const headers = { ...viewer.headers, ...JSON_TYPE, 'accept-language': 'zh' };
    const response = await gateway.call(PRODUCTS, { method: 'POST', body: '{', headers });
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({ code: 'Forbidden', message: '当前账户无权执行该操作。' });
  });

  const owns = (isOwn: (workspaceId: string) => boolean): Promise<void> =>
    gateway.owners.on(getMembership, ({ workspaceId: id }) => (isOwn(id) ? { role: 'owner' as const } : {}));
  const errorAt = async (path: string, who: Someone) => errorOf(await gateway.call(path, who));

  it('is answered 401 for who is no member of the workspace of the token, whatever the path names', async () => {
    const person = await someone('owner');
    await owns((workspaceId) => workspaceId !== person.workspaceId);
    for (const path of [PRODUCTS, `${CORE}/workspaces/${newId()}`])
      expect((await errorAt(path, person)).code).toBe('InvalidToken');
  });

  it('is answered 404 for a workspace in the path of which the account is no member, or not the API key', async () => {
    const person = await someone('owner');
    const withKey = await someone('owner', ['admin']);
    await owns((workspaceId) => [person, withKey].some((one) => one.workspaceId === workspaceId));
    const inOther = (id: string, who: Someone) => errorAt(`${CORE}/workspaces/${id}/members`, who);
    for (const id of [newId(), 'no-uuid'])
      expect(await inOther(id, person)).toMatchObject({ code: 'NotFound', target: 'id' });
    expect((await inOther(person.workspaceId, withKey)).code).toBe('NotFound');
  });
});

it('everybody may leave a workspace, but not with an API key', async () => {
  const leave = async (person: Someone): Promise<number> => {
    const path = `${CORE}/workspaces/${person.workspaceId}/members/${person.accountId}`;
    return (await gateway.call(path, { method: 'DELETE', headers: person.headers })).status;
  };
  expect(await leave(await someone('viewer'))).toBe(503); // no owner answers in this test
  expect(await leave(await someone('viewer', ['admin']))).toBe(403);
});

describe('a role', () => {
  const change = ({ accountId, workspaceId }: Someone, to: Role): void => {
    roles.set(accountId, to);
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [{ accountId, workspaceId }] });
  };

  it('is asked for once, and again after a notification of its change', async () => {
    const person = await someone('viewer');
    const statuses = await Promise.all(Array.from({ length: 20 }, () => importSome(person)));
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(asked.filter((one) => one === person.accountId)).toHaveLength(1);
    change(person, 'editor');
    await until('the new role is felt', async () => (await importSome(person)) === 202);
    change(person, 'viewer');
    await until('the old role is felt again', async () => (await importSome(person)) === 403);
    expect(await list(person)).toBe(200);
    expect(asked.filter((one) => one === person.accountId)).toHaveLength(3);
  });

  it('that changed while the bus was away is felt after the reconnection', async () => {
    const person = await someone('editor');
    expect(await importSome(person)).toBe(202);
    roles.set(person.accountId, 'viewer');
    await gateway.app.get(BusConnection, { strict: false }).nats.reconnect();
    await until('the new role is felt', async () => (await importSome(person)) === 403);
  });

  it('that is known stays in use while auth is away, also after a reconnection', async () => {
    const person = await someone('editor');
    expect(await importSome(person)).toBe(202);
    await gateway.owners.off(getMembership);
    await gateway.app.get(BusConnection, { strict: false }).nats.reconnect();
    await until('the bus is back', async () => (await importSome(person)) === 202);
    const { headers } = await someone('owner');
    expect((await errorOf(await gateway.call(PRODUCTS, { headers }))).code).toBe('Unavailable');
  });
});

describe('an API key', () => {
  it('acts for its account in its workspace, at the cost of who holds that', async () => {
    const person = await someone('editor', ['read', 'write']);
    const actors: object[] = [];
    await gateway.owners.on(listProducts, ({ actor }) => {
      actors.push(actor);
      return '{"products":[]}';
    });
    expect(await list(person)).toBe(200);
    const { accountId, workspaceId, id: sessionId } = person;
    expect(actors).toEqual([{ accountId, workspaceId, sessionId, holderId: HOLDER }]);
  });

  it('is told the e-mails of others only if its scopes allow what owners do', async () => {
    const asks: (boolean | undefined)[] = [];
    await gateway.owners.on(listMembers, ({ withoutEmails }) => {
      asks.push(withoutEmails);
      return '{"members":[]}';
    });
    for (const scopes of [['read', 'write'], ['admin'], undefined] satisfies (AccessStep[] | undefined)[]) {
      const { workspaceId, headers } = await someone('owner', scopes);
      await gateway.call(`${CORE}/workspaces/${workspaceId}/members`, { headers });
    }
    expect(asks).toEqual([true, false, false]);
  });

  it('is refused like a bad token when auth does not know it, or when it has expired', async () => {
    const expired = await someone('owner', ['admin'], Math.floor(Date.now() / 1000) - 1);
    for (const headers of [expired.headers, { authorization: `Bearer ${newApiKey()}` }]) {
      const response = await gateway.call(PRODUCTS, { headers });
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
      expect((await errorOf(response)).code).toBe('InvalidToken');
    }
  });

  it('is refused without a question to auth when it is mistyped', async () => {
    const before = asked.length;
    const key = newApiKey();
    for (const wrong of [`${key}x`, key.slice(0, -1), key.replace('ssk_', 'ssk_x'), 'ssk_'])
      expect(await list({ headers: { authorization: `Bearer ${wrong}` } })).toBe(401);
    expect(asked).toHaveLength(before);
  });

  it('is asked for once while the answer is new, and is refused when the answer is a second old', async () => {
    const person = await someone('owner', ['admin']);
    let now = performance.now();
    mock.method(performance, 'now', () => now);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => list(person)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [[hash] = []] = [...keys].filter(([, key]) => key.id === person.id);
    keys.delete(hash!);
    expect(asked.filter((one) => one === hash)).toHaveLength(1);
    now += 1000;
    expect(await list(person)).toBe(401);
  });

  it('is refused at once after the notification of its revocation', async () => {
    const person = await someone('owner', ['admin']);
    expect(await list(person)).toBe(200);
    gateway.owners.notify(sessionsRevoked, REVOKED, { sessionIds: [person.id] });
    await until('the key is refused', async () => (await list(person)) === 401);
  });
});
