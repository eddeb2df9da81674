// Lets a public tool use the whole system by its API document alone, as a stranger would: Schemathesis generates requests that
// the document allows and requests that it forbids, and checks that every answer is one of the document.
import { installPython } from '#testing/python';
import {
  openFaultEnvironment,
  type OpenEnvironment,
} from '../../faults/harness/environment/fault-environment.ts';
import { seed } from './seed.ts';
import { runSchemathesis, writeUsers, type Requests, type Run } from './tool.ts';

/** Time for one run of the tool, in milliseconds; it takes a few minutes on an idle machine. */
const RUN_MS = 1_800_000;
/** Fewest requests in all. */
const LEAST_REQUESTS = 6000;
/**
 * What may be refused each time: it takes a secret that nobody tells the tool, or ids of something rare. It makes no experiment,
 * because it does not know which models there are.
 */
const MAY_NOT_SUCCEED = [
  'AcceptInvitation',
  'ChangePassword',
  'CreateExperiment',
  'CreateExperimentVote',
  'CreateSession',
  'DeleteWorkspaceApiKey',
  'EndSession',
  'EraseWorkspace',
  'RefreshSession',
  'RemoveMember',
  'RetryImport',
  'SwitchWorkspace',
  'UpdateMember',
];

const tool = await installPython('schemathesis', 'test/full/schemathesis/requirements.txt');
const python = 'program' in tool ? tool.program : '';
const skipped = 'missing' in tool ? `skipped: needs Python 3.10+ and PyPI, but ${tool.missing}` : '';
if (skipped) process.stderr.write(`test/full/schemathesis is ${skipped}\n`);

(skipped ? describe.skip : describe)(`the API as Schemathesis uses it${skipped && ` (${skipped})`}`, () => {
  const stop = new AbortController();
  const all = new Map<string, Requests>();
  let open: OpenEnvironment;
  let experiment: string;
  let findings: (name: Run['name'], variables: Run['variables']) => Promise<string>;

  beforeAll(async () => {
    open = await openFaultEnvironment('schemathesis', stop.signal, {
      people: 3,
      variables: {
        // It follows the instructions of custom applications, as the default of a fresh machine does not.
        generations: { MODEL_DEFAULT: 'sandbox:echo' },
        auth: { LIMIT_WORKSPACES: '10000' },
      },
    });
    const { origin } = new URL(open.system.baseUrl);
    experiment = await seed(open.system.people[0]);
    findings = async (name, variables) => {
      const run = { name, variables, document: `${origin}/openapi.json`, signal: stop.signal };
      const outcome = await runSchemathesis(python, run);
      for (const [where, { sent, succeeded }] of outcome.requests) {
        const before = all.get(where) ?? { sent: 0, succeeded: 0 };
        all.set(where, { sent: before.sent + sent, succeeded: before.succeeded + succeeded });
      }
      return outcome.exitCode === 0 ? '' : outcome.output;
    };
  });
  afterAll(async () => {
    stop.abort();
    await open?.close();
  });

  it(
    'keeps to its document and its people apart, whatever is sent to it',
    async () => {
      const users = await writeUsers(open.system.people);
      expect(await findings('schemathesis', { API_USERS: users, API_EXPERIMENT: experiment })).toBe('');
    },
    RUN_MS,
  );

  it(
    'keeps to its document while sessions, memberships and workspaces end',
    async () => {
      const { email = '', password = '' } = open.system.people[2] ?? {};
      expect(await findings('parting', { API_EMAIL: email, API_PASSWORD: password })).toBe('');
    },
    RUN_MS,
  );

  it('was sent thousands of requests, and each operation some that succeed; no process has ended', async () => {
    const { operations } = await open.system.document;
    const counted = operations.map(({ method, path, name }) => {
      const where = `${method.toUpperCase()} ${path.replace(/^(\/core)?\/api\/v2/, '')}`;
      return { name, ...(all.get(where) ?? { sent: 0, succeeded: 0 }) };
    });
    const total = [...all.values()].reduce((sum, { sent }) => sum + sent, 0);
    const column = (count: number): string => String(count).padStart(6);
    const lines = counted.map(({ name, sent, succeeded }) => `${column(sent)}${column(succeeded)}  ${name}`);
    process.stderr.write(
      `  sent    ok\n${lines.join('\n')}\n${total} requests to ${counted.length} operations\n`,
    );
    const without = counted.filter(
      ({ name, succeeded }) => succeeded === 0 && !MAY_NOT_SUCCEED.includes(name),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    expect(counted.filter(({ sent }) => sent === 0).map(({ name }) => name)).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(LEAST_REQUESTS);
    expect(open.crashes).toEqual([]);
  });
});
