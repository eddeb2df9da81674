// A revoked session, a disabled account and a former member are refused on every route of every gateway, whoever changed
// the tables of auth; and every gateway feels a changed role and an ended API key.
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import type {
  AccessToken,
  Account,
  CreatedApiKey,
  ErrorResponse,
  Generation,
  CreatedInvitation,
  Member,
  SessionTokens,
  WorkspaceDetails,
} from '#contracts';
import { newId } from '#platform/context';
import type { Environment, Person } from '#testing/environment';
import { HttpClient, type Answer } from '#testing/http';
import { until } from '#testing/until';
import { followToText } from '../helpers/live-text.ts';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const revocation = (stack: EverydayStack): void =>
  describe('revocation', () => {
    /** Shorter than the interval at which gateways of this stack read again what has changed: a notification must have told it. */
    const SOON = { withinMs: 50_000 };

    let environment: Environment;
    /** Addresses of both gateways. */
    let baseUrls: string[];
    let auth: Client;
    beforeAll(async () => {
      ({ environment, baseUrls } = stack);
      auth = new Client({ connectionString: environment.servers.postgres.superuserUrl('auth') });
      await auth.connect();
    });
    afterAll(() => auth?.end());

    /** Clients with the token of a person, one for each gateway. */
    const clientsOf = async ({ token }: Pick<Person, 'token'>): Promise<HttpClient[]> => {
      const document = await environment.document;
      return baseUrls.map((baseUrl) => new HttpClient({ baseUrl, token, document }));
    };

    const GENERATION = { applicationId: 'product-title' };

    /** One request to each kind of route of a gateway. */
    const routesOf = (baseUrl: string): [string, string, unknown?][] => [
      ['GET', '/products'],
      ['GET', `/products/${newId()}`],
      ['POST', '/products/import/retailer', { asins: ['B000000001'] }],
      ['GET', `/products/imports/${newId()}`],
      ['POST', '/generations', GENERATION],
      ['GET', `/generations/${newId()}`],
      ['GET', `${new URL(baseUrl).origin}/core/api/v2/accounts`],
    ];

    const sessionOf = ({ token }: Person): string => decodeJwt<{ sid: string }>(token).sid;

    /** Ends the session of a person by a statement. */
    const bySql = (sql: string) => async (person: Person) => {
      await auth.query(sql, [sessionOf(person)]);
    };

    /** Sends a request about accounts; it must succeed. */
    const call = (person: Person, method: string, path: string, body?: object): Promise<unknown> =>
      person.call(method, `${environment.coreUrl}/accounts${path}`, { body });

    const revoke = bySql('DELETE FROM session WHERE id = $1');
    const disable = bySql(
      `UPDATE account SET status = 'DISABLED' WHERE id = (SELECT account_id FROM session WHERE id = $1)`,
    );

    const REVOCATIONS: [string, (person: Person) => Promise<unknown>][] = [
      ['revoked session', revoke],
      ['disabled account', disable],
      [
        'former member',
        bySql('DELETE FROM membership WHERE account_id = (SELECT account_id FROM session WHERE id = $1)'),
      ],
      ['session after its sign-out', (person) => call(person, 'DELETE', '/sessions/current')],
      [
        'session that another one ended',
        async (person) => call(await environment.signIn(person), 'DELETE', `/sessions/${sessionOf(person)}`),
      ],
      [
        'session that was not the current one',
        async (person) => call(await environment.signIn(person), 'DELETE', '/sessions'),
      ],
      [
        'session from before a change of password',
        async (person) => {
          const newPassword = `the next password of ${person.name}`;
          const change = { currentPassword: person.password, newPassword };
          await call(await environment.signIn(person), 'POST', '/password', change);
        },
      ],
      [
        'session whose refresh token was copied',
        async (person) => {
          const refresh = (refreshToken: string) =>
            person.post<SessionTokens>(`${environment.coreUrl}/accounts/sessions/refresh`, { refreshToken });
          const { body: next } = await refresh(person.refreshToken);
          expect((await refresh(next.refreshToken)).status).toBe(200);
          expect((await refresh(person.refreshToken)).status).toBe(401);
        },
      ],
    ];

    const isRefused = async (client: HttpClient): Promise<boolean> =>
      (await client.get('/products')).status === 401;

    const OTHERS = ['cut-off', 'enabled-again', 'who-cancels', 'founder'];
    const PAIRS = ['roles-owner', 'roles-member', 'keys-owner', 'keys-member'];
    let people: readonly Person[];
    beforeAll(async () => {
      people = await environment.addPeople(...REVOCATIONS.map(([kind]) => idOf(kind)), ...OTHERS, ...PAIRS);
    });
    const idOf = (kind: string): string => kind.replaceAll(' ', '-');
    const personNamed = (wanted: string): Person => people.find(({ name }) => name === wanted)!;

    describe.each(REVOCATIONS)('the token of a %s', (kind, end) => {
      it('gets the same 401 from every route of every gateway, and ends a wait', async () => {
        const person = personNamed(idOf(kind));
        const clients = await clientsOf(person);
        const { data: product } = await person.api.createProduct({ body: { title: 'Oak board' } });
        const inputs = { productId: product.id };
        const body = { ...GENERATION, inputs, environment: { model: 'held:slow' } };
        const waits = clients.map((client) =>
          client.post<ErrorResponse>('/generations', body, { prefer: 'wait=60' }),
        );
        await stack.held.atLeast(2);
        await end(person);
        for (const client of clients) await until('the token is refused', () => isRefused(client), SOON);
        const answers: Answer<ErrorResponse>[] = await Promise.all(waits);
        await stack.held.release(2);
        for (const [n, client] of clients.entries())
          for (const [method, path, sent] of routesOf(baseUrls[n] ?? ''))
            answers.push(await client.request(method, path, { body: sent }));
        for (const {
          status,
          body: { error },
        } of answers)
          expect({ status, ...error, id: '' }).toEqual({
            status: 401,
            code: 'InvalidToken',
            id: '',
            details: [],
            message: 'The access token is not valid or has expired. Sign in again.',
          });
      });
    });

    it('a gateway without the bus at the revocation refuses the token as soon as it is back', async () => {
      const person = personNamed('cut-off');
      const [near, far] = (await clientsOf(person)) as [HttpClient, HttpClient];
      expect((await far.get('/products')).status).toBe(200);
      stack.second.bus.silence();
      await revoke(person);
      await until('the other gateway refuses the token', () => isRefused(near), SOON);
      stack.second.bus.breakSilent();
      // Sooner than it would read the list by itself.
      await until('the gateway refuses the token', () => isRefused(far), SOON);
    });

    it('an account that is enabled again may sign in at once', async () => {
      const person = personNamed('enabled-again');
      await disable(person);
      for (const client of await clientsOf(person))
        await until('it is refused', () => isRefused(client), SOON);
      await auth.query(`UPDATE account SET status = 'ACTIVE' WHERE id = $1`, [person.accountId]);
      const again = await environment.signIn(person);
      for (const client of await clientsOf(again)) {
        expect((await client.get('/products')).status).toBe(200);
        expect((await client.post<Generation>('/generations', GENERATION)).status).toBe(201);
      }
      expect((await person.get('/products')).status).toBe(401);
    });

    it('the stream of a generation ends when it is cancelled, and is told anew when it is repeated', async () => {
      const ben = personNamed('who-cancels');
      const { items } = await ben.importProducts(['B0FIRST001']);
      const body = {
        applicationId: 'product-title',
        environment: { model: 'held:slow' },
        inputs: { productId: items[0]?.productId },
      };
      const { id } = (await ben.post<Generation>('/generations', body)).body;
      const eventsOf = (of: string): string => `${environment.baseUrl}/generations/${of}/events`;
      const stream = await followToText(eventsOf(id), ben.token);
      const cancelled = await ben.call<Generation>('POST', `/generations/${id}/cancel`);
      expect(cancelled).toMatchObject({ status: 'FAILED', errorCode: 'Cancelled' });
      await until('the stream has ended', () => stream.state === 'ended');
      const end = stream.events.at(-1);
      expect(end).toMatchObject({ event: 'generation.failed', data: { id, errorCode: 'Cancelled' } });
      const again = await ben.call<Generation>('POST', `/generations/${id}/retry`);
      const next = await followToText(eventsOf(again.id), ben.token);
      const [first] = next.events;
      expect(first).toMatchObject({ data: { generation: { id: again.id, status: 'RUNNING', retryOf: id } } });
      expect(next.names).not.toContain('generation.failed');
      await ben.call('POST', `/generations/${again.id}/cancel`);
      await until('the stream has ended', () => next.state === 'ended');
    });

    /** An owner and a member of a workspace, and the clients of the member: with a token and with an API key for it. */
    async function workspaceOfTwo(name: string) {
      const owner = personNamed(`${name}-owner`);
      const member = personNamed(`${name}-member`);
      const core = environment.coreUrl;
      const members = `${core}/workspaces/${owner.workspaceId}/members`;
      const invitations = `${core}/workspaces/${owner.workspaceId}/invitations`;
      const invited = { body: { email: member.email, role: 'editor' } };
      const { code } = await owner.call<CreatedInvitation>('POST', invitations, invited);
      await member.call('POST', `${core}/invitations/accept`, { body: { code } });
      const { accessToken: token } = await member.call<AccessToken>(
        'POST',
        `${core}/accounts/sessions/current/workspace`,
        { body: { workspaceId: owner.workspaceId } },
      );
      const [session] = await clientsOf({ token });
      const body = { name: 'key', scopes: ['write'] };
      const key = await session!.call<CreatedApiKey>('POST', `${core}/accounts/keys`, { body });
      const clients = [...(await clientsOf({ token })), ...(await clientsOf({ token: key.key! }))];
      return { owner, member, core, path: `${members}/${member.accountId}`, key, clients };
    }

    const write = async (client: HttpClient): Promise<number> =>
      (await client.post('/generations', GENERATION)).status;

    it('every gateway feels a changed role and the end of a membership, for tokens and API keys', async () => {
      const { owner, member, path, clients } = await workspaceOfTwo('roles');
      const list = path.slice(0, path.lastIndexOf('/'));
      const { members } = await owner.call<{ members: Member[] }>('GET', list);
      expect(members.map(({ accountId }) => accountId)).toEqual([member.accountId, owner.accountId]);
      for (const client of clients) expect(await write(client)).toBe(201);
      await owner.call('PATCH', path, { body: { role: 'viewer' } });
      for (const client of clients) {
        await until('a viewer may not write', async () => (await write(client)) === 403, SOON);
        expect((await client.get('/products')).status).toBe(200);
      }
      await owner.call('DELETE', path);
      for (const client of clients)
        await until('the former member is refused', () => isRefused(client), SOON);
      // The tokens of the session for other workspaces go on, and so does its refresh.
      expect((await member.get('/products')).status).toBe(200);
      const { refreshToken } = member;
      const refreshed = await member.post(`${environment.coreUrl}/accounts/sessions/refresh`, {
        refreshToken,
      });
      expect(refreshed.status).toBe(200);
    });

    it('every gateway refuses an API key that its account or an owner has ended', async () => {
      const { owner, core, key, clients } = await workspaceOfTwo('keys');
      const [near, far, nearKey, farKey] = clients as [HttpClient, HttpClient, HttpClient, HttpClient];
      const { auth: by } = await nearKey.call<Account>('GET', `${core}/accounts`);
      expect(by).toEqual({ method: 'apiKey', keyId: key.id, scopes: ['write'] });
      expect((await nearKey.get(`${core}/accounts/keys`)).status).toBe(403);
      expect(await write(farKey)).toBe(201);
      await owner.call('DELETE', `${core}/workspaces/${owner.workspaceId}/keys/${key.id}`);
      for (const client of [nearKey, farKey])
        await until('the key is refused', () => isRefused(client), SOON);
      for (const client of [near, far]) expect(await write(client)).toBe(201);
    });

    it('a workspace that an account creates is another tenant than the one before', async () => {
      const person = personNamed('founder');
      const { coreUrl } = environment;
      const body = { name: 'Second shop', marketplace: 'DE' };
      const answer = await person.request<WorkspaceDetails>('POST', `${coreUrl}/workspaces`, { body });
      const { id } = answer.body;
      expect(answer.headers.get('location')).toBe(new URL(`${coreUrl}/workspaces/${id}`).pathname);
      const choice = { body: { workspaceId: id } };
      const path = `${coreUrl}/accounts/sessions/current/workspace`;
      const { accessToken } = await person.call<AccessToken>('POST', path, choice);
      const [there] = await clientsOf({ token: accessToken });
      const generation = await person.call<Generation>('POST', '/generations', { body: GENERATION });
      expect((await there!.get(`/generations/${generation.id}`)).status).toBe(404);
      const made = await there!.call<Generation>('POST', '/generations', { body: GENERATION });
      expect(made.workspaceId).toBe(id);
      expect((await person.get(`/generations/${made.id}`)).status).toBe(404);
    });
  });
