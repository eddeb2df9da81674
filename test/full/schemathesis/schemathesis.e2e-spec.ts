// Lets a public tool use the whole system by its API document alone, as a stranger would: Schemathesis generates requests that
// the document allows and requests that it forbids, and checks that every answer is one of the document.
import {
  openFaultEnvironment,
  type OpenEnvironment,
} from '../../faults/harness/environment/fault-environment.ts';
import { installSchemathesis } from './python.ts';
import { seed } from './seed.ts';
import { runSchemathesis, writeUsers, type Run } from './tool.ts';

/** Time for one run of the tool, in milliseconds; it takes a few minutes on an idle machine. */
const RUN_MS = 1_800_000;
/** Fewest requests in all. */
const LEAST_CASES = 6000;

const tool = await installSchemathesis();
const python = 'program' in tool ? tool.program : '';
const skipped = 'missing' in tool ? `skipped: needs Python 3.10+ and PyPI, but ${tool.missing}` : '';
if (skipped) process.stderr.write(`test/full/schemathesis is ${skipped}\n`);

(skipped ? describe.skip : describe)(`the API as Schemathesis uses it${skipped && ` (${skipped})`}`, () => {
  const stop = new AbortController();
  const cases = new Map<string, number>();
  let open: OpenEnvironment;
  let findings: (name: Run['name'], variables: Run['variables']) => Promise<string>;

  beforeAll(async () => {
    open = await openFaultEnvironment('schemathesis', stop.signal, { people: 3 });
    const { origin } = new URL(open.system.baseUrl);
    await seed(open.system.people[0]);
    findings = async (name, variables) => {
      const run = { name, variables, document: `${origin}/openapi.json`, signal: stop.signal };
      const outcome = await runSchemathesis(python, run);
      for (const [where, count] of outcome.cases) cases.set(where, (cases.get(where) ?? 0) + count);
      return outcome.exitCode === 0 ? '' : outcome.output;
    };
  }, 180_000);
  afterAll(async () => {
    stop.abort();
    await open?.close();
  }, 60_000);

  it(
    'keeps to its document and its people apart, whatever is sent to it',
    async () => {
      const users = await writeUsers(open.system.people);
      expect(await findings('schemathesis', { API_USERS: users })).toBe('');
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

  it('was sent requests to every operation, thousands in all, and none of its processes has ended', async () => {
    const { operations } = await open.system.document;
    const counted = operations.map(({ method, path, name }) => {
      const where = `${method.toUpperCase()} ${path.replace(/^(\/core)?\/api\/v2/, '')}`;
      return { name, count: cases.get(where) ?? 0 };
    });
    const total = [...cases.values()].reduce((sum, count) => sum + count, 0);
    const lines = counted.map(({ name, count }) => `${String(count).padStart(6)}  ${name}`);
    process.stderr.write(`${lines.join('\n')}\n${total} requests to ${counted.length} operations\n`);
    expect(counted.filter(({ count }) => count === 0)).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(LEAST_CASES);
    expect(open.crashes).toEqual([]);
  });
});
