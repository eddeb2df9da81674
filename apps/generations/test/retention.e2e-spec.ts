// Generations and their usage leave the database after the days of the configuration, each after its own, and all rows of
// an erased workspace when auth asks for it.
import {
  beginFollowUp,
  createDocument,
  createVoice,
  eraseGenerations,
  renewGenerations,
  type Actor,
} from '#contracts';
import { newId } from '#platform/context';
import { OLD_ID, startWithOldMonth, workspaceRows } from '#testing/servers';
import { OldRowsService } from '../src/operations/old-rows.service.ts';
import { errorOf } from '#testing/answers';
import {
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { NeighbourEvents } from './requests/neighbour-events.ts';
import { productFor } from './stand-in-catalogue.ts';

/** The refusal of what would add a row to an erased workspace. */
const ERASED = { code: 'InvalidArgument', message: 'The workspace was erased.' };
const PRICED = { environment: { model: 'acme:large' } };

const VOICE = { name: 'Fenwick', rules: ['Plain words.'], terms: [], examples: [], isDefault: true };

let environment: GenerationsEnvironment;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
});
afterAll(() => environment?.stop());

it('an old generation is an unknown one, its usage is kept longer, and new ones are accepted', async () => {
  const actor = newActor();
  await startWithOldMonth(environment.servers.database.ownerUrl, 'generation', 'invocation');
  await environment.sql(
    `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, status, error_code, last_job_id, lease_until, deadline_at, completed_at)
     VALUES ($1, $2, $1, $1, 'r', 'product-title', 'Title', 'Title', '{}', '{"model":"m"}', 'm', false, 'FAILED',
       'ContentFiltered', 'j', now(), now(), now())`,
    [actor.workspaceId, OLD_ID],
  );
  await environment.sql(
    `INSERT INTO invocation (workspace_id, generation_id, epoch, id, application_id, model, calls, partial)
     VALUES ($1, $2, 1, $2, 'a', 'm', 1, false)`,
    [actor.workspaceId, OLD_ID],
  );
  await environment.startInstance({ ...PRICED_MODELS, GENERATIONS_KEEP_DAYS: '30', USAGE_KEEP_DAYS: '0' });
  const isKnown = async (): Promise<boolean> =>
    environment.get(actor, OLD_ID).then(
      () => true,
      () => false,
    );
  await waitUntil(async () => !(await isKnown()));
  expect(await errorOf(environment.get(actor, OLD_ID))).toMatchObject({ code: 'NotFound' });
  const { generation } = await environment.create(actor, {}, newId());
  expect(await environment.get(actor, generation.id)).toEqual(generation);
  expect(await environment.sql('SELECT model FROM invocation')).toEqual([{ model: 'm' }]);
});

/** Lets so much time pass that no transaction is left from before the erasure. */
const passTransactions = ({ workspaceId }: Actor) =>
  environment.sql(`UPDATE erased_workspace SET erased_at = erased_at - interval '20 seconds' WHERE id = $1`, [
    workspaceId,
  ]);
const rowsOf = ({ workspaceId }: Actor) =>
  workspaceRows(environment.servers.postgres.superuserUrl('generations'), workspaceId);

it('an erased workspace gets no more rows, neither by requests on their way nor by late events', async () => {
  await environment.startInstance(PRICED_MODELS);
  const actor = newActor();
  const { workspaceId, accountId } = actor;
  const erase = async () => (await environment.auth.request(eraseGenerations, { workspaceId })).isGone;
  expect(await erase()).toBe(false); // a transaction may be under way
  await passTransactions(actor);
  expect(await erase()).toBe(true);
  const product = productFor(actor);
  const follows = environment.catalogue.request(beginFollowUp, {
    workspaceId,
    accountId,
    requestId: 'r',
    batchId: newId(),
    body: { applicationId: 'product-title' },
    productIds: [product.id],
  });
  expect(await errorOf(follows)).toMatchObject(ERASED);
  expect(await errorOf(environment.create(actor, {}, newId()))).toMatchObject(ERASED);
  const body = { title: 'Voice', content: 'Plain.' };
  const written = environment.gateway.request(createDocument, { actor, body });
  expect(await errorOf(written)).toMatchObject(ERASED);
  const spoken = environment.gateway.request(createVoice, { actor, body: VOICE });
  expect(await errorOf(spoken)).toMatchObject(ERASED);
  const events = await NeighbourEvents.open(environment);
  await events.tell(actor, product.id, 2);
  await events.settled();
  expect(await rowsOf(actor)).toEqual({ erased_workspace: 1 });
  const unguarded = await environment.sql(
    `SELECT attrelid::regclass FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attname = 'workspace_id' AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = attrelid AND polname = 'not_erased')`,
  );
  expect(unguarded).toEqual([]);
});

