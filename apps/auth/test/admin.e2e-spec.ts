// Tests auth's task for operators as they call it: a process of its own, with passwords on stdin.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createSession, type AccessToken } from '#contracts';
import { newId } from '#platform/context';
import type { Bus } from '#platform/messaging';
import { projectFile } from '#testing/servers';
import { startAuth, type RunningAuth } from './running-auth.ts';

let auth: RunningAuth;
let gateway: Bus;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
}, 60_000);
afterAll(() => auth?.close(), 30_000);

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function admin(args: string[], input = '', variables: Record<string, string> = {}): Promise<Run> {
  const file = projectFile('dist/apps/auth/src/admin.js');
  const NODE_COMPILE_CACHE = projectFile('node_modules/.cache/shelfscribe'); // for a faster start
  const env = { ...auth.servers.variables, NODE_COMPILE_CACHE, ...variables };
  const child = spawn(process.execPath, [file, ...args], { env });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
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
  it('create makes accounts that can sign in, with passwords from stdin in the order of the arguments', async () => {
    const ids = { accountId: newId(), workspaceId: newId() };
    const bo = JSON.stringify({ email: 'bo@example.com', name: 'Bo', marketplace: 'DE', ...ids });
    const run = await admin(
      ['account', 'create', 'Ann@Example.com', bo],
      'password of ann\npassword of bo\n',
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const [ann, second] = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(ann).toEqual({
      email: 'ann@example.com',
      accountId: expect.any(String),
      workspaceId: expect.any(String),
    });
    expect(second).toEqual({ email: 'bo@example.com', ...ids });
    await signIn('ann@example.com', 'password of ann');
    await signIn('bo@example.com', 'password of bo');
  }, 60_000);

  it('create takes the password from ACCOUNT_PASSWORD where there is no stdin', async () => {
    const run = await admin(['account', 'create', 'job@example.com'], '', { ACCOUNT_PASSWORD: 'of the job' });
    expect(run.code).toBe(0);
    await signIn('job@example.com', 'of the job');
  }, 60_000);

  it('create fails for an e-mail that an account has, and changes nothing', async () => {
    const { email, password } = await auth.putAccount();
    const run = await admin(['account', 'create', email], 'another password\n');
    expect(run).toEqual({ code: 1, stdout: '', stderr: 'Another account has this e-mail.\n' });
    await signIn(email, password);
  }, 60_000);

  it('password sets a new one and ends the sessions', async () => {
    const { email, password } = await auth.putAccount();
    await signIn(email, password);
    expect(await admin(['account', 'password', email], 'a new password\n')).toMatchObject({ code: 0 });
    expect(await sessions(email)).toBe(0);
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'InvalidCredentials' });
    await signIn(email, 'a new password');
  }, 60_000);

  it('disable refuses sign-ins and ends the sessions, and may be repeated', async () => {
    const { email, password } = await auth.putAccount();
    await signIn(email, password);
    for (let n = 0; n < 2; n += 1) expect((await admin(['account', 'disable', email])).code).toBe(0);
    expect(await sessions(email)).toBe(0);
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'InvalidCredentials' });
  }, 60_000);

  it('list shows every account and no secret', async () => {
    const { accountId, email, name } = await auth.putAccount();
    const { stdout } = await admin(['account', 'list']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    const createdAt = expect.stringMatching(/^20/);
    expect(lines.find(({ id }) => id === accountId)).toEqual({
      ...{ id: accountId, email, name, status: 'ACTIVE', createdAt, lastSignInAt: null },
    });
    const { rows } = await auth.owner.query<{ count: string }>('SELECT count(*) FROM account');
    expect(lines).toHaveLength(Number(rows[0]?.count));
  }, 60_000);

  it.each([['password'], ['disable']])(
    '%s fails for an unknown e-mail, and does not repeat it',
    async (verb) => {
      const run = await admin(['account', verb, 'nobody@example.com'], 'some password\n');
      expect(run).toEqual({ code: 1, stdout: '', stderr: 'No account has this e-mail.\n' });
    },
    60_000,
  );

  it.each([
    [['account']],
    [['account', 'create']],
    [['account', 'create', 'no e-mail']],
    [['account', 'create', 'a@example.com', 'b@example.com']], // one password is missing
    [['account', 'disable', 'a@example.com', 'b@example.com']],
    [['sessions', 'list']],
  ])(
    '%j is refused with the usage',
    async (args) => {
      const run = await admin(args, 'some password\n');
      expect(run).toMatchObject({ code: 64, stdout: '' });
      expect(run.stderr).toContain('admin account create <account>...');
    },
    60_000,
  );
});
