// Tests auth in two cells with one database: where a workspace is, and who is told and asked of what.
import { decodeJwt } from 'jose';
import {
  createApiKey,
  createInvitation,
  createSession,
  createWorkspace,
  endSession,
  eraseWorkspace,
  findApiKey,
  getAccount,
  getMembership,
  getWorkspaceDetails,
  listRevocations,
  listWorkspaces,
  refreshSession,
  REVOKED,
  sessionsRevoked,
  switchWorkspace,
  type Account,
  type SessionTokens,
} from '#contracts';
import { hashApiKey } from '#platform/crypto';
import { Database } from '#platform/database';
import type { Bus } from '#platform/messaging';
import { Pages } from '#platform/paging';
import { until } from '#testing/until';
import type { CellSummary } from '../src/cells/cells.store.ts';
import { MovesStore } from '../src/moves/moves.store.ts';
import { MembersStore } from '../src/workspaces/members.store.ts';
import { lastReuse, reuse } from './last-reuse.ts';
import { OwnersThatErase } from './owners-that-erase.ts';
import { actorOf, announcements } from './people.ts';
import { PASSWORD, startAuth, type RunningAuth } from './running-auth.ts';
import { cellCommand, startCell, type RunningCell } from './running-cell.ts';

const URL = 'https://two.example.com';
const SECOND = { cell: 'two', url: URL };

let auth: RunningAuth;
let second: RunningCell;
/** The gateways of the main cell and of the second. */
let main: Bus;
let two: Bus;
beforeAll(async () => {
  auth = await startAuth();
  second = await startCell(auth, 'two', URL);
  main = await auth.busOf('gateway');
  two = second.gateway;
});
afterAll(async () => {
  await second?.close();
  await auth?.close();
});

const cellOf = (token: string): unknown => decodeJwt<{ cell?: string }>(token).cell;
const signIn = (at: Bus, email: string): Promise<SessionTokens> =>
  at.request(createSession, { email, password: PASSWORD });

/** A person with a workspace of the main cell and one of the second. */
async function someone() {
  const { email, accountId, workspaceId: first } = await auth.putAccount();
  const { accessToken } = await signIn(main, email);
  const actor = actorOf(accessToken);
  const body = { name: 'Second shop', marketplace: 'DE' } as const;
  const { workspace } = await two.request(createWorkspace, { actor, body });
  return { email, accountId, actor, first, other: workspace.id };
}

it('a workspace is of the cell in which it was made, and every cell tells where it is', async () => {
  const { accountId, actor, first, other } = await someone();
  for (const [at, workspaceId, elsewhere] of [
    [main, first, undefined],
    [main, other, SECOND],
    [two, first, { cell: 'main' }],
    [two, other, undefined],
  ] as const) {
    const known = await at.request(getMembership, { accountId, workspaceId });
    expect(known).toEqual({ role: 'owner', holderId: accountId, elsewhere });
    const details = await at.request(getWorkspaceDetails, { actor, id: workspaceId });
    expect(details.elsewhere).toEqual(elsewhere);
  }
  const { workspaces } = await main.request(listWorkspaces, { actor, limit: 10 });
  expect(workspaces.map(({ elsewhere }) => elsewhere)).toEqual([SECOND, undefined]);
  const account = JSON.parse((await main.requestJson(getAccount, { actor })).toString()) as Account;
  expect(account.workspaces.map(({ elsewhere }) => elsewhere)).toEqual([undefined, SECOND]);
});

it('a sign-in goes on in the cell that was asked, and answers where the workspace is when that is another', async () => {
  const { email, other } = await someone();
  const here = await signIn(main, email);
  const there = await signIn(two, email);
  expect(cellOf(here.accessToken)).toBeUndefined();
  expect(here).not.toHaveProperty('elsewhere');
  expect(cellOf(there.accessToken)).toBe('two');
  expect(there).not.toHaveProperty('elsewhere');
  const actor = actorOf(here.accessToken);
  const switched = await main.request(switchWorkspace, { actor, body: { workspaceId: other } });
  expect(cellOf(switched.accessToken)).toBe('two');
  expect(switched.elsewhere).toEqual(SECOND);
  const refreshed = await main.request(refreshSession, { refreshToken: here.refreshToken });
  expect(cellOf(refreshed.accessToken)).toBe('two');
  expect(refreshed.elsewhere).toEqual(SECOND);
  const { email: alone } = await auth.putAccount();
  expect((await signIn(two, alone)).elsewhere).toEqual({ cell: 'main' });
});

