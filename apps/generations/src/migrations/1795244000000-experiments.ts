// The table of experiments; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

// An experiment is what its batches are; beside these, a row keeps what they have in common, and the results, which are computed
// once and outlive the texts.
export const experimentTable = (app: string, system: string): string => `
  CREATE TABLE experiment (
    workspace_id uuid,
    id uuid,
    dataset_id uuid NOT NULL,
    application_id text NOT NULL,
    arms json NOT NULL,
    repeats int NOT NULL,
    max_cost_micros bigint,
    minimum json,
    results json,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX experiment_newest ON experiment (workspace_id, created_at DESC, id DESC);
  CREATE INDEX experiment_age ON experiment (created_at);
  ${isolateWorkspaces('experiment', app, system)}
  GRANT SELECT, INSERT, UPDATE (results) ON experiment TO ${app};
  GRANT SELECT, DELETE ON experiment TO ${system};
`;
