// The tables of the catalogue: products, imports, and the batches in which import workers fetch products.
//
//   product          an imported product, or one that a person has created
//     | 1:n          product_text.product_id
//   product_text     how the text of an application for a product stands, as generations told it
//   product_total    how many products a workspace has, and how many bytes
//   product_word     one word that some product of a workspace has or had, for the search of words with a typo
//
//   import           one request of a workspace
//     | 1:n          import_item.import_id; no foreign key, so that a month of old imports can be dropped
//   import_item      one submitted identifier or row: importing, then success or failure
//     : n:0..1       marketplace + asin; no foreign key, because items of all workspaces share the row
//   pending_fetch    one product that some import waits for; deleted when its result is stored
//     | n:0..1       pending_fetch.batch_id; null until a batch is claimed
//   fetch_batch      one marketplace call for up to 20 pending fetches; deleted with the last of them
//
//   import_follow_up the batch that is to follow an import (same workspace_id + id): due since the end of the import, and
//                    deleted when it has begun
//
//   import_statistic what became of the items of a workspace whose imports ended in an hour, and in a day
//
//   import_chunk     rows of a CSV file that are to be written to products; deleted with that (workspace_id + import_id;
//                    no foreign key, because the chunks are stored before their import is accepted)
//
//   fetch_result     what a call returned for more items than its report can resolve (marketplace + asin); deleted
//                    when each workspace has its products
//   fair_share       when a workspace was last served at a marketplace. A claim reads it to choose which
//                    pending fetches (same marketplace + workspace_id) go into the batch.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  erasedWorkspaces,
  isolatedView,
  isolateWorkspaces,
  maintenanceOf,
  monthlyPartitions,
} from '#platform/database';
import { idempotencyTable } from '#platform/idempotency';
import { outboxTables } from '#platform/outbox';
import { cursorKeyTable } from '#platform/paging';
import { FETCHING } from './1795244000000-fetching.ts';
import { SEARCH } from './1795244000000-product-search.ts';
import { PRODUCT_TEXTS } from './1795244000000-product-texts.ts';
import { COUNTING_FUNCTIONS, PRODUCT_TOTALS } from './1795244000000-product-totals.ts';
import { PRODUCTS, PRODUCT_WORDS } from './1795244000000-products.ts';

const APP = 'catalogue_app';
const SYSTEM = 'catalogue_system';

export class Catalogue1795244000000 implements MigrationInterface {
  readonly name = 'Catalogue1795244000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCH);
    await runner.query(PRODUCTS);
    await runner.query(PRODUCT_WORDS);
    await runner.query(PRODUCT_TOTALS);
    await runner.query(PRODUCT_TEXTS);
    await runner.query(IMPORTS);
    await runner.query(FETCHING);
    for (const table of [
      'product',
      'product_text',
      'product_word',
      'product_total',
      'import',
      'import_item',
      'import_chunk',
      'import_follow_up',
      'import_statistic',
    ]) {
      await runner.query(isolateWorkspaces(table, APP, SYSTEM));
    }
    await runner.query(isolatedView('searchable_product', 'product', APP, 'deleted_at IS NULL'));
    await runner.query(GRANTS);
    for (const table of MONTHLY_TABLES) await runner.query(monthlyPartitions(table, SYSTEM));
    await runner.query(outboxTables(APP, SYSTEM) + idempotencyTable(APP, SYSTEM) + cursorKeyTable(APP));
    await runner.query(erasedWorkspaces(APP, SYSTEM));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW searchable_product;
      DROP TABLE product_total, erased_workspace, text_resync, product_text, product, product_word, import_item, import, import_chunk, import_follow_up, import_statistic, pending_fetch, fair_share, fetch_batch, fetch_result, outbox, refused_event, idempotency, cursor_key;
      DROP FUNCTION ${COUNTING_FUNCTIONS}, refuse_change_of_ended_import, note_product_words, product_lexemes, search_words, search_key, folded, take_over_fetches, ${MONTHLY_TABLES.map(({ name }) => maintenanceOf(name)).join(', ')};
    `);
  }
}

/** No partition with an import that still runs is dropped. */
const MONTHLY_TABLES = [
  { name: 'import', key: ['workspace_id', 'id'], unfinished: `status = 'RUNNING'` },
  { name: 'import_item', key: ['workspace_id', 'import_id', 'asin'], unfinished: `status = 'importing'` },
];

// A malformed identifier may be of any text: some characters and lengths fit into json only, not into text or an
// index. It stands in submitted, and asin then holds a placeholder that no ASIN can be, such as #3. An import of a CSV
// file has no marketplace, and its items are rows: position is the number of a row, and asin that placeholder.
//
// The outcome of an item is its error code, or its status where it has none: one index finds the items for any filter in
// submitted order. It is a column, because under row-level security no index serves an expression. importing, success and
// failure count the items of an import, so that no reader has to, and added those that were new products when it was
// accepted. One index finds the imports with any statuses, newest first. follow_up is the JSON of what is to follow, as
// text, because json has no equality.
const IMPORTS = `
  CREATE TABLE import (
    workspace_id uuid,
    id uuid,
    account_id uuid NOT NULL,
    holder_id uuid,
    marketplace text,
    status text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED')),
    deadline_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    importing int NOT NULL DEFAULT 0 CHECK (importing >= 0),
    success int NOT NULL DEFAULT 0,
    failure int NOT NULL DEFAULT 0,
    added int NOT NULL DEFAULT 0,
    retry_of uuid,
    follow_up text,
    batch_id uuid,
    batch_error_code text,
    batch_error_target text,
    CHECK ((status = 'RUNNING') = (completed_at IS NULL)),
    CHECK (status = 'RUNNING' OR importing = 0)
  ) PARTITION BY RANGE (id);
  CREATE INDEX import_status ON import (workspace_id, status DESC, created_at DESC, id DESC);
  CREATE INDEX import_deadline ON import (deadline_at) WHERE status = 'RUNNING';
  CREATE INDEX import_running_csv ON import (created_at) WHERE status = 'RUNNING' AND marketplace IS NULL;