it('an API key names its cell, and each cell finds it', async () => {
  const { actor, other, accountId } = await someone();
  const there = { ...actor, workspaceId: other };
  const { apiKey } = await two.request(createApiKey, { actor: there, body: { name: 'k', scopes: ['read'] } });
  expect(apiKey.key).toMatch(/^ssk_two\./);
  expect(apiKey.key?.startsWith(apiKey.prefix)).toBe(true);
  for (const at of [main, two]) {
    const found = await at.request(findApiKey, { hash: hashApiKey(apiKey.key!) });
    expect(found.apiKey).toMatchObject({ id: apiKey.id, accountId, workspaceId: other });
  }
  const ofMain = await main.request(createApiKey, { actor, body: { name: 'k', scopes: ['read'] } });
  expect(ofMain.apiKey.key).toMatch(/^ssk_[\w-]{49}$/);
});

it('the gateways of every cell are told of revoked sessions and of changed memberships', async () => {
  const told = [main, two].map((gateway) => {
    const sessions: string[] = [];
    gateway.onNotification(sessionsRevoked, REVOKED, ({ sessionIds }) => void sessions.push(...sessionIds));
    return { sessions, memberships: announcements(gateway) };
  });
  const { accountId, actor, other } = await someone();
  await main.request(endSession, { actor, id: actor.sessionId });
  for (const { sessions, memberships } of told) {
    await until('the membership is told', () => memberships.includes(`${accountId} ${other}`));
    await until('the end of the session is told', () => sessions.includes(actor.sessionId));
    expect(sessions.filter((one) => one === actor.sessionId)).toHaveLength(1);
  }
  for (const at of [main, two])
    expect((await at.request(listRevocations, {})).sessionIds).toContain(actor.sessionId);
});

it('an event goes to the stream of the cell that has its workspace, after a move', async () => {
  const moves = new MovesStore(auth.app.get(Database, { strict: false }));
  const newSession = async () => signIn(two, (await someone()).email);
  const moved = await newSession();
  const { workspaceId } = actorOf(moved.accessToken);
  await moves.begin({ workspaceId, from: 'two', to: 'main' });
  await reuse(main, moved);
  const { sessionId, refreshToken } = await newSession();
  await reuse(main, { refreshToken });
  await until('the event is there', async () => (await lastReuse(second.nats))?.subject === sessionId);
  const inMain = async () => (await lastReuse(auth.servers.nats))?.subject;
  expect(await inMain()).not.toBe(sessionId);
  await moves.finish({ workspaceId, from: 'two', to: 'main' });
  await until('the event of the move is there', async () => (await inMain()) === moved.sessionId);
  await auth.owner.query('DELETE FROM erased_workspace WHERE id = $1', [workspaceId]);
});

it('an erasure asks the owners of every cell, and is done in each when that has confirmed', async () => {
  const ofMain = await OwnersThatErase.start(auth.servers.nats);
  const ofTwo = await OwnersThatErase.start(second.nats);
  try {
    const { actor, other } = await someone();
    await main.request(eraseWorkspace, { actor, id: other, body: { confirm: 'Second shop' } });
    await auth.owner.query(
      `UPDATE erased_workspace SET erased_at = erased_at - interval '1 minute' WHERE id = $1`,
      [other],
    );
    const open = async (): Promise<string[]> => {
      const text = 'SELECT cell FROM erased_workspace WHERE id = $1 AND gone_at IS NULL ORDER BY cell';
      const { rows } = await auth.owner.query<{ cell: string }>(text, [other]);
      return rows.map(({ cell }) => cell);
    };
    await until('both are asked', () => [ofMain, ofTwo].every((owners) => owners.askedFor(other) > 1));
    expect(await open()).toEqual(['main', 'two']);
    ofMain.finish(other); // it never had anything
    await until('the main cell has confirmed', async () => (await open()).length === 1);
    expect(await open()).toEqual(['two']);
    const [ofMainCell, ofSecond] = await cells();
    expect([ofMainCell?.openErasures, ofSecond?.openErasures]).toEqual([0, 1]);
    await expect(admin('remove', 'two')).rejects.toMatchObject({ code: 'InvalidState' });
    ofTwo.finish(other);
    await until('the second cell has confirmed, too', async () => (await open()).length === 0);
    expect((await cells())[1]).toMatchObject({ name: 'two', url: URL, openErasures: 0, oldestErasure: null });
  } finally {
    await ofMain.stop();
    await ofTwo.stop();
  }
});

