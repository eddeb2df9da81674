// SQL by which a new generation and a change of what it is written from notice each other.
import { ownApplicationId } from './used-versions.rules.ts';

/**
 * SQL that locks the products and applications of this parameter for the insert of generations, in the order in which the changes
 * of many sources are noted. A lock waits for a change that is being noted, which the insert then sees, and lets it wait for the
 * insert, whose row it then marks.
 */
export function lockSourcesShared(parameter: string): string {
  return `(SELECT count(*) FROM (SELECT pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT hashtextextended('source-' || source, 0) AS key FROM unnest(${parameter}::text[]) AS source ORDER BY key
  ) AS keys) AS locks)`;
}

/** What a text was written from, as expressions of SQL. */
export interface Used {
  workspaceId: string;
  /** Of the SQL type text. */
  productId: string;
  productVersion: string;
  sourceHash: string;
  /** Of the SQL type text. */
  applicationId: string;
  applicationVersion: string;
}

/** The columns of a table that has them all. */
export function usedIn(table: string): Used {
  return {
    workspaceId: `${table}.workspace_id`,
    productId: `${table}.product_id::text`,
    productVersion: `${table}.product_version`,
    sourceHash: `${table}.source_hash`,
    applicationId: `${table}.application_id`,
    applicationVersion: `${table}.application_version`,
  };
}

/**
 * SQL: true when the product has other facts since it was read, false when it has the same again, null when nothing is known of
 * a change.
 */
export function factsChanged({ workspaceId, productId, productVersion, sourceHash }: Used): string {
  return `(SELECT change.hash IS DISTINCT FROM ${sourceHash} FROM source_change AS change
    WHERE change.workspace_id = ${workspaceId} AND change.source = ${productId} AND change.version > ${productVersion})`;
}

/**
 * SQL that is true when the application has a newer version. A retry and the members of a batch use the version of their first
 * request, however long ago the application changed.
 */
export function applicationChanged(used: Used): string {
  const { workspaceId, applicationId, applicationVersion } = used;
  return `(${applicationChangeIsNoted(used)} OR EXISTS (
    SELECT FROM application WHERE application.workspace_id = ${workspaceId} AND application.version > ${applicationVersion}
      AND application.id = ${ownApplicationId(applicationId)}))`;
}

function applicationChangeIsNoted({ workspaceId, applicationId, applicationVersion }: Used): string {
  return `EXISTS (SELECT FROM source_change AS change WHERE change.workspace_id = ${workspaceId}
    AND change.source = ${applicationId} AND change.version > ${applicationVersion})`;
}

const USED = { ...usedIn('generation'), workspaceId: '$1' };

/**
 * SQL: whether a row of `generation` of the workspace $1 is stale. The marks of many rows take a while; until they are there, the change tells.
 */
export const IS_STALE = `(experiment_id IS NULL AND (application_changed OR coalesce(${factsChanged(USED)}, facts_changed)
  OR ${applicationChangeIsNoted(USED)}))`;

/** A statement for Database.read that finds a row while not all generations of the workspace have their mark. */
export const FIND_UNMARKED =
  'SELECT source FROM source_change WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND NOT marked LIMIT 1';
