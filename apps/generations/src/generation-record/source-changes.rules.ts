// SQL by which a new generation and a change of what it is written from notice each other.
import { ownApplicationId } from './used-versions.rules.ts';

/**
 * SQL that locks a product or an application for the insert of a generation. The lock waits for a change that is being
 * noted, which the insert then sees, and lets it wait for the insert, whose row it then marks.
 */
export function lockSourceShared(id: string): string {
  return `pg_advisory_xact_lock_shared(hashtextextended('source-' || ${id}, 0))`;
}

/** A statement that locks the sources $1 alike, in the order in which changes of many are noted. */
export const LOCK_SOURCES_SHARED = `
  SELECT pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT hashtextextended('source-' || source, 0) AS key FROM unnest($1::text[]) AS source ORDER BY key
  ) AS keys`;

/** A locked product or application and the version that was read of it, as SQL. */
interface UsedVersion {
  id: string;
  version: string;
}

/**
 * SQL that is true when the product or the application of a new generation has changed since the version that it uses. A
 * retry and the members of a batch use the version of their first request, however long ago the application changed.
 */
export function hasChanged(workspace: string, product: UsedVersion, application: UsedVersion): string {
  const { id, version } = application;
  return `(${isChanged(workspace, product, application)} OR EXISTS (
    SELECT FROM application WHERE application.workspace_id = ${workspace} AND application.version > ${version}
      AND application.id = ${ownApplicationId(id)}))`;
}

/**
 * SQL: whether a row of `generation` is stale. The marks of many rows take a while; until they are there, the change tells.
 */
export const IS_STALE: string = `(stale OR ${isChanged(
  'generation.workspace_id',
  { id: 'generation.product_id::text', version: 'generation.product_version' },
  { id: 'generation.application_id', version: 'generation.application_version' },
)})`;

/** A statement for Database.read that finds a row while not all stale generations of the workspace have their mark. */
export const FIND_UNMARKED =
  'SELECT source FROM source_change WHERE workspace_id = bound.workspace_id AND NOT marked LIMIT 1';

/** SQL that is true when one of these of the workspace has changed since it was read. */
export function isChanged(workspace: string, ...used: UsedVersion[]): string {
  const one = ({ id, version }: UsedVersion): string => `EXISTS (
    SELECT FROM source_change WHERE source_change.workspace_id = ${workspace} AND source = ${id} AND source_change.version > ${version})`;
  return `(${used.map(one).join(' OR ')})`;
}
