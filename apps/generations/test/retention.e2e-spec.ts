// Generations and their usage leave the database after the days of the configuration, each after its own, and all rows of
// an erased workspace when auth asks for it.
import { eraseGenerations, renewGenerations, type Actor } from '#contracts';
import { newId } from '#platform/context';
import { OLD_ID, startWithOldMonth, workspaceRows } from '#testing/servers';
import { errorOf } from './answers.ts';
import {
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';

const PRICED = { environment: { model: 'acme:large' } };

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

it('an erased workspace loses every row, its workers end quietly, and other workspaces lose nothing', async () => {
  await environment.startInstance(PRICED_MODELS);
  const gone = newActor();
  const other = newActor();
  const rowsOf = ({ workspaceId }: Actor) =>
    workspaceRows(environment.servers.postgres.superuserUrl('generations'), workspaceId);
  const started: string[] = [];
  for (const actor of [gone, other]) {
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
  ]);
  const { workspaceId } = gone;
  const isGone = async (): Promise<boolean> =>
    (await environment.auth.request(eraseGenerations, { workspaceId })).isGone;
  expect(await isGone()).toBe(false);
  while (!(await isGone()));
  expect(await rowsOf(gone)).toEqual({});
  expect(await rowsOf(other)).toEqual(before);
  expect(await environment.claim(waiting, 'w1')).toEqual({ state: 'nothing' });
  expect(
    await environment.worker.request(renewGenerations, { leases: [{ generationId: id, epoch }] }),
  ).toEqual({
    held: [false],
  });
  expect(await environment.release({ generationId: id, epoch, usage: SUCCESS.usage })).toBe(false);
  expect(await environment.finish(id, epoch, SUCCESS)).toBe(false);
  expect(await rowsOf(gone)).toEqual({});
});
