// SQL that reads, with a generation, what its workspace had defined of its application.
import { withoutNulls, type CustomApplication } from '#contracts';

/** What the SQL below reads; null for a built-in application. */
export type UsedVersion = { [K in keyof CustomApplication]-?: CustomApplication[K] | null } | null;

/** SQL: the id of an application of the workspace's own, as a uuid; null for a built-in one, whose id is a shorter word. */
export function ownApplicationId(id: string): string {
  return `CASE WHEN length(${id}) = 36 THEN (${id})::uuid END`;
}

/**
 * For a SELECT list or RETURNING of the table generation, whose rows are of this workspace. A built-in application has no uuid,
 * and no row is looked for.
 */
export const usedApplication = (workspaceId: string): string => `(
  SELECT json_build_object(
    'instructions', used.instructions, 'resultType', used.result_type, 'resultSchema', used.result_schema
  )
  FROM application_version AS used
  WHERE used.workspace_id = ${workspaceId} AND used.version = generation.application_version
    AND used.id = ${ownApplicationId('generation.application_id')}
) AS application`;

/** What a workspace had defined, for a task; undefined for a built-in application. */
export function customApplicationOf(used: UsedVersion): CustomApplication | undefined {
  return used ? (withoutNulls(used) as CustomApplication) : undefined;
}
