// Reads the plans by which the text of a product is found, and by which texts and generations are walked through.
import { retellTexts, type TextKey } from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { plansOf, rowsRead } from '#testing/plans';
import { StalenessService } from '../../src/staleness/staleness.service.ts';
import { StalenessStore, type WalkPosition } from '../../src/staleness/staleness.store.ts';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { app, environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';

it('the text of a product is the first in the index of those of its product, however many there are', async () => {
  const actor = newActor();
  const { id: productId } = productFor(actor);
  await environment.sql(
    `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, product_id, status, result, result_type, last_job_id, lease_until, deadline_at, completed_at)
     SELECT $1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
       $1, $1, 'r', 'product-title', 'Title', 'Title', '{}', '{}', 'm', false, CASE n % 4 WHEN 0 THEN $2 ELSE gen_random_uuid() END,
       'SUCCESS', '[]', 'RESULTS', 'j', now(), now(), now()
     FROM generate_series(1, 1000) AS n`,
    [actor.workspaceId, productId],
  );
  await environment.sql('ANALYZE generation');
  const plans = await plansOf(environment.servers.database.systemUrl, /enable_sort|WITH text AS/, () =>
    environment.createEnded(actor, SUCCESS, { inputs: { productId } }),
  );
  expect(plans.map(rowsRead)).toEqual([0, 2]); // the lock; the generation, and the row of the text
});

describe('a step of a walk reads its own rows alone, however many come before them,', () => {
  const MANY = 20_000;

  it('of texts that are told anew', async () => {
    const { workspaceId } = newActor();
    await environment.sql(
      `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, product_version, application_version)
       SELECT $1, gen_random_uuid(), 'product-title', 'PENDING', gen_random_uuid(), 1, 1 FROM generate_series(1, ${MANY})`,
      [workspaceId],
    );
    await environment.sql('ANALYZE product_text');
    const [after] = await environment.sql<TextKey>(
      `SELECT workspace_id AS "workspaceId", product_id AS "productId", application_id AS "applicationId" FROM product_text
       WHERE workspace_id = $1 ORDER BY workspace_id, product_id OFFSET ${MANY - 600} LIMIT 1`,
      [workspaceId],
    );
    const [plan] = await plansOf(environment.servers.database.systemUrl, /WITH page AS/, () =>
      environment.catalogue.request(retellTexts, { after }),
    );
    await environment.sql('DELETE FROM product_text WHERE workspace_id = $1', [workspaceId]);
    expect(rowsRead(plan!)).toBeLessThanOrEqual(1500);
  });

  it.each(['product', 'application'] as const)('of generations whose %s has changed', async (kind) => {
    const { workspaceId } = newActor();
    const productId = newId();
    await environment.sql(
      `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
         environment, model, manual, product_id, product_version, application_version, status, result, result_type, last_job_id,
         lease_until, deadline_at, completed_at, created_at)
       SELECT $1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
         $1, $1, 'r', 'own', 'Own', 'Own', '{}', '{}', 'm', false, $2, 1, 1, 'SUCCESS', '[]', 'RESULTS', 'j', now(), now(), now(),
         now() - n / 3 * interval '1 second'
       FROM generate_series(1, ${MANY}) AS n`,
      [workspaceId, productId],
    );
    await environment.sql('ANALYZE generation');
    const [after] = await environment.sql<WalkPosition>(
      `SELECT id, created_at::text AS "createdAt" FROM generation WHERE workspace_id = $1
       ORDER BY created_at DESC, id DESC OFFSET ${MANY - 500} LIMIT 1`,
      [workspaceId],
    );
    const source = kind === 'product' ? productId : 'own';
    const change = { workspaceId, source, kind, version: 2, hash: 'other' };
    const store = app.get(StalenessStore, { strict: false });
    const [plan] = await plansOf(environment.servers.database.systemUrl, /WITH passed AS/, () =>
      app
        .get(Database, { strict: false })
        .asSystem(async (tx) => {
          await store.markAfter(tx, change, after!, true);
          throw new Error('undone');
        })
        .catch(() => undefined),
    );
    await environment.sql('DELETE FROM generation WHERE workspace_id = $1', [workspaceId]);
    expect(rowsRead(plan!)).toBeLessThanOrEqual(1500);
  });
});

it('of many products with some generations each, more than one statement marks, few have a walk of their own', async () => {
  const { workspaceId } = newActor();
  await environment.sql(
    `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, product_id, product_version, application_version, status, result, result_type, last_job_id,
       lease_until, deadline_at, completed_at)
     SELECT $1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
       $1, $1, 'r', 'own', 'Own', 'Own', '{}', '{}', 'm', false, md5('product ' || n % 300)::uuid, 1, 1, 'SUCCESS', '[]', 'RESULTS',
       'j', now(), now(), now()
     FROM generate_series(1, 3300) AS n`,
    [workspaceId],
  );
  const products = await environment.sql<{ source: string }>(
    `SELECT DISTINCT product_id AS source FROM generation WHERE workspace_id = $1`,
    [workspaceId],
  );
  const changes = products.map(({ source }) => ({ workspaceId, source, version: 2, hash: 'other' }));
  const left = 'SELECT FROM source_change WHERE workspace_id = $1 AND NOT marked';
  const steps = await plansOf(environment.servers.database.systemUrl, /WITH passed AS/, async () => {
    await app.get(StalenessService, { strict: false }).note('product', changes);
    await waitUntil(async () => (await environment.sql(left, [workspaceId])).length === 0);
  });
  expect(steps.length).toBeLessThan(60);
  const stale = 'SELECT FROM generation WHERE workspace_id = $1 AND stale';
  expect(await environment.sql(stale, [workspaceId])).toHaveLength(3300);
});
