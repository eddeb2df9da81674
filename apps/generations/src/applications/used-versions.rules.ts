// SQL that reads, with a generation, what its workspace had defined of its application.
import { withoutNulls, type CustomApplication } from '#contracts';

/** What the SQL below reads; null for a built-in application. */
export type UsedVersion = { [K in keyof CustomApplication]-?: CustomApplication[K] | null } | null;

/** For a SELECT list or RETURNING of the table generation. A built-in application has no uuid, and no row is looked for. */
export const USED_APPLICATION = `(
  SELECT json_build_object(
    'instructions', used.instructions, 'resultType', used.result_type, 'resultSchema', used.result_schema
  )
  FROM application_version AS used
  WHERE used.workspace_id = generation.workspace_id AND used.version = generation.application_version
    AND used.id = CASE WHEN generation.application_id ~ '^[0-9a-f]{8}-' THEN generation.application_id::uuid END
) AS application`;

/** What a workspace had defined, for a task; undefined for a built-in application. */
export function customApplicationOf(used: UsedVersion): CustomApplication | undefined {
  return used ? (withoutNulls(used) as CustomApplication) : undefined;
}
