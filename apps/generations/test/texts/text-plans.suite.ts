// Reads the plan by which the text of a product is found.
import { plansOf, rowsRead } from '#testing/plans';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
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
