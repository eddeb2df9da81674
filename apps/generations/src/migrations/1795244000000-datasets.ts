// The tables of datasets; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/** The tables dataset and dataset_case. */
export function datasetTables(app: string, system: string): string {
  return datasets(app, system) + cases(app, system);
}

// A dataset never changes, and its cases are added in several transactions: until it is ready, nobody sees it, and what a crash
// leaves is deleted later. json keeps what the text type of Postgres refuses. The sizes of a holder are summed with the rights
// of the table's owner, because a transaction sees the rows of its own workspace alone.
const datasets = (app: string, system: string): string => `
  CREATE TABLE dataset (
    workspace_id uuid,
    id uuid,
    holder_id uuid NOT NULL,
    name text NOT NULL,
    inputs json,
    cases int NOT NULL,
    with_references int NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    ready boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX dataset_newest ON dataset (workspace_id, created_at DESC, id DESC) WHERE ready;
  CREATE INDEX dataset_holder ON dataset (holder_id);
  CREATE INDEX dataset_unready ON dataset (created_at) WHERE NOT ready;
  ${isolateWorkspaces('dataset', app, system)}
  CREATE POLICY of_holders ON dataset FOR SELECT TO CURRENT_USER USING (true);
  CREATE FUNCTION datasets_of_holder(holder uuid) RETURNS TABLE (workspace_id uuid, cases int, bytes float8)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT workspace_id, sum(cases)::int, sum(bytes)::float8 FROM dataset WHERE holder_id = holder GROUP BY workspace_id
  $$;
  REVOKE ALL ON FUNCTION datasets_of_holder FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION datasets_of_holder TO ${app};
  GRANT SELECT, INSERT, DELETE, UPDATE (holder_id, cases, with_references, bytes, ready) ON dataset TO ${app};
  GRANT SELECT, DELETE ON dataset TO ${system};
`;

const cases = (app: string, system: string): string => `
  CREATE TABLE dataset_case (
    workspace_id uuid,
    dataset_id uuid,
    id uuid, -- that of the product
    product json NOT NULL,
    accepted_texts json,
    bytes int NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, dataset_id, id)
  );
  CREATE INDEX dataset_case_newest ON dataset_case (workspace_id, dataset_id DESC, created_at DESC, id DESC);
  ${isolateWorkspaces('dataset_case', app, system)}
  GRANT SELECT, INSERT, DELETE ON dataset_case TO ${app};
  GRANT SELECT, DELETE ON dataset_case TO ${system};
`;