it('sums go with the usage that they are of, archived applications after their generations', async () => {
  const app = await environment.startInstance({
    ...PRICED_MODELS,
    GENERATIONS_KEEP_DAYS: '30',
    USAGE_KEEP_DAYS: '60',
  });
  const actor = newActor();
  const add = async (daysAgo: number): Promise<void> => {
    const time = `now() - interval '${daysAgo} days'`;
    const values = [actor.workspaceId, newId()];
    await environment.sql(`INSERT INTO spending VALUES ($1, (${time})::date, 1)`, values.slice(0, 1));
    await environment.sql(
      `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, slot)
       VALUES ($1, floor(extract(epoch FROM ${time}) / 3600), 'a', 'm', '', 0)`,
      values.slice(0, 1),
    );
    await environment.sql(
      `WITH one AS (
         INSERT INTO application (workspace_id, id, version, archived_at) VALUES ($1, $2, 1, ${time}) RETURNING workspace_id, id
       )
       INSERT INTO application_version (workspace_id, id, version, name, instructions, input_schema, result_type)
       SELECT workspace_id, id, 1, 'n', 'i', '{}', 'TEXT' FROM one`,
      values,
    );
  };
  await add(1);
  await add(70); // its generations may be there until then
  await add(120);
  await environment.sql(`INSERT INTO erased_workspace VALUES ($1, now() - interval '40 days')`, [newId()]);
  await app.get(OldRowsService, { strict: false }).delete();
  expect(await rowsOf(actor)).toEqual({ application: 2, application_version: 2, spending: 2, statistic: 1 });
  expect(
    await environment.sql(`SELECT FROM erased_workspace WHERE erased_at < now() - interval '35 days'`),
  ).toEqual([]);
});

it('an erased workspace loses every row, its workers end quietly, and other workspaces lose nothing', async () => {
  await environment.startInstance(PRICED_MODELS);
  const gone = newActor();
  const other = newActor();
  const started: string[] = [];
  for (const actor of [gone, other]) {
    await environment.gateway.request(createVoice, { actor, body: VOICE });
    await environment.createEnded(actor, SUCCESS, PRICED);
    await environment.sql(
      `INSERT INTO document (id, workspace_id, title, content) SELECT gen_random_uuid(), $1, 'Voice', 'Plain.'
       FROM generate_series(1, 1200)`,
      [actor.workspaceId],
    );
    await environment.sql(
      `WITH ended AS (
         INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name,
           application_version, inputs, environment, total, waiting, success, completed_at)
         VALUES ($1, $2, $1, $1, 'r', 'product-title', 'Product title', 1, '{}', '{}', 1, 0, 1, now())
         RETURNING workspace_id, id
       )
       INSERT INTO batch_member (workspace_id, batch_id, position, product_id) SELECT workspace_id, id, 1, id FROM ended`,
      [actor.workspaceId, newId()],
    );
    const { generation } = await environment.create(actor, PRICED, newId());
    started.push(generation.id);
  }
  const id = started[0]!;
  const waiting = (await environment.create(gone)).generation.id;
  const { epoch } = await environment.claimSuccessfully(id);
  // Jobs are in their queues before their rows are gone.
  await waitUntil(async () => (await environment.sql('SELECT FROM outbox')).length === 0);
  const before = await rowsOf(other);
  expect(Object.keys(await rowsOf(gone)).sort()).toEqual([
    'batch',
    'batch_member',
    'document',
    'generation',
    'idempotency',
    'invocation',
    'spending',
    'statistic',
    'voice',
  ]);
  const { workspaceId } = gone;
  const isGone = async (): Promise<boolean> =>
    (await environment.auth.request(eraseGenerations, { workspaceId })).isGone;
  expect(await isGone()).toBe(false);
  await passTransactions(gone);
  while (!(await isGone()));
  expect(await rowsOf(gone)).toEqual({ erased_workspace: 1 });
  expect(await rowsOf(other)).toEqual(before);
  expect(await environment.claim(waiting, 'w1')).toEqual({ state: 'nothing' });
  expect(
    await environment.worker.request(renewGenerations, { leases: [{ generationId: id, epoch }] }),
  ).toEqual({
    held: [false],
  });
  expect(await environment.release({ generationId: id, epoch, usage: SUCCESS.usage })).toBe(false);
  expect(await environment.finish(id, epoch, SUCCESS)).toBe(false);
  expect(await rowsOf(gone)).toEqual({ erased_workspace: 1 });
});
