// Tests auth's task for operators: its commands, and the process that they call.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createSession, getMembership, type AccessToken, type MembershipKey } from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import type { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { bundledProgram, projectFile } from '#testing/servers';
import {
  accountCommandOf,
  AccountCommandsService,
  passwordsOf,
} from '../src/accounts/account-commands.service.ts';
import { AccountsService } from '../src/accounts/accounts.service.ts';
import { MoveEnded, MovesStore } from '../src/moves/moves.store.ts';
import { announcements } from './people.ts';
import { startAuth, type RunningAuth } from './running-auth.ts';

let auth: RunningAuth;
let gateway: Bus;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
});
afterAll(() => auth?.close());

/** Carries out a command in this process; returns what the task would print. */
async function admin(args: string[], ...passwords: string[]): Promise<object[]> {
  const command = accountCommandOf(['account', ...args]);
  expect(passwords).toHaveLength(passwordsOf(command));
  const commands = new AccountCommandsService(auth.app.get(AccountsService, { strict: false }));
  const printed: object[] = [];
  for await (const record of commands.run(command, passwords)) printed.push(record);
  return printed;
}

const signIn = (email: string, password: string): Promise<AccessToken> =>
  gateway.request(createSession, { email, password });

const sessions = async (email: string): Promise<number> => {
  const { rowCount } = await auth.owner.query(
    'SELECT FROM session JOIN account ON account.id = account_id WHERE email = $1',
    [email],
  );
  return rowCount ?? NaN;
};

