// The tables of experiments; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/** The tables experiment and experiment_pair. */
export function experimentTables(app: string, system: string): string {
  return experiments(app, system) + pairs(app, system);
}

// How far an experiment is follows from its batches. A row keeps what these have in common, and the results, which are computed
// once and outlive the texts, with what the judge has said of each pair. judging tells whether the judge waits for the arms,
// has its batches, or was cancelled before it had any.
const experiments = (app: string, system: string): string => `
  CREATE TABLE experiment (
    workspace_id uuid,
    id uuid,
    dataset_id uuid NOT NULL,
    application_id text NOT NULL,
    arms json NOT NULL,
    repeats int NOT NULL,
    max_cost_micros bigint,
    minimum json,
    judge json,
    judging text CHECK (judging IN ('WAITING', 'BEGUN', 'CANCELLED')),
    results json,
    judged json,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((judge IS NULL) = (judging IS NULL)),
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX experiment_newest ON experiment (workspace_id, created_at DESC, id DESC);
  CREATE INDEX experiment_age ON experiment (created_at);
  CREATE INDEX experiment_judging ON experiment (id) WHERE judging = 'WAITING';
  ${isolateWorkspaces('experiment', app, system)}
  GRANT SELECT, INSERT, UPDATE (results, judged, judging) ON experiment TO ${app};
  GRANT SELECT, DELETE ON experiment TO ${system};
`;

// Two texts of one case that somebody was shown, and how they voted. A row names the texts by their generations, and the arm
// that is compared with the first.
const pairs = (app: string, system: string): string => `
  CREATE TABLE experiment_pair (
    workspace_id uuid,
    id uuid,
    experiment_id uuid NOT NULL,
    account_id uuid NOT NULL,
    case_id uuid NOT NULL,
    arm text NOT NULL,
    first_generation_id uuid NOT NULL,
    generation_id uuid NOT NULL,
    first_is_a boolean NOT NULL,
    winner text CHECK (winner IN ('a', 'b', 'tie')),
    reasons json,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, experiment_id, account_id, case_id, arm)
  );
  CREATE INDEX experiment_pair_age ON experiment_pair (created_at);
  ${isolateWorkspaces('experiment_pair', app, system)}
  GRANT SELECT, INSERT, UPDATE (winner, reasons, first_generation_id, generation_id) ON experiment_pair TO ${app};
  GRANT SELECT, DELETE ON experiment_pair TO ${system};
`;
