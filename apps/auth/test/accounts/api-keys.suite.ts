// Tests API keys over the real bus.
import { Client } from 'pg';
import {
  createApiKey,
  createWorkspace,
  deleteApiKey,
  deleteWorkspaceApiKey,
  endSession,
  findApiKey,
  getAccount,
  listApiKeys,
  listWorkspaceApiKeys,
  switchWorkspace,
  type Actor,
  type ApiKey,
} from '#contracts';
import { newId } from '#platform/context';
import { hashApiKey, isApiKey } from '#platform/crypto';
import type { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { pair, someone } from '../people.ts';
import { BLOCKED, type RunningAuth } from '../running-auth.ts';

export const apiKeys = (shared: () => RunningAuth): void =>
  describe('API keys', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let superuser: Client;
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      superuser = new Client({ connectionString: auth.servers.postgres.superuserUrl('auth') });
      await superuser.connect();
    });
    afterAll(async () => {
      await superuser?.end();
    });

    const LIMIT = { limit: 100 };

    it('is not made by a session that has ended, although its access token lives on', async () => {
      const { actor } = await someone(auth, gateway);
      const create = () => gateway.request(createApiKey, { actor, body: { name: 'k', scopes: ['read'] } });
      expect(await create()).toMatchObject({ replayed: false });
      await gateway.request(endSession, { actor, id: actor.sessionId });
      await expect(create()).rejects.toMatchObject({ code: 'InvalidToken' });
    });

    // One at a time: whoever waits for a lock for two seconds is refused.
    it.each([
      [
        'key',
        'InvalidToken',
        (actor: Actor, workspaceId: string) =>
          gateway.request(createApiKey, {
            actor: { ...actor, workspaceId },
            body: { name: 'k', scopes: ['read'] },
          }),
      ],
      [
        'switch',
        'UnknownReference',
        (actor: Actor, workspaceId: string) =>
          gateway.request(switchWorkspace, { actor, body: { workspaceId } }),
      ],
    ])('a %s that waits for the removal of its member is refused with %s', async (_what, code, ask) => {
      const { workspaceId, other } = await pair(auth, gateway, 'editor');
      const { actor } = other;
      await superuser.query('BEGIN');
      await superuser.query('DELETE FROM membership WHERE account_id = $1 AND workspace_id = $2', [
        actor.accountId,
        workspaceId,
      ]);
      const refused = expect(ask(actor, workspaceId)).rejects.toMatchObject({ code });
      await until('it waits', async () => (await superuser.query(BLOCKED)).rowCount === 1);
      await superuser.query('COMMIT');
      await refused;
    });

    describe('an API key', () => {
      const BODY = { name: 'Nightly import', scopes: ['write', 'read', 'write'] as ('read' | 'write')[] };

      it('is shown once, stored as a hash, found by it, and listed without it', async () => {
        const { actor } = await someone(auth, gateway);
        const request = { actor, body: BODY, idempotencyKey: 'k' };
        const { apiKey } = await gateway.request(createApiKey, request);
        const { key = '', ...record } = apiKey;
        expect(isApiKey(key)).toBe(true);
        const { accountId, workspaceId } = actor;
        const scopes = ['read', 'write'];
        expect(record).toMatchObject({
          name: BODY.name,
          scopes,
          prefix: key.slice(0, 12),
          accountId,
          workspaceId,
        });
        expect(await gateway.request(createApiKey, request)).toEqual({ apiKey: record, replayed: true });
        const { rows } = await superuser.query<{ text: string }>(
          `SELECT to_jsonb(api_key)::text AS text FROM api_key WHERE id = $1
       UNION ALL SELECT answer::text FROM idempotency WHERE workspace_id = $2`,
          [record.id, workspaceId],
        );
        expect(rows).toHaveLength(2);
        expect(JSON.stringify(rows)).not.toContain(key.slice(12));
        const found = { id: record.id, accountId, workspaceId, scopes };
        expect(await gateway.request(findApiKey, { hash: hashApiKey(key) })).toEqual({ apiKey: found });
        const { keys } = (await gateway.request(listApiKeys, { actor, ...LIMIT })) as { keys: ApiKey[] };
        expect(keys).toEqual([{ ...record, lastUsedAt: expect.any(Number) as number }]);
      });

      it('notes its use at most once a minute', async () => {
        const { actor } = await someone(auth, gateway);
        const { apiKey } = await gateway.request(createApiKey, { actor, body: BODY });
        const hash = hashApiKey(apiKey.key!);
        const use = async (): Promise<string> => {
          await gateway.request(findApiKey, { hash });
          const { rows } = await auth.owner.query<{ used: string }>(
            'SELECT last_used_at::text AS used FROM api_key WHERE id = $1',
            [apiKey.id],
          );
          return rows[0]!.used;
        };
        const first = await use();
        expect(await use()).toBe(first);
        await auth.owner.query(`UPDATE api_key SET last_used_at = now() - interval '61 s' WHERE id = $1`, [
          apiKey.id,
        ]);
        expect(await use()).not.toBe(first);
      });

      it('shows the account how it is authenticated, and none of its other workspaces', async () => {
        const { actor } = await someone(auth, gateway);
        await gateway.request(createWorkspace, { actor, body: { name: 'Another customer' } });
        expect((await gateway.request(getAccount, { actor })).workspaces).toHaveLength(2);
        const { apiKey } = await gateway.request(createApiKey, { actor, body: BODY });
        const account = await gateway.request(getAccount, {
          actor: { ...actor, sessionId: apiKey.id },
        });
        expect(account.auth).toEqual({ method: 'apiKey', keyId: apiKey.id, scopes: apiKey.scopes });
        expect(account.workspaces.map(({ id }) => id)).toEqual([actor.workspaceId]);
      });

      it.each([
        [
          'has expired',
          `UPDATE api_key SET created_at = now() - interval '2 h', expires_at = now() WHERE id = $1`,
        ],
        ['was ended', 'DELETE FROM api_key WHERE id = $1'],
        [
          'belonged to an account that was disabled for a while',
          `UPDATE account SET status = 'DISABLED' WHERE id = (SELECT account_id FROM api_key WHERE id = $1)`,
        ],
      ])('is not found once it %s', async (_end, sql) => {
        const { actor } = await someone(auth, gateway);
        const { apiKey } = await gateway.request(createApiKey, { actor, body: BODY });
        await auth.owner.query(sql, [apiKey.id]);
        await auth.owner.query(`UPDATE account SET status = 'ACTIVE' WHERE id = $1`, [actor.accountId]);
        expect(await gateway.request(findApiKey, { hash: hashApiKey(apiKey.key!) })).toEqual({});
      });

      it('expires after it is made, at a time of ten digits at most', async () => {
        const { actor } = await someone(auth, gateway);
        const now = Math.floor(Date.now() / 1000);
        const last = 9_999_999_999;
        const create = (expiresAt: number) =>
          gateway.request(createApiKey, { actor, body: { ...BODY, expiresAt } });
        await expect(create(now)).rejects.toMatchObject({ code: 'InvalidArgument', target: 'expiresAt' });
        await expect(create(last + 1)).rejects.toMatchObject({ code: 'InvalidArgument' });
        for (const expiresAt of [now + 100, last])
          expect((await create(expiresAt)).apiKey).toMatchObject({ expiresAt });
      });

      it('has no scope above the role of its maker', async () => {
        const { workspaceId, other } = await pair(auth, gateway, 'editor');
        const actor = { ...other.actor, workspaceId };
        const make = (...scopes: ('read' | 'write' | 'admin')[]) =>
          gateway.request(createApiKey, { actor, body: { name: 'k', scopes } });
        for (const scopes of [['admin'], ['read', 'write', 'admin']] as const)
          await expect(make(...scopes)).rejects.toMatchObject({ code: 'InvalidArgument', target: 'scopes' });
        expect((await make('write')).apiKey.scopes).toEqual(['write']);
      });

      it('is one of a bounded number of its account', async () => {
        const { actor } = await someone(auth, gateway);
        const make = () => gateway.request(createApiKey, { actor, body: BODY });
        const { apiKey } = await make();
        await superuser.query(
          `INSERT INTO api_key SELECT (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'hash', md5(n::text)))).*
           FROM api_key AS one, generate_series(1, 99) AS n WHERE id = $1`,
          [apiKey.id],
        );
        await expect(make()).rejects.toMatchObject({ code: 'QuotaExceeded' });
        await gateway.request(deleteApiKey, { actor, id: apiKey.id });
        expect((await make()).apiKey.name).toBe(BODY.name);
      });

      it('that has expired leaves its place to another one, and only as many expired ones stay', async () => {
        const { actor } = await someone(auth, gateway);
        const make = async () => (await gateway.request(createApiKey, { actor, body: BODY })).apiKey.id;
        const id = await make();
        const past = `jsonb_build_object('id', gen_random_uuid(), 'hash', md5('past' || n::text),
          'created_at', now() - interval '1 day', 'expires_at', now() - n * interval '1 min')`;
        await superuser.query(
          `INSERT INTO api_key SELECT (jsonb_populate_record(one, ${past})).*
           FROM api_key AS one, generate_series(1, 120) AS n WHERE id = $1`,
          [id],
        );
        const next = await make();
        const { rows } = await superuser.query<{ id: string; minutes: number | null }>(
          `SELECT id, extract(epoch FROM now() - expires_at)::int / 60 AS minutes FROM api_key
           WHERE account_id = $1 ORDER BY expires_at DESC NULLS FIRST, created_at`,
          [actor.accountId],
        );
        expect(rows.slice(0, 2).map((row) => row.id)).toEqual([id, next]);
        expect(rows.slice(2).map(({ minutes }) => minutes)).toEqual(
          Array.from({ length: 100 }, (_, n) => n + 1),
        );
      });

      it('is ended by its account or an owner of its workspace, and by nobody else', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
        const { actor: stranger } = await someone(auth, gateway);
        const actor = { ...other.actor, workspaceId };
        const make = async (): Promise<string> =>
          (await gateway.request(createApiKey, { actor, body: BODY })).apiKey.id;
        const one = await make();
        const two = await make();
        for (const id of [one, newId(), 'no-uuid']) {
          const refused = [
            gateway.request(deleteApiKey, { actor: stranger, id }),
            gateway.request(deleteWorkspaceApiKey, { actor: stranger, workspaceId, id }),
            gateway.request(deleteWorkspaceApiKey, {
              actor: stranger,
              workspaceId: stranger.workspaceId,
              id,
            }),
          ];
          await Promise.all(
            refused.map((request) => expect(request).rejects.toMatchObject({ code: 'NotFound' })),
          );
        }
        await Promise.all(
          [
            gateway.request(listWorkspaceApiKeys, { actor, workspaceId, ...LIMIT }),
            gateway.request(deleteWorkspaceApiKey, { actor, workspaceId, id: one }),
          ].map((refused) => expect(refused).rejects.toMatchObject({ code: 'Forbidden' })),
        );
        const ids = async (): Promise<string[]> => {
          const request = { actor: owner, workspaceId, ...LIMIT };
          const { keys } = (await gateway.request(listWorkspaceApiKeys, request)) as { keys: ApiKey[] };
          return keys.map(({ id }) => id);
        };
        expect(await ids()).toEqual([two, one]);
        await gateway.request(deleteWorkspaceApiKey, { actor: owner, workspaceId, id: one });
        await gateway.request(deleteApiKey, { actor, id: two });
        expect(await ids()).toEqual([]);
      });
    });
  });
