// The table of acceptances under way; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/**
 * The table acceptance: results whose text is being written to a product. The catalogue is another database, so an acceptance
 * is noted first and removed by the transaction that records it. What a crash or a lost answer leaves is repeated from `due_at`
 * on.
 */
export const acceptances = (app: string, system: string): string => `
  CREATE TABLE acceptance (
    workspace_id uuid,
    generation_id uuid,
    id uuid,
    request_id text NOT NULL,
    product_id uuid NOT NULL,
    if_version int,
    patch json NOT NULL,
    review json NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, generation_id, id)
  );
  CREATE INDEX acceptance_due ON acceptance (due_at);
  ${isolateWorkspaces('acceptance', app, system)}
  GRANT SELECT, INSERT, DELETE ON acceptance TO ${app};
  GRANT SELECT, DELETE, UPDATE (due_at) ON acceptance TO ${system};
`;
