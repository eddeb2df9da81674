// Creates all tables of the service: those of its rooms, the outbox, the refused events, the idempotency keys, the key of
// cursors and the erased workspaces.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { erasedWorkspaces, isolateWorkspaces, maintenanceOf, monthlyPartitions } from '#platform/database';
import { idempotencyTable } from '#platform/idempotency';
import { outboxTables } from '#platform/outbox';
import { cursorKeyTable } from '#platform/paging';
import { batchTables } from './1795244000000-batches.ts';
import { acceptances } from './1795244000000-acceptances.ts';
import { runningOfHolder } from './1795244000000-running-of-holder.ts';
import { productTexts } from './1795244000000-product-texts.ts';
import { datasetTables } from './1795244000000-datasets.ts';
import { experimentTables } from './1795244000000-experiments.ts';
import { guidance } from './1795244000000-guidance.ts';
import { ledgerTables } from './1795244000000-ledger.ts';

const APP = 'generations_app';
const SYSTEM = 'generations_system';

export class Generations1795244000000 implements MigrationInterface {
  readonly name = 'Generations1795244000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPLICATIONS);
    await runner.query(POLICIES);
    await runner.query(guidance(APP, SYSTEM));
    await runner.query(GENERATIONS);
    await runner.query(END_ONCE);
    await runner.query(runningOfHolder(APP));
    await runner.query(SOURCE_CHANGES);
    await runner.query(productTexts(APP, SYSTEM));
    await runner.query(acceptances(APP, SYSTEM));
    await runner.query(ledgerTables(APP, SYSTEM));
    await runner.query(batchTables(APP, SYSTEM));
    await runner.query(datasetTables(APP, SYSTEM));
    await runner.query(experimentTables(APP, SYSTEM));
    for (const table of MONTHLY_TABLES) await runner.query(monthlyPartitions(table, SYSTEM));
    await runner.query(outboxTables(APP, SYSTEM) + idempotencyTable(APP, SYSTEM) + cursorKeyTable(APP));
    await runner.query(erasedWorkspaces(APP, SYSTEM));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE document, application, application_version, policy, voice, source_change, product_text, acceptance, invocation, spending, statistic, application_quality, batch, batch_member, dataset, dataset_case, experiment, experiment_pair, generation, outbox, refused_event, idempotency, cursor_key, erased_workspace;
      DROP SEQUENCE product_text_version;
      DROP AGGREGATE sum_counts(jsonb);
      DROP FUNCTION add_counts, total_of_counts, running_of_holder, running_batches_of_holder, datasets_of_holder;
      DROP FUNCTION guard_generation, ${MONTHLY_TABLES.map(({ name }) => maintenanceOf(name)).join(', ')};
    `);
  }
}

/**
 * No partition with a generation or a batch that still runs is dropped. The pages of generations keep room for the change of
 * a claim, which then writes no index (see the indexes of generation), and those of batches for the changes of their counts.
 */
const MONTHLY_TABLES = [
  { name: 'generation', key: ['workspace_id', 'id'], unfinished: `status = 'RUNNING'`, fillfactor: 80 },
  { name: 'invocation', key: ['workspace_id', 'generation_id', 'epoch'] },
  { name: 'batch', key: ['workspace_id', 'id'], unfinished: `status = 'RUNNING'`, fillfactor: 50 },
];

// An application and its versions, which never change. json keeps a client's schema with the order of its keys.
const APPLICATIONS = `
  CREATE TABLE application (
    workspace_id uuid,
    id uuid,
    version int NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz,
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX application_newest ON application (workspace_id, created_at DESC, id DESC) WHERE archived_at IS NULL;
  CREATE INDEX application_archived ON application (archived_at) WHERE archived_at IS NOT NULL;
  ${isolateWorkspaces('application', APP, SYSTEM)}
  GRANT SELECT, INSERT, UPDATE (version, archived_at) ON application TO ${APP};
  GRANT SELECT, DELETE ON application TO ${SYSTEM};
  CREATE TABLE application_version (
    workspace_id uuid,
    id uuid,
    version int,
    name text NOT NULL,
    description text,
    instructions text NOT NULL,
    input_schema json NOT NULL,
    result_type text NOT NULL CHECK (result_type IN ('TEXT', 'RESULTS')),
    result_schema json CHECK (result_schema IS NULL OR result_type = 'RESULTS'),
    environment json,
    versioned_at timestamptz NOT NULL DEFAULT now(),
    bytes int NOT NULL GENERATED ALWAYS AS (
      octet_length(instructions) + octet_length(input_schema::text) + coalesce(octet_length(result_schema::text), 0)
    ) STORED,
    PRIMARY KEY (workspace_id, id, version)
  );
  ${isolateWorkspaces('application_version', APP, SYSTEM)}
  GRANT SELECT, INSERT ON application_version TO ${APP};
  GRANT SELECT, DELETE ON application_version TO ${SYSTEM};
`;

// What a workspace forbids and demands of its texts. The built-in policies, which the API lists beside these, are code.
const POLICIES = `
  CREATE TABLE policy (
    workspace_id uuid,
    id uuid,
    definition jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  );
  ${isolateWorkspaces('policy', APP, SYSTEM)}
  GRANT SELECT, INSERT, DELETE, UPDATE (definition, updated_at) ON policy TO ${APP};
  GRANT SELECT, DELETE ON policy TO ${SYSTEM};
`;

// json instead of jsonb, because json stores a client's text as it was sent, with the order of keys and escaped NUL.
const GENERATIONS = `
  CREATE TABLE generation (
    workspace_id uuid,
    id uuid,
    account_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    request_id text NOT NULL,
    application_id text NOT NULL,
    application_name text NOT NULL,
    application_version int NOT NULL DEFAULT 1,
    title text NOT NULL,
    inputs json NOT NULL,
    environment json NOT NULL,
    language text NOT NULL DEFAULT '',
    marketplace text,
    manual boolean NOT NULL,
    document_id uuid,
    document_title text,
    document json,
    voice_id uuid,
    voice_name text,
    voice_version int,
    voice json,
    learned_from json,
    learned json,
    category text COLLATE "C" NOT NULL DEFAULT '',
    original json,
    product_id uuid,
    product_title text,
    product json,
    product_version int,
    source_hash text,
    facts_changed boolean NOT NULL DEFAULT false,
    application_changed boolean NOT NULL DEFAULT false,
    stale boolean NOT NULL GENERATED ALWAYS AS ((facts_changed OR application_changed) AND experiment_id IS NULL) STORED,
    retry_of uuid,
    batch_id uuid,
    experiment_id uuid,
    arm text,
    case_id uuid,
    model text NOT NULL,
    status text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'SUCCESS', 'FAILED')),
    epoch int NOT NULL DEFAULT 0,
    attempt int NOT NULL DEFAULT 1,
    last_job_id text NOT NULL,
    lost_workers int NOT NULL DEFAULT 0,
    worker text,
    invocation_id uuid,
    lease_until timestamptz NOT NULL,
    deadline_at timestamptz NOT NULL,
    result_type text CHECK (result_type IN ('TEXT', 'RESULTS')),
    result json,
    preview json,
    checks json,
    draft json,
    answered_by text, prompt_version text, policy_version text, claims json, coverage json, scores json,
    error_code text,
    error_detail text,
    review jsonb,
    review_version int,
    review_state text GENERATED ALWAYS AS (CASE
      WHEN experiment_id IS NOT NULL THEN NULL
      WHEN status = 'SUCCESS' THEN coalesce(review ->> 'state', 'PENDING') ELSE review ->> 'state'
    END) STORED,
    edited boolean NOT NULL GENERATED ALWAYS AS (coalesce(review ? 'result', false)) STORED,
    accepted_document_id uuid GENERATED ALWAYS AS (coalesce(
      CASE WHEN review ->> 'to' = 'document' THEN review ->> 'id' END,
      jsonb_path_query_first(review, '$.otherPlaces[*] ? (@.to == "document").id') #>> '{}'
    )::uuid) STORED,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CHECK ((status = 'RUNNING') = (completed_at IS NULL)),
    CHECK ((status = 'SUCCESS') = (result IS NOT NULL)),
    CHECK ((status = 'FAILED') = (error_code IS NOT NULL)),
    CHECK (experiment_id IS NULL OR (product_id IS NULL AND review IS NULL)),
    CHECK (draft IS NULL OR error_code = 'QualityCheckFailed'),
    CHECK (review IS NULL OR status = 'SUCCESS' OR draft IS NOT NULL),
    CHECK (json_typeof(result) = CASE result_type WHEN 'TEXT' THEN 'string' WHEN 'RESULTS' THEN 'array' ELSE '' END)
  ) PARTITION BY RANGE (id);
  -- No index has a column that a claim changes, or each claim would write all of them: a quarter more WAL in the life
  -- of a generation. This index has only the RUNNING ones, which are few: by it those of a holder of workspaces and those
  -- that wait are counted, and the reconciler finds its own.
  CREATE INDEX generation_holder ON generation (holder_id, workspace_id) WHERE status = 'RUNNING';
  CREATE INDEX generation_id ON generation (id); -- a worker knows no more than the id
  CREATE INDEX generation_newest ON generation (workspace_id, created_at DESC, id DESC);
  CREATE INDEX generation_running ON generation (workspace_id, created_at DESC, id DESC) WHERE status = 'RUNNING';
  CREATE INDEX generation_success ON generation (workspace_id, created_at DESC, id DESC) WHERE status = 'SUCCESS';
  CREATE INDEX generation_failed ON generation (workspace_id, created_at DESC, id DESC) WHERE status = 'FAILED';
  CREATE INDEX generation_manual ON generation (workspace_id, created_at DESC, id DESC) WHERE manual;
  CREATE INDEX generation_automatic ON generation (workspace_id, created_at DESC, id DESC) WHERE NOT manual;
  CREATE INDEX generation_application ON generation (workspace_id, application_id DESC, created_at DESC, id DESC);
  CREATE INDEX generation_document ON generation (workspace_id, document_id DESC, created_at DESC, id DESC)
    WHERE document_id IS NOT NULL;
  CREATE INDEX generation_accepted_document
    ON generation (workspace_id, accepted_document_id DESC, created_at DESC, id DESC)
    WHERE accepted_document_id IS NOT NULL;
  CREATE INDEX generation_product ON generation (workspace_id, product_id DESC, created_at DESC, id DESC)
    WHERE product_id IS NOT NULL;
  CREATE INDEX generation_batch ON generation (workspace_id, batch_id DESC, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  -- An experiment has thousands of texts, and what its judge says of one is read with that text.
  CREATE INDEX generation_case ON generation (workspace_id, batch_id, case_id) WHERE case_id IS NOT NULL;
  CREATE INDEX generation_review ON generation (workspace_id, review_state DESC, created_at DESC, id DESC)
    WHERE review_state IS NOT NULL;
  CREATE INDEX generation_application_review
    ON generation (workspace_id, application_id DESC, review_state DESC, created_at DESC, id DESC)
    WHERE review_state IS NOT NULL;
  CREATE INDEX generation_stale ON generation (workspace_id, created_at DESC, id DESC) WHERE stale;
  CREATE INDEX generation_text
    ON generation (workspace_id, product_id, application_id, review_state, stale, created_at DESC, id DESC)
    WHERE product_id IS NOT NULL AND review_state IS NOT NULL;
  -- A range has the accepted texts of a category and those below it. Only an acceptance writes it.
  CREATE INDEX generation_accepted
    ON generation (workspace_id, application_id, language, edited, category DESC, id DESC)
    WHERE review_state = 'ACCEPTED' AND NOT stale;
  ${isolateWorkspaces('generation', APP, SYSTEM)}
  GRANT SELECT, INSERT, DELETE, UPDATE (status, epoch, error_code, completed_at, review, review_version)
    ON generation TO ${APP};
  GRANT SELECT, UPDATE (
    status, epoch, attempt, last_job_id, lost_workers, worker, invocation_id, lease_until, deadline_at,
    result_type, result, preview, checks, draft, answered_by, claims, coverage, scores, prompt_version, policy_version, error_code,
    error_detail, completed_at, facts_changed, application_changed
  ), DELETE ON generation TO ${SYSTEM};
`;

// A generation ends once, and its fencing token only grows, whatever the service does. Only its review and its staleness change
// after the end. Generated columns are left out of the comparison, because Postgres computes them after this trigger.
const END_ONCE = `
  CREATE FUNCTION guard_generation() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    final generation%ROWTYPE := NEW;
  BEGIN
    IF OLD.status <> 'RUNNING' THEN
      final.review := OLD.review;
      final.review_version := OLD.review_version;
      final.review_state := OLD.review_state;
      final.edited := OLD.edited;
      final.accepted_document_id := OLD.accepted_document_id;
      final.facts_changed := OLD.facts_changed;
      final.application_changed := OLD.application_changed;
      final.stale := OLD.stale;
      IF final *<> OLD THEN -- *<> compares json too
        RAISE EXCEPTION 'generation % has ended as %', OLD.id, OLD.status;
      END IF;
    END IF;
    IF NEW.epoch < OLD.epoch THEN
      RAISE EXCEPTION 'the epoch of generation % only grows', OLD.id;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER generation_ends_once BEFORE UPDATE ON generation
    FOR EACH ROW WHEN (OLD.status <> 'RUNNING' OR NEW.epoch < OLD.epoch) EXECUTE FUNCTION guard_generation();
`;

// The latest changes of what generations are written from: products, and applications of a workspace. An insert looks here
// for changes that came after it read its product or application, when the change had no row yet to mark, and a read for
// those whose generations are still being marked. hash is that of the facts that a product has since the change. Rows are kept
// for longer than the stream of events keeps an older change that might come after them.
const SOURCE_CHANGES = `
  CREATE TABLE source_change (
    workspace_id uuid,
    source text,
    kind text NOT NULL CHECK (kind IN ('product', 'application')),
    version int NOT NULL,
    hash text CHECK ((hash IS NOT NULL) = (kind = 'product')),
    changed_at timestamptz NOT NULL DEFAULT now(),
    marked boolean NOT NULL DEFAULT false,
    PRIMARY KEY (workspace_id, source)
  );
  CREATE INDEX source_change_age ON source_change (changed_at) WHERE marked;
  CREATE INDEX source_change_unmarked ON source_change (workspace_id, changed_at) WHERE NOT marked;
  ${isolateWorkspaces('source_change', APP, SYSTEM)}
  GRANT SELECT ON source_change TO ${APP};
  GRANT SELECT, INSERT, UPDATE (version, hash, changed_at, marked), DELETE ON source_change TO ${SYSTEM};
`;
