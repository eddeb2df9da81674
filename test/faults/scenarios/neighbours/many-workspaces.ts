// C62 and C63: batches of slow models in all workspaces of one account, and of so many accounts that they fill the backlog.
import { HttpClient } from '#testing/http';
import type { Person, Variables } from '#testing/environment';
import { until } from '#testing/until';
import { Tally } from '../../harness/checks/tally.ts';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { insertProducts, plainProducts } from '../../harness/environment/products.ts';
import { timed, USUAL_LIMITS, waitsBeside } from '../../harness/load/beside.ts';
import { LoadGenerator } from '../../harness/load/load-generator.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Workspaces of the one account; an operator may allow that many. */
const WORKSPACES = { full: 60, small: 20 };
/** Products of the batch in each workspace. */
const PRODUCTS = 20;
/** Accounts whose batches fill the backlog, products of each, and how much may wait in all. */
const ACCOUNTS = 6;
const PRODUCTS_OF_ACCOUNT = 60;
const BACKLOG_MAX = 100;
/** Time of a call of a slow model, in milliseconds. */
const SLOW_MS = 6000;
/** Seconds of one measurement. */
const SIZES = { full: 60, small: 10 };
const PAUSE_MS = 200;
const WARM_UP_S = 2;
/** Longest time until a generation has ended for which a person waits, in milliseconds. */
const ENDED_MS = 5000;

export const manyWorkspaces: Scenario = {
  id: 'C62',
  title: 'one account has a batch of 20 generations of a slow model in each of 20 workspaces (full run: 60)',
  holds:
    'p95 from request to result of another account’s generation at most triples (small run: plus 100 ms) and is at most 1 s',
  alone: true,
  run: (context) => runManyWorkspaces(context),
};

export const fullBacklog: Scenario = {
  id: 'C63',
  title: 'batches of six accounts would fill the backlog of waiting generations more than three times',
  holds:
    'every single generation of another account is accepted, whose p95 at most triples (small run: plus 100 ms) and is at most 1 s, and ends within 5 s where a person waits for it',
  alone: true,
  run: (context) => runFullBacklog(context),
};

/** Runs the scenario; `variables` may make generations a test build. */
export async function runManyWorkspaces(context: Context, variables: Variables = {}): Promise<Result> {
  const count = WORKSPACES[context.full ? 'full' : 'small'];
  const system = await context.open({
    people: 2,
    variables: {
      auth: { LIMIT_WORKSPACES: String(count + 1) },
      gateway: USUAL_LIMITS,
      generations: { ...variables, MAX_RUNNING_GENERATIONS: '100' },
      sandbox: { SANDBOX_SLOW_MODEL_MS: String(SLOW_MS) },
    },
  });
  const [greedy, other = greedy] = system.people;
  const clients: (Owner & { ids: string[] })[] = [];
  for (let n = 0; n < count; n += 1) {
    const owner = await ownerOf(system, greedy, n);
    clients.push({ ...owner, ids: await insertProducts(context, system, owner, plainProducts(PRODUCTS)) });
  }
  return besideBatches(context, system, other, { owners: clients, prefer: 'wait=10' });
}

/** Runs the scenario; `variables` may make generations a test build. */
export async function runFullBacklog(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({
    people: 1 + ACCOUNTS,
    variables: {
      gateway: USUAL_LIMITS,
      generations: { ...variables, MAX_RUNNING_GENERATIONS: '100', BACKLOG_MAX: String(BACKLOG_MAX) },
      sandbox: { SANDBOX_SLOW_MODEL_MS: String(SLOW_MS) },
    },
  });
  const [other, ...greedy] = system.people;
  const owners: (Owner & { ids: string[] })[] = [];
  for (const person of greedy) {
    const ids = await insertProducts(context, system, person, plainProducts(PRODUCTS_OF_ACCOUNT));
    owners.push({ client: person, workspaceId: person.workspaceId, ids });
  }
  return besideBatches(context, system, other, { owners });
}

/** Whoever may write in a workspace. */
interface Owner {
  client: HttpClient;
  workspaceId: string;
}

