// Adds many generations at once, few of which differ from the others.
import type { Actor } from '#contracts';
import type { GenerationsEnvironment } from './generations-environment.ts';

/**
 * Adds generations to each workspace, a second apart, the newest now. Every `nth` one differs from the others, and is linked to the
 * product, the document and the batch `linked`; the results before them are accepted into that document.
 */
export async function addGenerations(
  environment: GenerationsEnvironment,
  linked: string,
  { count, nth }: { count: number; nth: number },
  actors: readonly Actor[],
): Promise<void> {
  await environment.sql(
    `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, facts_changed, product_id, document_id, batch_id, status, error_code, result, result_type, review,
       last_job_id,
       lease_until, deadline_at, created_at, completed_at)
     SELECT workspace_id, (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0')
         || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid, workspace_id, workspace_id, 'r',
       CASE WHEN differs THEN 'bullet-points' ELSE 'product-title' END, 'Title', 'Title', '{}', '{"model":"m"}', 'm',
       differs, differs, CASE WHEN differs THEN $3::uuid ELSE gen_random_uuid() END,
       CASE WHEN differs THEN $3::uuid END, CASE WHEN differs THEN $3::uuid END, CASE WHEN differs THEN 'FAILED' ELSE 'SUCCESS' END,
       CASE WHEN differs THEN 'ModelTimeout' END, CASE WHEN NOT differs THEN '"text"'::json END,
       CASE WHEN NOT differs THEN 'TEXT' END, CASE WHEN n % $2 = 1 THEN
         jsonb_build_object('state', 'ACCEPTED', 'to', 'document', 'id', $3::uuid) END, 'j', now(), now(), moment, moment
     FROM generate_series(1, $1::int) AS n, unnest($4::uuid[]) AS workspace_id,
       LATERAL (SELECT now() - n * interval '1 second' AS moment, n % $2 = 0 AS differs) AS one`,
    [count, nth, linked, actors.map(({ workspaceId }) => workspaceId)],
  );
}