describe('admin account', () => {
  it('create makes accounts that can sign in, with their passwords in the order of the arguments', async () => {
    const ids = { accountId: newId(), workspaceId: newId() };
    const bo = JSON.stringify({ email: 'bo@example.com', name: 'Bo', marketplace: 'DE', ...ids });
    const [ann, second] = await admin(['create', 'Ann@Example.com', bo], 'password of ann', 'password of bo');
    expect(ann).toEqual({
      email: 'ann@example.com',
      accountId: expect.any(String),
      workspaceId: expect.any(String),
    });
    expect(second).toEqual({ email: 'bo@example.com', ...ids });
    await signIn('ann@example.com', 'password of ann');
    await signIn('bo@example.com', 'password of bo');
  });

  it('create fails for an e-mail that an account has, and changes nothing', async () => {
    const { email, password } = await auth.putAccount();
    const refused = { code: 'AlreadyExists', message: 'Another account has this e-mail.' };
    await expect(admin(['create', email], 'another password')).rejects.toMatchObject(refused);
    await signIn(email, password);
  });

  it('create fails for the id of a workspace that was erased', async () => {
    const plan = { email: 'gone@example.com', accountId: newId(), workspaceId: newId() };
    await auth.owner.query('INSERT INTO erased_workspace (id) VALUES ($1)', [plan.workspaceId]);
    const refused = { code: 'InvalidState', target: 'workspaceId' };
    await expect(admin(['create', JSON.stringify(plan)], 'a password of hers')).rejects.toMatchObject(
      refused,
    );
    await expect(signIn(plan.email, 'a password of hers')).rejects.toMatchObject({
      code: 'InvalidCredentials',
    });
  });

  it('password sets a new one and ends the sessions', async () => {
    const { email, password } = await auth.putAccount();
    await signIn(email, password);
    expect(await admin(['password', email], 'a new password')).toEqual([]);
    expect(await sessions(email)).toBe(0);
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'InvalidCredentials' });
    await signIn(email, 'a new password');
  });

  it('disable refuses sign-ins and ends the sessions, and may be repeated', async () => {
    const { email, password } = await auth.putAccount();
    await signIn(email, password);
    for (let n = 0; n < 2; n += 1) expect(await admin(['disable', email])).toEqual([]);
    expect(await sessions(email)).toBe(0);
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'InvalidCredentials' });
  });

  it('limit sets the limits that it names and keeps the others', async () => {
    const { email } = await auth.putAccount();
    expect(await admin(['limit', email, 'workspaces=12', 'apiKeys=0'])).toEqual([]);
    await admin(['limit', email, 'workspaces=3']);
    const { rows } = await auth.owner.query('SELECT limits FROM account WHERE email = $1', [email]);
    expect(rows).toEqual([{ limits: { workspaces: 3, apiKeys: 0 } }]);
  });

  it('limit tells gateways what each workspace that the account holds may have, until it is the default again', async () => {
    const holder = await auth.putAccount();
    const other = await auth.putAccount();
    const told = announcements(gateway);
    const known = ({ accountId, workspaceId }: MembershipKey) =>
      gateway.request(getMembership, { accountId, workspaceId });
    await until('earlier changes are told', async () => {
      const { rowCount } = await auth.owner.query('SELECT FROM membership_change');
      return rowCount === 0;
    });
    told.length = 0;
    await admin(['limit', holder.email, 'products=2000000', 'runningGenerations=0', 'apiKeys=3']);
    expect(await known(holder)).toEqual({
      role: 'owner',
      holderId: holder.accountId,
      limits: { products: 2_000_000, runningGenerations: 0 },
    });
    expect(await known(other)).not.toHaveProperty('limits');
    const { accountId, workspaceId } = holder;
    await until('the gateway is told', () => Promise.resolve(told.length > 0));
    expect(told).toEqual([`${accountId} ${workspaceId}`]);
    expect(await admin(['list'])).toContainEqual(
      expect.objectContaining({
        email: holder.email,
        limits: { products: 2_000_000, runningGenerations: 0, apiKeys: 3 },
      }),
    );
    await admin(['limit', holder.email, 'products=default', 'runningGenerations=default', 'apiKeys=default']);
    expect(await known(holder)).not.toHaveProperty('limits');
  });

  it('list shows every account and no secret', async () => {
    const { accountId, email, name } = await auth.putAccount();
    const listed = await admin(['list']);
    const createdAt = expect.stringMatching(/^20/);
    const mine = listed.find((one) => 'id' in one && one.id === accountId);
    expect(JSON.parse(JSON.stringify(mine))).toEqual({
      id: accountId,
      email,
      name,
      status: 'ACTIVE',
      limits: {},
      createdAt,
      lastSignInAt: null,
    });
    const { rows } = await auth.owner.query<{ count: string }>('SELECT count(*) FROM account');
    expect(listed).toHaveLength(Number(rows[0]?.count));
  });

  it.each([['password'], ['disable']])('%s fails for an unknown e-mail', async (verb) => {
    const passwords = verb === 'password' ? ['some password'] : [];
    const refused = { code: 'NotFound', message: 'No account has this e-mail.' };
    await expect(admin([verb, 'nobody@example.com'], ...passwords)).rejects.toMatchObject(refused);
  });

  it.each([
    [['account']],
    [['account', 'create']],
    [['account', 'create', 'no e-mail']],
    [['account', 'disable', 'a@example.com', 'b@example.com']],
    [['account', 'limit', 'a@example.com']],
    [['account', 'limit', 'a@example.com', 'workspaces']],
    [['account', 'limit', 'a@example.com', 'workspaces=']],
    [['account', 'limit', 'a@example.com', 'workspaces=1.5']],
    [['account', 'limit', 'a@example.com', 'places=3']],
    [['account', 'limit', 'a@example.com', 'products=1000000001']],
    [['account', 'limit', 'a@example.com', 'products=Default']],
    [['account', 'limit', 'a@example.com', 'runningGenerations=10001']],
    [['sessions', 'list']],
  ])('%j is no command', (args) => {
    expect(() => accountCommandOf(args)).toThrow();
  });
});

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the task as operators do. */
async function run(args: string[], input: string, variables: Record<string, string> = {}): Promise<Run> {
  const file = bundledProgram('auth', 'admin');
  const NODE_COMPILE_CACHE = projectFile('node_modules/.cache/shelfscribe'); // for a faster start
  const env = { ...auth.servers.variables, NODE_COMPILE_CACHE, ...variables };
  const child = spawn(process.execPath, [file, ...args], { env });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

describe('the process', () => {
  it('reads passwords from stdin, or from ACCOUNT_PASSWORD where there is none, and prints a line for each account', async () => {
    const one = 'one@example.com';
    const two = 'two@example.com';
    const both = await run(['account', 'create', one, two], 'password of one\npassword of two\n');
    expect(both).toMatchObject({ code: 0, stderr: '' });
    const lines = both.stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { email: string }).email)).toEqual([one, two]);
    await signIn(one, 'password of one');
    await signIn(two, 'password of two');
    const job = await run(['account', 'password', one], '', { ACCOUNT_PASSWORD: 'of the job' });
    expect(job).toEqual({ code: 0, stdout: '', stderr: '' });
    await signIn(one, 'of the job');
  });

  it('fails with a sentence that does not repeat the e-mail, or with the usage', async () => {
    const unknown = await run(['account', 'password', 'nobody@example.com'], 'some password\n');
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'No account has this e-mail.\n' });
    // One password is missing.
    const unusable = await run(['account', 'create', 'a@example.com', 'b@example.com'], 'some password\n');
    expect(unusable).toMatchObject({ code: 64, stdout: '' });
    expect(unusable.stderr).toContain('admin account create <account>...');
  });
});

it('a move goes on until an operator lets the workspace stay', async () => {
  const { workspaceId } = await auth.putAccount();
  await auth.owner.query(`INSERT INTO cell (name) VALUES ('two')`);
  const moves = new MovesStore(auth.app.get(Database, { strict: false }));
  const move = { workspaceId, from: 'main', to: 'two' };
  await moves.begin(move);
  await moves.assertMoving(move);
  await moves.cancel(workspaceId);
  for (const goOn of [() => moves.assertMoving(move), () => moves.finish(move)])
    await expect(goOn()).rejects.toThrow(MoveEnded);
});