/** Makes another workspace of a person. */
async function ownerOf({ baseUrl, coreUrl }: FaultEnvironment, person: Person, n: number): Promise<Owner> {
  const made = await person.call<{ id: string }>('POST', `${coreUrl}/workspaces`, {
    body: { name: `Shop ${n}` },
  });
  const { accessToken } = await person.call<{ accessToken: string }>(
    'POST',
    `${coreUrl}/accounts/sessions/current/workspace`,
    { body: { workspaceId: made.id } },
  );
  return { client: new HttpClient({ baseUrl, token: accessToken }), workspaceId: made.id };
}

/** What is measured, and beside whom. */
interface Besides {
  owners: readonly (Owner & { ids: string[] })[];
  /** Waits for the results of an automation; otherwise for the acceptance of what a person waits for. */
  prefer?: string;
}

/** Measures the generations of a person alone, and beside a batch of each owner. */
async function besideBatches(
  context: Context,
  system: FaultEnvironment,
  person: Person,
  { owners, prefer }: Besides,
): Promise<Result> {
  const sql = new Sql(system.servers.postgres.superuserUrl('generations'));
  context.defer(() => sql.close());
  const body = { ...(await new LoadGenerator('sandbox:echo', context.signal).body(person)), manual: !prefer };
  const headers: Record<string, string> = prefer === undefined ? {} : { prefer };
  const answers = new Tally();
  const work = async (): Promise<void> => {
    const { status, body: made } = await person.post<{ status?: string }>('/generations', body, headers);
    answers.add(status === 201 ? String(made.status) : status);
  };
  await timed(WARM_UP_S, work, PAUSE_MS);
  const { notes, late } = await waitsBeside(context, {
    what: prefer ? 'a result' : 'an acceptance',
    measure: () => timed(SIZES[context.full ? 'full' : 'small'], work, PAUSE_MS),
    attack: async () => {
      await beginBatches(sql, owners);
      await timed(WARM_UP_S, work, PAUSE_MS); // the first one waits for a place as long as a call of the model takes
      return () => Promise.resolve();
    },
  });
  const left = await membersOf(sql);
  const slowest = await slowestOf(sql, person);
  return resultOf(
    { faults: owners.length, accepted: answers.total, notes: `${notes}; slowest end ${slowest} ms` },
    [
      answers.others(prefer ? 'SUCCESS' : 'RUNNING').length > 0 &&
        `the other account’s generations: ${answers.summary}`,
      late,
      !prefer && slowest > ENDED_MS && `a generation that a person waits for took ${slowest} ms`,
      left < BACKLOG_MAX / 4 && `only ${left} members of batches still wait, so nobody was greedy`,
    ],
  );
}

/** Members of batches that wait or are written. */
function membersOf(sql: Sql): Promise<number> {
  return sql.number(`SELECT count(*) FROM generation WHERE status = 'RUNNING' AND batch_id IS NOT NULL`);
}

/** Begins a batch of each owner, and waits until many of their members do. */
async function beginBatches(sql: Sql, owners: Besides['owners']): Promise<void> {
  const environment = { model: 'sandbox:slow' };
  for (const { client, ids } of owners)
    await client.call('POST', '/generations/batches', {
      body: { applicationId: 'product-title', environment, products: { ids } },
    });
  const areMany = async (): Promise<boolean> => (await membersOf(sql)) >= BACKLOG_MAX / 2;
  await until('the batches wait', areMany, { withinMs: 60_000 });
}

/** Waits until a person's generations have ended; gives the longest time from the acceptance of one to its end, in milliseconds. */
async function slowestOf(sql: Sql, { workspaceId }: Person): Promise<number> {
  const running = `SELECT count(*) FROM generation WHERE workspace_id = $1 AND status = 'RUNNING'`;
  await until('all have ended', async () => (await sql.number(running, [workspaceId])) === 0, {
    withinMs: 60_000,
  });
  return sql.number(
    `SELECT round(max(extract(epoch FROM completed_at - created_at)) * 1000) FROM generation WHERE workspace_id = $1`,
    [workspaceId],
  );
}
