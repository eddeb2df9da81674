// SQL that distributes the tables of an owner by workspace, after its migrations and before its first row.

import { IMMUTABLE_FUNCTIONS } from '../test-modules/citus-source-facts.ts';

/**
 * SQL of the tables whose rows belong to a workspace, but for that of the keys of requests, which the trial leaves on the
 * coordinator. One with a foreign key comes after the one that it leads to.
 */
export const TABLES = `
  SELECT relname AS name FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
  WHERE polname = 'own_workspace' AND NOT relispartition AND relname <> 'idempotency'
  ORDER BY EXISTS (SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f'), relname`;

/** SQL that makes the queue of fetches known to Citus, on the coordinator: statements may join it with items of imports then. */
const LOCAL_TABLES = `SELECT citus_add_local_table_to_metadata('pending_fetch', cascade_via_foreign_keys => true)`;

/** The statements, for a superuser on the coordinator. The other tables are placed with the first one. */
export function distributionOf(owner: string, [first, ...others]: readonly string[]): string[] {
  return [
    `SELECT create_reference_table('erased_workspace')`,
    ...withoutSubqueries(owner),
    ...(owner === 'catalogue' ? [...withoutTransitionTables(), ...IMMUTABLE_FUNCTIONS] : []),
    `SELECT create_distributed_table('${first}', 'workspace_id', colocate_with => 'none')`,
    ...others.map(
      (table) => `SELECT create_distributed_table('${table}', 'workspace_id', colocate_with => '${first}')`,
    ),
    ...(owner === 'catalogue' ? [LOCAL_TABLES] : []),
  ];
}

/**
 * The policies of erased workspaces with a function in the place of their subquery: "Subqueries are not supported in policies on
 * distributed tables". It is called for each row, where the subquery is planned once for a statement.
 */
const withoutSubqueries = (owner: string): string[] => [
  `CREATE FUNCTION is_erased(workspace uuid) RETURNS boolean
     LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN RETURN EXISTS (SELECT FROM erased_workspace WHERE id = workspace); END $$`,
  `DO $$ DECLARE own regclass; BEGIN
     FOR own IN SELECT polrelid FROM pg_policy WHERE polname = 'not_erased' LOOP
       EXECUTE format('DROP POLICY not_erased ON %s', own);
       EXECUTE format('CREATE POLICY not_erased ON %s AS RESTRICTIVE FOR INSERT TO ${owner}_app
         WITH CHECK (NOT is_erased(workspace_id))', own);
     END LOOP;
   END $$`,
];

/**
 * The functions of the triggers of products, with a variable in the place of a transition table in each statement that has a
 * distributed table: "executor could not find named tuplestore". A statement on a shard has rows of several workspaces at times.
 */
const withoutTransitionTables = (): string[] => [
  ...(['insert', 'update', 'delete'] as const).map(countingOf),
  `CREATE OR REPLACE FUNCTION note_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE one record;
   BEGIN
     FOR one IN
       SELECT DISTINCT written.workspace_id AS workspace, substr(lexeme, 7) AS word FROM written, unnest(written.search)
       WHERE (TG_OP = 'INSERT' OR written.updated_at = now()) AND substr(lexeme, 7) ~ '^[^0-9#@/][^0-9]{3,}$'
       ORDER BY 1, 2
     LOOP
       INSERT INTO product_word (workspace_id, word) VALUES (one.workspace, one.word) ON CONFLICT DO NOTHING;
     END LOOP;
     RETURN NULL;
   END $$`,
];

const SIZE =
  'pg_column_size(content) + coalesce(pg_column_size(imported), 0) + coalesce(pg_column_size(beneath), 0)';
const ADDED = `SELECT workspace_id, 1, ${SIZE} FROM written`;
const REMOVED = `SELECT workspace_id, -1, -(${SIZE}) FROM replaced`;
const CHANGES = { insert: ADDED, update: `${ADDED} UNION ALL ${REMOVED}`, delete: REMOVED };

const countingOf = (event: keyof typeof CHANGES): string => `
  CREATE OR REPLACE FUNCTION count_products_on_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE one record;
  BEGIN
    FOR one IN
      SELECT workspace, sum(products) AS products, sum(bytes) AS bytes FROM (${CHANGES[event]}) AS change (workspace, products, bytes)
      GROUP BY workspace HAVING sum(products) <> 0 OR sum(bytes) <> 0 ORDER BY workspace
    LOOP
      INSERT INTO product_total AS known (workspace_id, slot, products, bytes)
      VALUES (one.workspace, pg_backend_pid(), one.products, one.bytes)
      ON CONFLICT (workspace_id, slot) DO UPDATE
        SET products = known.products + excluded.products, bytes = known.bytes + excluded.bytes;
    END LOOP;
    RETURN NULL;
  END $$`;
