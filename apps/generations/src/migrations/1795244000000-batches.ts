// The tables of batches; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/** The tables batch and batch_member. */
export function batchTables(app: string, system: string): string {
  return BATCHES + rights(app, system) + members(app, system);
}

/** What the ended attempts of a batch used. */
const SUMS = 'attempts, calls, input_tokens, output_tokens, partial_attempts, cost_micros, currency';

const STATUS = `CASE
  WHEN waiting + running > 0 THEN 'RUNNING'
  WHEN stop_reason = 'Cancelled' OR stop_reason IS NOT NULL AND success = 0 THEN 'CANCELLED'
  WHEN stop_reason IS NULL AND failed = 0 THEN 'COMPLETED'
  WHEN success = 0 THEN 'FAILED'
  ELSE 'PARTIAL'
END`;

// A batch counts its members: each has no generation yet (waiting; then it has a row in batch_member), a generation that is
// RUNNING or that ended, or will never have one (cancelled). Counting the rows of its generations would not do, because people
// delete some. The status follows from the counts. What its charged attempts used is the sum of their rows in the ledger, kept
// because it is read often and a batch may have ten thousand rows there.
const BATCHES = `
  CREATE TABLE batch (
    workspace_id uuid,
    id uuid,
    account_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    most_running int,
    request_id text NOT NULL,
    application_id text NOT NULL,
    application_name text NOT NULL,
    application_version int NOT NULL,
    inputs json NOT NULL,
    environment json NOT NULL,
    voice json,
    max_cost_micros bigint,
    experiment_id uuid,
    arm text,
    dataset_id uuid,
    total int NOT NULL CHECK (total > 0),
    waiting int NOT NULL CHECK (waiting >= 0),
    running int NOT NULL DEFAULT 0 CHECK (running >= 0),
    success int NOT NULL DEFAULT 0,
    failed int NOT NULL DEFAULT 0,
    cancelled int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    calls int NOT NULL DEFAULT 0,
    input_tokens bigint,
    output_tokens bigint,
    partial_attempts int NOT NULL DEFAULT 0,
    cost_micros bigint,
    currency text,
    stop_reason text CHECK (stop_reason IN ('Cancelled', 'BudgetExceeded', 'MaxCostReached')),
    status text NOT NULL GENERATED ALWAYS AS (${STATUS}) STORED,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CHECK (total = waiting + running + success + failed + cancelled),
    CHECK ((waiting + running > 0) = (completed_at IS NULL))
  ) PARTITION BY RANGE (id);
  CREATE INDEX batch_newest ON batch (workspace_id, created_at DESC, id DESC);
  CREATE INDEX batch_running ON batch (workspace_id, id) WHERE completed_at IS NULL;
  CREATE INDEX batch_experiment ON batch (workspace_id, experiment_id) WHERE experiment_id IS NOT NULL;
  CREATE INDEX batch_dataset ON batch (workspace_id, dataset_id) WHERE dataset_id IS NOT NULL AND completed_at IS NULL;
  CREATE INDEX batch_holder ON batch (holder_id, workspace_id) WHERE completed_at IS NULL;
`;

// Who may do what with batches. The RUNNING ones of a holder are counted with the rights of the table's owner, because a
// transaction sees the rows of its own workspace alone.
const rights = (app: string, system: string): string => `
  ${isolateWorkspaces('batch', app, system)}
  CREATE POLICY of_holders ON batch FOR SELECT TO CURRENT_USER USING (true);
  CREATE FUNCTION running_batches_of_holder(holder uuid) RETURNS TABLE (workspace_id uuid, running int)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT workspace_id, count(*)::int FROM batch WHERE holder_id = holder AND completed_at IS NULL GROUP BY workspace_id
  $$;
  REVOKE ALL ON FUNCTION running_batches_of_holder FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION running_batches_of_holder TO ${app};
  GRANT SELECT, INSERT, UPDATE (waiting, running, failed, completed_at) ON batch TO ${app};
  GRANT SELECT, DELETE, UPDATE (waiting, running, success, failed, cancelled, stop_reason, completed_at, ${SUMS}) ON batch TO ${system};
`;

// The products that have no generation yet.
const members = (app: string, system: string): string => `
  CREATE TABLE batch_member (
    workspace_id uuid,
    batch_id uuid,
    position int,
    product_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, batch_id, position)
  );
  ${isolateWorkspaces('batch_member', app, system)}
  GRANT SELECT, INSERT, DELETE ON batch_member TO ${app};
  GRANT SELECT, DELETE ON batch_member TO ${system};
`;
