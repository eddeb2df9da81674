// Generations and their usage leave the database after the days of the configuration, each after its own.
import { newId } from '#platform/context';
import { OLD_ID, startWithOldMonth } from '#testing/servers';
import { errorOf, GenerationsEnvironment, newActor, waitUntil } from './generations-environment.ts';

let environment: GenerationsEnvironment;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
}, 60_000);
afterAll(() => environment?.stop(), 60_000);

it('an old generation is an unknown one, its usage is kept longer, and new ones are accepted', async () => {
  const actor = newActor();
  await startWithOldMonth(environment.servers.database.ownerUrl, 'generation', 'invocation');
  await environment.sql(
    `INSERT INTO generation (workspace_id, id, account_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, status, error_code, last_job_id, lease_until, deadline_at, completed_at)
     VALUES ($1, $2, $1, 'r', 'product-title', 'Title', 'Title', '{}', '{"model":"m"}', 'm', false, 'FAILED',
       'ContentFiltered', 'j', now(), now(), now())`,
    [actor.workspaceId, OLD_ID],
  );
  await environment.sql(
    `INSERT INTO invocation (workspace_id, generation_id, epoch, id, model, calls, partial)
     VALUES ($1, $2, 1, $2, 'm', 1, false)`,
    [actor.workspaceId, OLD_ID],
  );
  await environment.startInstance({ GENERATIONS_KEEP_DAYS: '30', USAGE_KEEP_DAYS: '0' });
  const isKnown = async (): Promise<boolean> =>
    environment.get(actor, OLD_ID).then(
      () => true,
      () => false,
    );
  await waitUntil(async () => !(await isKnown()), 10_000);
  expect(await errorOf(environment.get(actor, OLD_ID))).toMatchObject({ code: 'NotFound' });
  const { generation } = await environment.create(actor, {}, newId());
  expect(await environment.get(actor, generation.id)).toEqual(generation);
  expect(await environment.sql('SELECT model FROM invocation')).toEqual([{ model: 'm' }]);
});