  CREATE FUNCTION refuse_change_of_ended_import() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    unfollowed import%ROWTYPE := NEW;
  BEGIN
    unfollowed.batch_id := OLD.batch_id; -- the batch begins after the end, or fails to
    unfollowed.batch_error_code := OLD.batch_error_code;
    unfollowed.batch_error_target := OLD.batch_error_target;
    IF OLD.status <> 'RUNNING' AND unfollowed IS DISTINCT FROM OLD THEN
      RAISE EXCEPTION 'import % has ended as %', OLD.id, OLD.status;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER import_ends_once BEFORE UPDATE ON import
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ended_import();

  CREATE TABLE import_item (
    workspace_id uuid,
    import_id uuid,
    asin text,
    submitted json,
    marketplace text,
    position int NOT NULL,
    status text NOT NULL CHECK (status IN ('importing', 'success', 'failure')),
    product_id uuid,
    error_code text,
    error_target text,
    outcome text GENERATED ALWAYS AS (coalesce(error_code, status)) STORED,
    CHECK ((status = 'success') = (product_id IS NOT NULL)),
    CHECK ((status = 'failure') = (error_code IS NOT NULL))
  ) PARTITION BY RANGE (import_id);
  CREATE INDEX import_item_outcome ON import_item (workspace_id, import_id, outcome, position);
  CREATE INDEX import_item_waiting ON import_item (marketplace, asin, workspace_id) WHERE status = 'importing';

  CREATE TABLE import_statistic (
    workspace_id uuid,
    hours int,
    hour int,
    outcome text,
    items int NOT NULL,
    PRIMARY KEY (workspace_id, hours, hour, outcome)
  );
  CREATE INDEX import_statistic_hour ON import_statistic (hour);

  CREATE TABLE import_chunk (
    workspace_id uuid,
    import_id uuid,
    chunk int,
    rows json NOT NULL,
    staged_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, import_id, chunk)
  );
  CREATE INDEX import_chunk_staged ON import_chunk (staged_at);

  CREATE TABLE import_follow_up (
    workspace_id uuid,
    import_id uuid,
    holder_id uuid NOT NULL,
    limits json,
    batch_id uuid NOT NULL,
    request_id text NOT NULL,
    failures int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT 'infinity',
    PRIMARY KEY (workspace_id, import_id)
  );
  CREATE INDEX import_follow_up_due ON import_follow_up (workspace_id, due_at, import_id) WHERE due_at < 'infinity';
`;

const GRANTS = `
  GRANT SELECT, INSERT, UPDATE ON product, import, import_item TO ${APP};
  GRANT SELECT, INSERT, UPDATE ON product, import, import_item TO ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE (items) ON import_statistic TO ${APP}, ${SYSTEM};
  GRANT DELETE ON import_statistic TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE ON import_chunk TO ${APP};
  GRANT SELECT, UPDATE, DELETE ON import_chunk TO ${SYSTEM};
  GRANT SELECT ON product_text TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON product_text TO ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE ON text_resync TO ${SYSTEM};
  GRANT SELECT (workspace_id, import_id), INSERT, UPDATE (due_at), DELETE ON import_follow_up TO ${APP};
  GRANT SELECT, UPDATE (failures, due_at), DELETE ON import_follow_up TO ${SYSTEM};
  GRANT SELECT, INSERT ON product_word TO ${APP}, ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE (products, bytes) ON product_total TO ${APP}, ${SYSTEM};
  GRANT UPDATE, DELETE ON product_total TO ${SYSTEM};
  GRANT DELETE ON product, product_word, import, import_item TO ${SYSTEM};
  GRANT INSERT, UPDATE (asked_at, holder_id), SELECT (marketplace, workspace_id, holder_id) ON fair_share TO ${APP};
  GRANT INSERT, UPDATE (requested_at), SELECT (marketplace, asin, requested_at) ON pending_fetch TO ${APP};
  GRANT EXECUTE ON FUNCTION take_over_fetches TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON fetch_batch, fetch_result, pending_fetch, fair_share TO ${SYSTEM};
`;