it('a workspace that is moved is not erased, and afterwards in the new cell and where it was', async () => {
  const moves = new MovesStore(auth.app.get(Database, { strict: false }));
  const { actor, first, other: workspaceId } = await someone();
  const body = { confirm: 'Second shop' };
  const erase = () => two.request(eraseWorkspace, { actor, id: workspaceId, body });
  const member = { accountId: actor.accountId, workspaceId };
  const begin = (from: string, to: string) => moves.begin({ workspaceId, from, to });
  await expect(begin('two', 'three')).rejects.toMatchObject({ code: 'NotFound' });
  await expect(begin('three', 'main')).rejects.toMatchObject({ code: 'InvalidState' });
  expect(await two.request(getMembership, member)).not.toHaveProperty('isMoving');
  expect(await begin('two', 'main')).toBe(true);
  await auth.owner.query(`INSERT INTO cell (name) VALUES ('three')`);
  await expect(begin('two', 'three')).rejects.toMatchObject({ code: 'InvalidState' });
  expect(await two.request(getMembership, member)).toMatchObject({ isMoving: true });
  await expect(erase()).rejects.toMatchObject({ code: 'Unavailable', retryAfter: 30 });
  await moves.finish({ workspaceId, from: 'two', to: 'main' });
  const finished = moves.finish({ workspaceId, from: 'two', to: 'main' });
  await expect(finished).rejects.toMatchObject({ code: 'InvalidState' });
  expect(await begin('two', 'main')).toBe(false);
  expect(await main.request(getMembership, member)).toEqual({ role: 'owner', holderId: actor.accountId });
  expect(await two.request(getMembership, member)).toMatchObject({ elsewhere: { cell: 'main' } });
  await expect(begin('main', 'two')).rejects.toMatchObject({ code: 'InvalidState' });
  const rows = async (): Promise<object[]> => {
    const text = `SELECT cell, is_moved FROM erased_workspace WHERE id = $1 AND gone_at IS NULL ORDER BY cell`;
    return (await auth.owner.query<object>(text, [workspaceId])).rows;
  };
  expect(await rows()).toEqual([{ cell: 'two', is_moved: true }]);
  await auth.putAccount({ accountId: actor.accountId, email: `${actor.accountId}@example.com`, workspaceId });
  await main.request(eraseWorkspace, { actor, id: workspaceId, body: { confirm: 'Ana’s shelf' } });
  expect(await rows()).toEqual(['main', 'three', 'two'].map((cell) => ({ cell, is_moved: false })));
  await moves.begin({ workspaceId: first, from: 'main', to: 'three' });
  await moves.cancel(first);
  await expect(moves.cancel(first)).rejects.toMatchObject({ code: 'InvalidState' });
  await auth.owner.query(`DELETE FROM cell WHERE name = 'three'`);
});

it('what auth has of a workspace stays when the workspace has moved, because all cells share it', async () => {
  const owners = await OwnersThatErase.start(auth.servers.nats);
  try {
    const { actor, first: workspaceId } = await someone();
    const body = { email: 'guest@example.com', role: 'viewer' } as const;
    const invite = { actor, workspaceId, body, idempotencyKey: 'k' };
    await main.request(createInvitation, invite);
    await auth.owner.query(
      `INSERT INTO outbox (kind, topic, dedup_key, payload, due_at)
       VALUES ('event', 'parked', $1::text, json_build_object('data', json_build_object('workspaceId', $1::text)), 'infinity')`,
      [workspaceId],
    );
    const moves = new MovesStore(auth.app.get(Database, { strict: false }));
    await moves.begin({ workspaceId, from: 'main', to: 'two' });
    await moves.finish({ workspaceId, from: 'main', to: 'two' });
    owners.finish(workspaceId);
    const past = `UPDATE erased_workspace SET erased_at = erased_at - interval '1 minute' WHERE id = $1`;
    await auth.owner.query(past, [workspaceId]);
    const gone = `SELECT FROM erased_workspace WHERE id = $1 AND gone_at IS NOT NULL`;
    await until('nothing is left in the main cell', async () => {
      const { rowCount } = await auth.owner.query(gone, [workspaceId]);
      return rowCount === 1;
    });
    const { replayed } = await two.request(createInvitation, invite);
    expect(replayed).toBe(true);
    const parked = await auth.owner.query('SELECT FROM outbox WHERE dedup_key = $1', [workspaceId]);
    expect(parked.rowCount).toBe(1);
    await auth.owner.query('DELETE FROM outbox WHERE dedup_key = $1', [workspaceId]);
  } finally {
    await owners.stop();
  }
});

it('a move waits until the gateways of the cell that it leaves are told, also while auth is away there', async () => {
  await auth.owner.query(`INSERT INTO cell (name) VALUES ('away')`);
  const { first: id } = await someone();
  await auth.owner.query(`UPDATE workspace SET cell = 'away' WHERE id = $1`, [id]);
  const database = auth.app.get(Database, { strict: false });
  const moves = new MovesStore(database);
  const members = new MembersStore(database, auth.app.get(Pages, { strict: false }), { CELL: 'away' });
  const begin = async () => void (await moves.begin({ workspaceId: id, from: 'away', to: 'main' }));
  expect(await members.announceNext(begin)).toBe(true); // of what was there before the move
  expect(await moves.isSettled(id)).toBe(false);
  const past = `UPDATE workspace SET moving_since = moving_since - interval '1 minute' WHERE id = $1`;
  await auth.owner.query(past, [id]);
  expect(await moves.isSettled(id)).toBe(false);
  // The gateways are told at last. What they have taken until then may still be under way.
  expect(await members.announceNext(() => Promise.resolve())).toBe(true);
  expect(await moves.isSettled(id)).toBe(false);
  await auth.owner.query(past, [id]);
  // What is told in another cell, or of another workspace, holds nothing up.
  await auth.owner.query(
    `INSERT INTO membership_change (cell, account_id, workspace_id) SELECT 'away', id, gen_random_uuid() FROM account`,
  );
  expect(await moves.isSettled(id)).toBe(true);
  // Two copies of auth that tell of changes at once each still see those of the other one, and neither begins the minute.
  await auth.owner.query(`UPDATE workspace SET moving_since = 'infinity' WHERE id = $1`, [id]);
  expect(await moves.isSettled(id)).toBe(false);
  await auth.owner.query(past, [id]);
  expect(await moves.isSettled(id)).toBe(true);
  await auth.owner.query(`DELETE FROM cell WHERE name = 'away'`);
});

it('a cell that is gone for good is removed by an operator, and holds up no erasure any more', async () => {
  await auth.owner.query(`INSERT INTO cell (name) VALUES ('gone')`);
  const { actor, other } = await someone();
  await main.request(eraseWorkspace, { actor, id: other, body: { confirm: 'Second shop' } });
  expect((await cells()).map(({ name, openErasures }) => [name, openErasures])).toContainEqual(['gone', 1]);
  await admin('remove', 'gone');
  expect((await cells()).map(({ name }) => name)).toEqual(['main', 'two']);
  const text = `SELECT FROM erased_workspace WHERE cell = 'gone' AND gone_at IS NULL`;
  expect((await auth.owner.query(text)).rowCount).toBe(0);
  await expect(admin('remove', 'gone')).rejects.toMatchObject({ code: 'NotFound' });
});

const admin = (...args: string[]): Promise<object[]> => cellCommand(auth, args);
const cells = async (): Promise<CellSummary[]> => (await admin('list')) as CellSummary[];
